import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { apis, openApiDocument, withAssumptions } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { settingsOfTracker } from '../../../fixtures/target/start-shared-fake.js';
import { sharedWorld } from '../../../fixtures/target/shared-world.js';
import { COMMAND, runNode, withoutSettings } from '../processes.js';
import { judge } from './judge.js';
import { installPrism, prismDocument, startPrism } from './prism.js';
import { startRelay } from './relay.js';

/*
 * `npm run prism`: the suite on a tracker that all tests share, with Prism in between, which checks every call and every answer
 * by the OpenAPI document. Arguments go to `tracker-e2e run`.
 */

const { TRACKER_SEED: seed } = process.env;
const env = withoutSettings(seed === undefined ? {} : { TRACKER_SEED: seed });
const folder = join('tracker-output', 'openapi');
const settings = { ...loadSettings(env), outputDir: folder };
const { basePaths } = settings;
const assumptions = withAssumptions({});
const contextPath = '/others/tracker';
const command = installPrism();

const shared = sharedWorld(settings.seed);
const fake = await startFake({ world: { ...shared.world, basePaths }, contextPath });
const relay = await startRelay({
  origin: fake.url,
  contextPath,
  isDocumented: (path) => apis.some((api) => path.startsWith(`${basePaths[api]}/`)),
});
const document = openApiDocument({ version: '0.0.0', serverUrl: relay.url, basePaths, assumptions });
const file = join(folder, 'openapi-for-prism.json');
mkdirSync(folder, { recursive: true });
writeFileSync(file, JSON.stringify(prismDocument(document), null, 2));
const prism = await startPrism(command, file, relay.upstream);
relay.use(prism.url);

// To the run it is a tracker like any other; a shared fake the run would start itself.
const tracker = settingsOfTracker(settings, relay.url, shared);
const words = [COMMAND, 'run', ...process.argv.slice(2)];
const code = await runNode(words, { env: { ...env, ...tracker, TRACKER_OUTPUT: folder } });
await prism.stop();
await relay.close();
await fake.close();

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
