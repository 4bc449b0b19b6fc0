import { endpoints } from '../../contracts/endpoints/endpoints.js';
import { endpointTitle } from '../../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../../contracts/endpoints/endpoint.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { EndpointRow } from '../../contracts/report/matrix.js';
import { apis } from '../../contracts/rules/rule.js';
import type { Api } from '../../contracts/rules/rule.js';
import { findRule } from '../../contracts/rules/rules.js';
import type { CustomDefinitions } from '../custom-definitions.js';
import { countTests } from './count-states.js';

/** An endpoint of one of the three documented APIs. */
export interface DocumentedEndpoint {
  readonly api: Api;
  readonly title: string;
  readonly endpoint: Endpoint;
}

/** The endpoints of the documented APIs; the tracker's own carry no rules and have no rows. */
export const documentedEndpoints: readonly DocumentedEndpoint[] = Object.values<Endpoint>(endpoints).flatMap(
  (endpoint) => {
    const api = apis.find((name) => name === endpoint.family);
    return api === undefined ? [] : [{ api, title: endpointTitle(endpoint), endpoint }];
  },
);

/** The view by endpoint: what the tests about each of them said. */
export function endpointRows(
  covered: readonly Api[],
  tests: readonly FinishedTest[],
  own: CustomDefinitions,
): EndpointRow[] {
  const isOwn = (title: string, { id }: FinishedTest) =>
    own.endpoints.some((endpoint) => endpoint.title === title && endpoint.tests.has(id));
  return documentedEndpoints
    .filter(({ api }) => covered.includes(api))
    .map(({ api, title, endpoint }) => {
      const about = tests.filter(
        (test) => test.endpoints.includes(title) && !isOwn(title, test) && speaksOf(api, test),
      );
      return {
        api,
        title,
        section: endpoint.section,
        rules: [...endpoint.rules],
        tests: about.map(({ id }) => id),
        totals: countTests(about),
      };
    });
}

/**
 * The rows of endpoints that are not in the table; they are there if a test is about them. They belong to the group of
 * their rules, so that who chooses one sees the other.
 */
export function customEndpointRows(own: CustomDefinitions, tests: readonly FinishedTest[]): EndpointRow[] {
  return own.endpoints.map(({ api: family, title, section, rules, tests: ids }) => {
    const about = tests.filter(({ id }) => ids.has(id));
    const api = rules.map((id) => own.rules[id]?.api).find((group) => group !== undefined) ?? family;
    return { api, title, section, rules: [...rules], tests: about.map(({ id }) => id), totals: countTests(about) };
  });
}

/** Two APIs can have an endpoint of the same title; the rules a test covers tell which one it means. */
function speaksOf(api: Api, { rules }: FinishedTest): boolean {
  const documented = rules.flatMap((id) => findRule(id) ?? []);
  return documented.length === 0 || documented.some((rule) => rule.api === api);
}
