import { basePathOf, defaultBasePaths, endpointTitle } from '../../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../../contracts/endpoints/endpoint.js';
import { endpoints } from '../../contracts/endpoints/endpoints.js';
import { nearest } from '../../contracts/rules/nearest.js';
import type { CustomDefinitions } from '../custom/custom-definitions.js';

/** An endpoint that can be chosen. */
export interface KnownEndpoint {
  /** Its name in the endpoint table; absent for a custom one. */
  readonly name?: string;
  /** The family of its paths: one of the APIs, `tracker` and so on. */
  readonly family: string;
  readonly title: string;
  readonly rules: readonly string[];
  /** Its call with the base path of the documents; absent for a custom one. */
  readonly call?: string;
}

const ofTheTable: readonly KnownEndpoint[] = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
  const { family, method, path, rules } = endpoint;
  const call = `${method} ${basePathOf(family, defaultBasePaths)}${path}`;
  return {
    name,
    family: typeof family === 'string' ? family : family.name,
    title: endpointTitle(endpoint),
    rules,
    call,
  };
});

/** The endpoints of the table, and those that the tests of a run define. */
export function knownEndpoints({ endpoints: custom }: CustomDefinitions): readonly KnownEndpoint[] {
  return [...ofTheTable, ...custom.map(({ api, title, rules }) => ({ family: api, title, rules }))];
}

/**
 * Finds the endpoints that some texts mean. A text is a name (`create`), a call with or without the base path and with
 * values or names of parameters (`PUT /steps/cell`, `GET /rest/tms/1.0/api/testplan/test-case-ids/QA-1`), or all of a
 * family (`directory-sync`). A call means each endpoint of that method and path, with a body or without.
 *
 * @returns them, and a sentence for each text that means none
 */
export function findEndpoints(
  texts: readonly string[],
  known: readonly KnownEndpoint[],
): { readonly found: readonly KnownEndpoint[]; readonly problems: readonly string[] } {
  const found = texts.map((text) => ({ text, rows: known.filter((row) => isMeant(text.trim(), row)) }));
  const names = [
    ...new Set(known.flatMap(({ name, title, family }) => [...(name === undefined ? [] : [name]), title, family])),
  ];
  const problems = found
    .filter(({ rows }) => rows.length === 0)
    .map(({ text }) => {
      const near = nearest(text, names);
      const remedy = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'docs/endpoints.md lists them.';
      return `There is no endpoint ${text}: ${remedy}`;
    });
  return { found: [...new Set(found.flatMap(({ rows }) => rows))], problems };
}

function isMeant(text: string, { name, family, title, call }: KnownEndpoint): boolean {
  if (text === name || text === family || text === title) return true;
  return [title.replace(/ with a body$/, ''), ...(call === undefined ? [] : [call])].some((one) => isCall(text, one));
}

/** Whether a text is a call, whose parameters may have any values. */
function isCall(text: string, call: string): boolean {
  const parts = call.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/ ]+')}$`).test(text);
}
