import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { projectText, root } from '../fixtures/run-specs.js';
import { chromiumHere } from '../pages/page-test.js';
import { test } from './installed-package.js';

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
  'b.spec.ts': `import { expect, test } from '@playwright/test';
import { RawBody } from 'tracker-e2e/builders';
import { trackerReporters } from 'tracker-e2e/reporters';

test('values', () => {
  expect(RawBody.json('a number', 1).text).toBe('1');
  expect(trackerReporters).toBeInstanceOf(Function);
});
`,
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
  expect(output).toContain('8 passed');
  expect(output.match(/^step .* at (calls|asks)\..*$/gm)).toEqual([...steps, ...steps]);
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

  expect(await consumer.node(['a.cjs'])).toEqual({ code: 0, output: 'true\n503\n200\n200\n2\n' });
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
