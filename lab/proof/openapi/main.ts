import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { apis, openApiDocument, withAssumptions } from '../../../contracts/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { COMMAND, runNode, withoutSettings } from '../processes.js';
import { settingsFor } from '../second-tracker/sandbox.js';
import { CONTEXT_PATH, startSecondTracker } from '../second-tracker/server.js';
import { judge } from './judge.js';
import { installPrism, prismDocument, startPrism } from './prism.js';
import { startRelay } from './relay.js';

/*
 * `npm run prism`: the suite on the second tracker, with Prism in between, which checks every call and every answer by the
 * OpenAPI document. Arguments go to `tracker-e2e run`.
 */

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
