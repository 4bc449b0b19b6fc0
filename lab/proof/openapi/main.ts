import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { apis, endpoints, endpointTitle, openApiDocument, withAssumptions } from '../../../contracts/index.js';
import type { CatalogueEndpoint } from '../../../contracts/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { COMMAND, runNode, withoutSettings } from '../processes.js';
import { settingsFor } from '../second-tracker/sandbox.js';
import { CONTEXT_PATH, startSecondTracker } from '../second-tracker/server.js';
import type { AnsweredCall } from '../second-tracker/server.js';
import { checksOfPrism } from './prism.js';
import type { Violation } from './prism.js';

/*
 * `npm run prism`: the suite on the second tracker, which shows each call and its answer to Prism. Prism checks them by the
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
const document = openApiDocument({ version: '0.0.0', serverUrl: 'http://127.0.0.1', basePaths, assumptions });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'openapi-for-prism.json'), JSON.stringify(document, null, 2));
const check = await checksOfPrism(document);
const checked: Promise<SeenCall>[] = [];
const tracker = await startSecondTracker({}, (call) => {
  const url = call.url.slice(CONTEXT_PATH.length);
  if (apis.some((api) => url.startsWith(`${basePaths[api]}/`))) checked.push(seenCall({ ...call, url }));
});

// Specs of open questions send what a lenient tracker may take, though the documents do not show it.
// Prism's reader of forms fails at a semicolon in the name of a file.
const words = [COMMAND, 'run', '--grep-invert', '@[A-Z]+-N|keeps the name spaces;', ...process.argv.slice(2)];
const code = await runNode(words, { env: { ...env, ...settingsFor(tracker.url), TRACKER_OUTPUT: folder } });
await tracker.close();

const seen = await Promise.all(checked);
writeFileSync(join(folder, 'seen.json'), JSON.stringify(seen, null, 2));
const succeeded = seen.filter(({ isSuccess }) => isSuccess);
const names = documented.map(nameOf);
const missed = names.filter((name) => succeeded.every(({ endpoint }) => endpoint !== name));
// The suite sends wrong requests on purpose.
const isBlind = seen.every(({ isSuccess, violations }) => isSuccess || violations.length === 0);
const problems = [
  ...problemsOf(seen),
  ...missed.map((name) => `${name}: no call succeeded`),
  ...(isBlind ? ['Prism found nothing in the calls that the tracker refused: it does not check.'] : []),
];
process.stdout.write(
  [
    `${counted(seen.length, 'call')} seen by Prism: ${succeeded.length} succeeded, at ${counted(names.length - missed.length, 'endpoint')}; ${seen.length - succeeded.length} refused.`,
    ...problems.map((problem) => `- ${problem}`),
    problems.length === 0 ? 'Prism found no problem.' : `${counted(problems.length, 'problem')}.`,
    '',
  ].join('\n'),
);
process.exitCode = problems.length === 0 ? code : 1;

interface SeenCall {
  readonly method: string;
  /** Path and query, after the tracker's context path. */
  readonly url: string;
  readonly status: number;
  readonly isSuccess: boolean;
  /** The name of its endpoint; its method if the documents have none such. */
  readonly endpoint: string;
  readonly violations: readonly Violation[];
}

async function seenCall(call: AnsweredCall): Promise<SeenCall> {
  const { method, url, status } = call;
  const endpoint = documented.find((one) => isCallOf(one, call));
  const isSuccess = status >= 200 && status < 300;
  const name = endpoint === undefined ? method : nameOf(endpoint);
  return { method, url, status, isSuccess, endpoint: name, violations: await check(call) };
}

/**
 * Each problem once, with its count and the call that showed it first. A successful call must be free of problems, and so must
 * every answer. Problems of requests that the tracker refuses do not count: tests send them on purpose.
 */
function problemsOf(calls: readonly SeenCall[]): string[] {
  const problems = new Map<string, { readonly first: string; count: number }>();
  for (const { method, url, status, isSuccess, endpoint, violations } of calls) {
    for (const { location, message } of violations) {
      if (!isSuccess && location[0] === 'request') continue;
      const where = location.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('.');
      const text = `${endpoint}: ${where}: ${message}`;
      const known = problems.get(text);
      if (known === undefined) problems.set(text, { first: `${method} ${url} → ${status}`, count: 1 });
      else known.count += 1;
    }
  }
  return [...problems].map(([text, { first, count }]) => `${text} (${counted(count, 'time')}; ${first})`);
}

function nameOf(endpoint: CatalogueEndpoint): string {
  return `${endpoint.family} ${endpointTitle(endpoint)}`;
}

/** Whether a call is one of an endpoint; of two at one method and path, the one that takes a body if it has one. */
function isCallOf({ family, method, path, override }: CatalogueEndpoint, call: AnsweredCall): boolean {
  if (method !== call.method) return false;
  const [called = ''] = call.url.split('?');
  const steps = `${basePaths[family]}${path}`.split('/');
  const sent = called.split('/');
  const matches = steps.length === sent.length && steps.every((step, at) => step.startsWith('{') || step === sent[at]);
  const isPair = documented.some((one) => one.method === method && one.path === path && one.override !== override);
  return matches && (!isPair || (override === 'with a body') === call.request.body.length > 0);
}
