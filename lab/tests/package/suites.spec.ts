import { readdirSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { format } from 'oxfmt';
import { projectText, root, tsc } from '../fixtures/run-specs.js';
import { chromiumHere } from '../pages/page-test.js';
import { readMatrix } from '../cli/small-suite.js';
import { test } from './installed-package.js';
import type { Consumer } from './installed-package.js';

const reporter = `import { basename } from 'node:path';
export default class {
  onStepEnd(test, result, { category, title, location }) {
    if (category !== 'test.step') return;
    console.log('step ' + title.split(' ')[0] + ' at ' + basename(location?.file ?? '') + ':' + location?.line);
  }
}
`;

const calls = `import { test } from 'tracker-e2e';
import { askTwice } from './asks.js';
test('asks', async ({ trackerApi, defaultTemplates, projects, entries }) => {
  await trackerApi.getServerInfo();
  const project = await projects.provide();
  await askTwice(trackerApi);
  await Promise.all([defaultTemplates.listByProject({ projectIdOrKey: project.key })]);
  await test.step('asks as part of a step', () => trackerApi.getServerInfo());
});
test('requests', async ({ request }) => {
  await request.get('/rest/api/2/serverInfo');
  await request.get('http://127.0.0.1:9').catch(() => undefined);
});
`;

const helper = `export async function askTwice(trackerApi: { getServerInfo(): Promise<unknown> }) {
  await trackerApi.getServerInfo();
  return trackerApi.getServerInfo();
}
`;

const specs = {
  'a.spec.ts': projectText('examples/first.spec.ts'),
  'calls.spec.ts': calls,
  'asks.ts': helper,
};

const config = `import { defineConfig } from '@playwright/test';
import { apiOnly, describeTarget, loadSettings } from 'tracker-e2e';
import type { SettingsOption, WorkerFixtures } from 'tracker-e2e';
import { trackerReporters } from 'tracker-e2e/reporters';

const settings = loadSettings();
const target = describeTarget(settings);
const trackerSettings: SettingsOption = { timeout: 5_000 };
export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  metadata: { target },
  use: { ...apiOnly, trackerSettings },
  reporter: [['./steps.mjs'], ...trackerReporters(settings, target, { allure: false, gate: ['DT-01'] })],
});
`;

const specsIn = (folder: string) =>
  Object.fromEntries(Object.entries(specs).map(([name, text]) => [`${folder}/${name}`, text]));

test('specs in TypeScript run in folders of both kinds of modules, and a call, of set-up too, is shown at the line that makes it @release', async ({
  consumer,
}) => {
  consumer.write({
    'package.json': '{"type": "commonjs"}',
    'playwright.config.ts': config,
    'steps.mjs': reporter,
    'module/package.json': '{"type": "module"}',
    ...specsIn('commonjs'),
    ...specsIn('module'),
  });

  const { code, output } = await consumer.node(['../node_modules/@playwright/test/cli.js', 'test', '--workers=1']);

  const steps = [
    'step GET at calls.spec.ts:4',
    'step Set-up: at calls.spec.ts:5',
    'step GET at asks.ts:2',
    'step GET at asks.ts:3',
    'step GET at calls.spec.ts:7',
    'step GET at calls.spec.ts:8',
    'step asks at calls.spec.ts:8',
    'step GET at calls.spec.ts:11',
    'step GET at calls.spec.ts:12',
  ];
  expect(output).toContain('6 passed');
  expect(output.match(/^step .* at (calls|asks)\..*$/gm)).toStrictEqual([...steps, ...steps]);
  expect(output).toContain('rules.html');
  expect(output).not.toContain('ExperimentalWarning');
  expect(code).toBe(0);
});

test('a script of CommonJS requires every entry, and controls a fake by functions', async ({ consumer }) => {
  const script = `const entries = ['', '/builders', '/fake', '/reporters', '/results'];
console.log(entries.every((entry) => Object.keys(require('tracker-e2e' + entry)).length > 0));
require('tracker-e2e/fake').startFake().then(async (fake) => {
  const tenant = fake.control.open({ contextPath: '/mine' });
  tenant.addFault({ kind: 'error-response', status: 503, endpoint: 'getServerInfo', count: 1 });
  for (const path of ['/mine', '/mine', '']) console.log((await fetch(fake.url + path + '/rest/api/2/serverInfo')).status);
  console.log(tenant.journal().length);
  await fake.close();
});
`;
  consumer.write({ 'package.json': '{}', 'a.cjs': script });

  expect(await consumer.node(['a.cjs'])).toMatchObject({ code: 0, output: 'true\n503\n200\n200\n2\n' });
});

test('page tests run with the tracker behind the page @release', async ({ consumer }) => {
  consumer.write({ 'package.json': '{ "type": "module" }' });
  for (const name of readdirSync(join(root, 'examples/page'))) {
    consumer.write({ [name]: projectText(`examples/page/${name}`).replace("browserName: 'chromium'", chromiumHere()) });
  }

  const { code, output } = await consumer.playwright(['--workers=1']);

  expect(output).toContain('3 passed');
  expect(code, output).toBe(0);
});

const command = '../node_modules/tracker-e2e/dist/cli/main.js';

const files = [
  'package.json',
  'tsconfig.json',
  'playwright.config.ts',
  'tests/first.spec.ts',
  '.env.example',
  '.gitignore',
];
const github = '.github/workflows/tracker-e2e.yml';
const typed = 'typescript@^6.0.0 @types/node@^20.19.0';
const installs = `npm install --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed}`;

const playwright = '../node_modules/@playwright/test/cli.js';
const style = { printWidth: 120, singleQuote: true };

const init = (consumer: Consumer) => consumer.node([command, 'init', '--no-install']);

function textOf({ folder }: Consumer, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

const types = `import { expect, test } from 'tracker-e2e';
import type { Issue, Settings } from 'tracker-e2e';
import { seededBuilders } from 'tracker-e2e/builders';
import { startFake } from 'tracker-e2e/fake';
import type { Fake } from 'tracker-e2e/fake';
import { trackerReporters } from 'tracker-e2e/reporters';

export const fake: Promise<Fake> = startFake();
export const key: string = seededBuilders(1).unusedKey();
export const summaryOf = ({ fields }: Issue): unknown => fields;
export const of = [trackerReporters, (settings: Settings) => settings.seed];
test('typed', async ({ defaultTemplates, directorySync, projects, testManagement, ...others }) => {
  // @ts-expect-error it is issueTypes
  await projects.provide({ issueType: 2 });
  // @ts-expect-error it is page
  const { data } = await directorySync.listUsers({ query: { pge: '1' } });
  // @ts-expect-error it is elements
  expect(data.users).toBeDefined();
  // @ts-expect-error it is issueTypeIds
  await defaultTemplates.create({ templateId: 1, body: { defaults: [{ projectId: 1, issueTypes: [1] }] } });
  // @ts-expect-error the endpoint asks for a project
  expect(await defaultTemplates.listByProject({})).toHaveStatus(200);
  const { testPlans, testManagementProjects, stepsTables, users } = others;
  const project = await testManagementProjects.provide();
  const { cases } = await testPlans.provide(project, { cases: 1 });
  const [{ id: issueId }] = cases;
  const body = { issueId, rowIndex: 0, comment: 'x' };
  const plain = testManagement.as(await users.providePlain());
  const changes = await stepsTables.changesBy(project, cases[0], () => plain.addStepComment({ body }));
  // @ts-expect-error it is comments
  expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, comment: ['x'] }] });
  // @ts-expect-error it is comments
  expect(changes).toHaveChangedOnly({ mayAlsoChange: ['comment'] });
});
`;

test('a new suite in an empty folder is formatted and typed, takes a copy of a spec once, and is green on the fake @release', async ({
  consumer,
}) => {
  const ending = await init(consumer);

  expect(ending.output.match(/^Wrote.*/gm)).toStrictEqual([...files, github].map((path) => `Wrote      ${path}`));
  expect(ending.output).toContain(`Next       ${installs} && npx playwright test\n`);
  expect(ending.code).toBe(0);
  const paths = ['package.json', 'tsconfig.json', 'playwright.config.ts', 'tests/first.spec.ts', github];
  const texts = paths.map((path) => textOf(consumer, path));
  const formatted = await Promise.all(paths.map((path, index) => format(path, texts[index] ?? '', style)));
  expect(formatted.map(({ code }) => code)).toStrictEqual(texts);
  expect(textOf(consumer, 'tests/first.spec.ts')).toBe(readFileSync(join(root, 'examples/first.spec.ts'), 'utf8'));
  expect(textOf(consumer, '.env.example')).toBe(readFileSync(join(root, 'examples/.env.example'), 'utf8'));

  const copied = await consumer.node([command, 'eject', 'directory-sync/list-connections']);
  expect(copied.code, copied.output).toBe(0);
  const suite = await consumer.node([playwright, 'test']);
  expect(suite.output).toMatch(/Verdict {4}passed\n\n[2-9] passed/);
  expect(suite.code).toBe(0);
  const again = await consumer.node([command, 'eject', 'AD-01']);
  const there = 'tests/directory-sync/list-connections.spec.ts';
  expect(again).toMatchObject({ code: 2, output: expect.stringContaining(`because it is there: ${there}`) });
  const sequences = await consumer.node([command, 'eject', 'directory-sync/sequences']);
  expect(sequences.output).toMatch(/^Install {4}npm install --save-dev fast-check@\d+\.\d+\.\d+$/m);

  const withOptions = `use: { ...apiOnly, trackerSettings: { timeout: 5_000 }, fakeOverrides: [] },
    // @ts-expect-error it is a number
    projects: [{ use: { trackerSettings: { timeout: 'long' } } }]`;
  const config = textOf(consumer, 'playwright.config.ts').replace('use: apiOnly', withOptions);
  consumer.write({ 'playwright.config.ts': config, 'tests/types.cts': types });
  expect(await consumer.node([tsc, '--skipLibCheck', 'false'])).toMatchObject({ code: 0, output: '' });
});

test('beside a suite of Playwright, a new one has a configuration of its own @release', async ({ consumer }) => {
  const theirs = {
    'playwright.config.js':
      "export default { testDir: 'e2e', projects: [{ name: 'a' }, { name: 'b' }], reporter: 'list' };",
    'e2e/shop.spec.js': "import { test } from '@playwright/test';\ntest('sells', () => {});\n",
    'package.json': '{"type": "module", "scripts": {"test": "playwright test"}}',
  };
  consumer.write(theirs);

  const { output, code } = await init(consumer);

  expect(code, output).toBe(0);
  expect(output).toContain(
    'Beside     playwright.config.js, which stays as it is: tracker.config.ts is for tracker-tests/\n',
  );
  expect(output).not.toContain('testIgnore');
  expect(output).toContain(' && npx playwright test --config tracker.config.ts\n');
  expect(output).toContain('Added      to package.json the scripts test:tracker and typecheck\n');
  expect(output).not.toContain('Left alone');
  expect(JSON.parse(textOf(consumer, 'package.json'))).toMatchObject({
    scripts: { test: 'playwright test', 'test:tracker': 'playwright test --config tracker.config.ts' },
  });
  expect(textOf(consumer, 'playwright.config.js')).toBe(theirs['playwright.config.js']);
  const workflow = textOf(consumer, github);
  const [, command = ''] = /- run: npx playwright (test .*)/.exec(workflow) ?? [];
  const [, kept = ''] = /path: (\S+)/.exec(workflow) ?? [];
  const ran = await consumer.node([playwright, ...command.split(' ')]);
  expect(ran.output).toContain('1 passed');
  expect(existsSync(join(consumer.folder, kept, 'isolated/rules.json'))).toBe(true);
});

test('an empty folder verifies the fake in shards that are merged, and a defect of it is found @release', async ({
  consumer,
}) => {
  const asked = ['--grep', '@DT-01', '--shard=1/1', 'list-by-project'];
  const settings = { TRACKER_OUTPUT: 'shards/1', TRACKER_DEFECT: 'DT-01-last-entry-dropped' };
  const shard = await consumer.node([command, 'verify', ...asked], settings);
  const merged = await consumer.node([command, 'merge', 'shards']);
  const { rules, about } = readMatrix(join(consumer.folder, 'tracker-output/merged'));

  expect(shard.output).toContain('list-by-project.spec.js:');
  expect(shard.code).toBe(1);
  expect(merged.output).toMatch(/Verdict +tests failed/);
  expect(merged.code).toBe(1);
  expect(rules.find(({ id }) => id === 'DT-01')).toMatchObject({ state: 'failing' });
  expect(about.command).toMatch(/npx tracker-e2e verify --grep '?@DT-01/);
  expect(existsSync(join(consumer.folder, 'shards/1/test-results/isolated'))).toBe(true);
});
