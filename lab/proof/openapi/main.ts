import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { apis, endpoints, endpointTitle, openApiDocument, withAssumptions } from '../../../contracts/index.js';
import type { BasePaths, CatalogueEndpoint } from '../../../contracts/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { COMMAND, runNode, withoutSettings } from '../processes.js';
import { settingsFor } from '../second-tracker/sandbox.js';
import { CONTEXT_PATH, startSecondTracker } from '../second-tracker/server.js';
import { installPrism, prismDocument, startPrism, startRelay } from './prism.js';
import type { Passed } from './prism.js';

/*
 * `npm run prism`: the suite on the second tracker, with Prism in between, which checks every call and every answer by the
 * OpenAPI document. Arguments go to `tracker-e2e run`.
 */

const documented = Object.values<CatalogueEndpoint>(endpoints).filter(
  ({ family, rules }) => rules.length > 0 && apis.some((api) => api === family),
);

const { TRACKER_SEED: seed } = process.env;
const env = withoutSettings(seed === undefined ? {} : { TRACKER_SEED: seed });
const folder = join('tracker-output', 'openapi');
const { basePaths } = loadSettings(env);
const assumptions = withAssumptions({});
const command = installPrism();

const tracker = await startSecondTracker();
const relay = await startRelay({
  origin: new URL(tracker.url).origin,
  contextPath: CONTEXT_PATH,
  isDocumented: (path) => apis.some((api) => path.startsWith(`${basePaths[api]}/`)),
});
const document = openApiDocument({ version: '0.0.0', serverUrl: relay.url, basePaths, assumptions });
const file = join(folder, 'openapi-for-prism.json');
mkdirSync(folder, { recursive: true });
writeFileSync(file, JSON.stringify(prismDocument(document), null, 2));
const prism = await startPrism(command, file, relay.upstream);
relay.use(prism.url);

// Specs of open questions send what a lenient tracker may take, though the documents do not show it.
const words = [COMMAND, 'run', '--grep-invert', '@[A-Z]+-N', ...process.argv.slice(2)];
const code = await runNode(words, { env: { ...env, ...settingsFor(relay.url), TRACKER_OUTPUT: folder } });
await prism.stop();
await relay.close();
await tracker.close();

const { succeeded, refused, problems } = judge(relay.passed, basePaths);
writeFileSync(join(folder, 'passed.json'), JSON.stringify(relay.passed, null, 2));
const total = [...succeeded.values()].reduce((sum, count) => sum + count, 0);
process.stdout.write(
  [
    `${counted(relay.passed.length, 'call')} passed Prism: ${total} succeeded, at ${counted(succeeded.size, 'endpoint')}; ${refused} refused.`,
    ...problems.map((problem) => `- ${problem}`),
    problems.length === 0 ? 'Prism found no problem.' : `${counted(problems.length, 'problem')}.`,
    '',
  ].join('\n'),
);
process.exitCode = problems.length === 0 ? code : 1;

/** The judgement of the calls through Prism. */
interface Judgement {
  /** How many calls each endpoint of the documents answered with success, by its title. */
  readonly succeeded: ReadonlyMap<string, number>;
  /** How many calls were refused. */
  readonly refused: number;
  /** Each problem once, with its count and the call that showed it first. */
  readonly problems: readonly string[];
}

/**
 * Judges calls. A successful call must be free of problems, and so must every answer. Problems of requests that the
 * tracker refuses do not count: tests send them on purpose. Every endpoint must have succeeded at least once.
 */
function judge(passed: readonly Passed[], basePaths: BasePaths): Judgement {
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
