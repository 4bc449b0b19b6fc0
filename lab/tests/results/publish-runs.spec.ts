import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { resultsSchema } from '../../../reports/documents/results.js';
import type { Results } from '../../../reports/documents/results.js';
import { builtModule, withBuiltImports } from '../built-package.js';
import { runHere, writeFiles } from '../cli/command.js';
import { runPlaywright } from '../cli/small-suite.js';
import { root } from '../fixtures/run-specs.js';
import { chromiumHere } from '../pages/page-test.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { casesOf, publishTo, release, sampleResult, sampleResults, test } from './publish-test.js';

const secret = 'open-sesame-7';

function copyExample(folder: string, template: string, more: string): void {
  cpSync(join(root, 'examples/results'), folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const file of ['shop.spec.ts', 'playwright.config.ts']) {
    const text = withBuiltImports(readFileSync(join(folder, file), 'utf8')).replaceAll('QA-12', template);
    writeFiles(folder, { [file]: text.replace("browserName: 'chromium'", chromiumHere()) });
  }
  // A failed test costs a worker, unless it is the last.
  const toTry = `import { expect, test } from '@playwright/test';\n${more}`;
  writeFiles(folder, { 'package.json': '{"type": "module"}', 'to-try.spec.ts': toTry });
}

const flaky = `test('needs a retry', async ({}, info) => {
  await test.step('try', () => expect(info.retry).toBe(1));
});\n`;
const leaking = `test.describe(() => {
  test.describe.configure({ retries: 0 });
  test('shows a secret', async ({}, info) => {
    await info.attach('exchange', { body: 'GET /pay with ' + process.env.SHOP_PASSWORD });
    await test.step('log in', () => expect('nothing').toBe(process.env.SHOP_PASSWORD));
  });
});\n`;
const added = `test('is new in this release', async () => {
  await test.step('GET /cart', () => {});
});\n`;

async function playwright(folder: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  return (await runPlaywright(folder, args, { SHOP_PASSWORD: secret, ...settings })).output;
}

const readResults = (folder: string, file: string): Results =>
  resultsSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));

test('a browser suite is published, from its blob report too: retries, skips, tests added and removed since the last release @release', async ({
  tests,
}, testInfo) => {
  const template = await tests.template('Open the shop', 'Add a book', 'Pay');
  const folder = testInfo.outputPath('suite');
  copyExample(folder, template.key, flaky + leaking);

  const ran = await playwright(folder, ['test']);
  writeFileSync(
    join(folder, 'merge.config.ts'),
    `export default { testDir: '.', reporter: [['${builtModule('reports/results/index.ts')}', { file: 'merged.json' }]] };`,
  );
  await playwright(folder, ['merge-reports', '--config', 'merge.config.ts', 'blob-report']);
  const [results, merged] = [readResults(folder, 'results.json'), readResults(folder, 'merged.json')];
  const first = await publishTo(tests, results, release('1.0'));

  expect(merged.tests, ran).toStrictEqual(results.tests);
  const cases = await casesOf(tests, { key: first.plan.key ?? '' });
  const shown = cases.map(({ summary, status, steps }) => [summary.split(' › ').at(-1), status, ...steps]);
  for (const one of [
    ['Test Case Template', 'Pass', 'Open the shop: Pass', 'Add a book: Pass', 'Pay: Pass'],
    ['counts what is in the basket', 'Pass', 'Open the shop: Pass', 'Add two books: Pass', 'Look at the basket: Pass'],
    ['takes invoices', 'Open'],
    ['needs a retry', 'Pass', 'try: Pass'],
    ['shows a secret', 'Fail', 'log in: Fail'],
  ]) {
    expect.soft(shown).toContainEqual(one);
  }
  expect(cases).toHaveLength(5);
  expect(JSON.stringify([results, merged, tests.tenant.state()])).not.toContain(secret);
  expect(JSON.stringify(results)).toContain('GET /pay with •••');

  writeFileSync(join(folder, 'to-try.spec.ts'), `import { test } from '@playwright/test';\n${added}`);
  const config = readFileSync(join(folder, 'playwright.config.ts'), 'utf8');
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    config.replace('{ file', "{ publish: true, release: '1.1', project: 'QA', file"),
  );
  const settings = { TRACKER_URL: tests.url, TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin' };
  const printed = await playwright(folder, ['test', 'to-try.spec.ts'], settings);
  const publish = (name: string) => ['publish', '.', '--release', name, '--project', 'QA'];
  const again = await runHere(publish('1.1'), settings, folder);
  const dry = await runHere([...publish('1.2'), '--dry-run'], settings, folder);

  const [, key = ''] = /Test plan (QA-\d+) Release 1\.1, which was made/.exec(printed) ?? [];
  expect(key, printed).not.toBe('');
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toContain('1 case: 0 changed, 1 as published, 0 not published; 1 other in the plan');
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toContain('Test plan Release 1.2, which would be made');
  const made = await casesOf(tests, { key });
  // A suite without the fixtures of this package has steps that are titled like their calls.
  expect(made.find(({ summary }) => summary.endsWith('is new in this release'))?.steps).toStrictEqual([
    'GET /cart: Pass',
  ]);
  const titles = made.map(({ summary }) => summary.split(' › ').at(-1));
  expect(titles.toSorted()).toStrictEqual(['Test Case Template', 'is new in this release']);
});

const login = { TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin' };

test('the run of a rule matrix is published, a case for each rule, with the names that a project has', async ({
  plan,
  tests,
}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const matrix = judgedMatrix([
    sampleTest({ title: 'lists', rules: ['DT-01'] }),
    sampleTest({ title: 'lists more', rules: ['DT-01'], status: 'failed', error: 'one is missing' }),
  ]);
  writeFiles(folder, { 'rules.json': JSON.stringify(matrix) });

  const url = 'https://ci.example.com/9';
  const settings = { ...login, TRACKER_URL: tests.url };
  const named = ['publish', '.', '--plan', plan.key, '--run-url', url];
  const ending = await runHere([...named, '--by', 'rule', '--failed', 'Fail,Fail'], settings);

  expect(ending).toMatchObject({ code: 0, stderr: '' });
  expect(await casesOf(tests, plan)).toMatchObject([
    {
      summary: expect.stringMatching(/^DT-01 /),
      status: 'Fail',
      steps: ['lists: Pass', 'lists more: Fail'],
      links: [{ object: { url } }],
    },
  ]);
});

test('the files of two shards are published as one run, without secrets of the environment', async ({
  tests,
}, testInfo) => {
  const template = await tests.template('pay');
  const other = await tests.template('look');
  const plan = await tests.planOf(template, other);
  const folder = testInfo.outputPath('cwd');
  const failed = sampleResult('pays', { status: 'failed', cases: [template.key], error: `token ${secret}` });
  const passed = sampleResult('looks', { cases: [other.key] });
  writeFiles(folder, {
    '1.json': JSON.stringify(sampleResults('a', failed)),
    '2.json': JSON.stringify(sampleResults('a', passed)),
  });

  const settings = { ...login, TRACKER_URL: tests.url, SHOP_TOKEN: secret };
  const args = ['publish', '1.json', '2.json', '--plan', plan.key, '--iteration', 'next'];
  const first = await runHere(args, settings);
  const again = await runHere(args, settings);

  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('the next iteration of the plan was begun');
  expect(again.stdout).toContain('2 cases: 0 changed, 2 as published');
  expect(await casesOf(tests, plan)).toMatchObject([
    { status: 'Fail', comments: [expect.stringContaining('pays: token ')] },
    { status: 'Pass' },
  ]);
  expect(JSON.stringify(tests.tenant.state())).not.toContain(secret);
});

test('what can not be published is said, with what to do', async ({ plan, tests }, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const matrix = judgedMatrix([sampleTest({ title: 'lists', rules: ['DT-01'] })]);
  const rules = JSON.stringify(matrix);
  writeFiles(folder, { 'results.json': '{}', 'broken.json': '{', 'rules.json': rules });
  const settings = { ...login, TRACKER_URL: tests.url };

  const named = ['rules.json', '--plan', plan.key];
  const nowhere = { ...login, TRACKER_URL: 'http://127.0.0.1:1' };
  for (const [args, env, code, says] of [
    [named, {}, 2, 'TRACKER_URL is missing'],
    [['.'], settings, 2, 'run the tests again'],
    [['broken.json'], settings, 2, "The run broken.json can't be read"],
    [[...named, '--iteration', 'last'], settings, 2, "argument 'last' is invalid. Allowed choices are current, next."],
    [['rules.json'], settings, 2, 'No test plan is named'],
    [[...named, '--passed', 'Green'], settings, 2, 'has no step status Green; it has To do'],
    [named, nowhere, 4, ''],
    [['rules.json', '--release', '', '--project', 'QA'], settings, 2, 'The option for release is empty'],
    [[...named, '--run-url', 'javascript:alert(1)'], settings, 2, 'is no address of a page'],
  ] as const) {
    const stderr = expect.stringContaining(says);
    expect.soft(await runHere(['publish', ...args], env), args.join(' ')).toMatchObject({ code, stderr });
  }
});
