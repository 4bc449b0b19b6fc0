import { counted } from '../../../contracts/counted.js';
import { apis, endpoints, endpointTitle } from '../../../contracts/index.js';
import type { BasePaths, CatalogueEndpoint } from '../../../contracts/index.js';
import type { Passed } from './relay.js';

/** The judgement of the calls through Prism. */
interface Judgement {
  /** How many calls each endpoint of the documents answered with success, by its title. */
  readonly succeeded: ReadonlyMap<string, number>;
  /** How many calls were refused. */
  readonly refused: number;
  /** Each problem once, with its count and the call that showed it first. */
  readonly problems: readonly string[];
}

const documented = Object.values<CatalogueEndpoint>(endpoints).filter(
  ({ family, rules }) => rules.length > 0 && apis.some((api) => api === family),
);

/**
 * Judges calls. A successful call must be free of problems, and so must every answer. Problems of requests that the
 * tracker refuses do not count: tests send them on purpose. Every endpoint must have succeeded at least once.
 */
export function judge(passed: readonly Passed[], basePaths: BasePaths): Judgement {
  const isSuccess = ({ status }: Passed) => status >= 200 && status < 300;
  const succeeded = new Map(documented.map((endpoint) => [nameOf(endpoint), 0]));
  for (const call of passed.filter(isSuccess)) {
    const endpoint = documented.find((one) => isCallOf(one, call, basePaths));
    if (endpoint !== undefined) succeeded.set(nameOf(endpoint), (succeeded.get(nameOf(endpoint)) ?? 0) + 1);
  }
  const problems = new Map<string, { readonly first: Passed; count: number }>();
  for (const call of passed) {
    for (const { location, message } of call.violations) {
      if (!isSuccess(call) && location[0] === 'request') continue;
      const endpoint = documented.find((one) => isCallOf(one, call, basePaths));
      const where = location.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('.');
      const text = `${endpoint === undefined ? call.method : nameOf(endpoint)}: ${where}: ${message}`;
      const known = problems.get(text);
      if (known === undefined) problems.set(text, { first: call, count: 1 });
      else known.count += 1;
    }
  }
  return {
    succeeded,
    refused: passed.filter((call) => !isSuccess(call)).length,
    problems: [
      ...[...problems].map(
        ([text, { first, count }]) =>
          `${text} (${counted(count, 'time')}; ${first.method} ${first.url} → ${first.status})`,
      ),
      ...[...succeeded].filter(([, count]) => count === 0).map(([name]) => `${name}: no call succeeded`),
    ],
  };
}

function nameOf(endpoint: CatalogueEndpoint): string {
  return `${endpoint.family} ${endpointTitle(endpoint)}`;
}

/** Whether a call is one of an endpoint; of two at one method and path, the one that takes a body if it has one. */
function isCallOf({ family, method, path, override }: CatalogueEndpoint, call: Passed, basePaths: BasePaths): boolean {
  if (method !== call.method) return false;
  const [called = ''] = call.url.split('?');
  const steps = `${basePaths[family]}${path}`.split('/');
  const sent = called.split('/');
  const matches = steps.length === sent.length && steps.every((step, at) => step.startsWith('{') || step === sent[at]);
  const isPair = documented.some((one) => one.method === method && one.path === path && one.override !== override);
  return matches && (!isPair || (override === 'with a body') === call.hasBody);
}
