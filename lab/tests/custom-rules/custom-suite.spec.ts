import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { exitCodes } from '../../../reports/exit-codes.js';
import { builtModule } from '../built-package.js';
import { run, runHere } from '../cli/command.js';
import { readAllureResults, readMatrix, runPlaywright } from '../cli/small-suite.js';

const sources = join(import.meta.dirname, 'suite');

let suite: string;

/** Copies a suite with rules, endpoints and builders of its own, to run it with the bundled package, which loads faster. */
test.beforeEach(({}, testInfo) => {
  suite = testInfo.outputPath('suite');
  mkdirSync(suite);
  for (const name of readdirSync(sources)) {
    const source = readFileSync(join(sources, name), 'utf8');
    const bundled = source.replaceAll(/(?<=')(?:\.\.\/){4}(.+)\.js(?=')/g, (_, module: string) =>
      builtModule(`${module}.ts`),
    );
    writeFileSync(join(suite, name), bundled);
  }
});

/** Runs the suite with these arguments of `playwright test` and these settings and no other. */
const runSuite = (output: string, args: readonly string[], settings: Readonly<Record<string, string>>) =>
  runPlaywright(suite, ['test', ...args], { TRACKER_SEED: '3', TRACKER_OUTPUT: output, ...settings });

const [adds, refuses] = ['adds a watcher once', 'refuses somebody unknown and adds nobody'].map(
  (title) => `POST /issue/{issueIdOrKey}/watchers › ${title}`,
);

test('own rules and endpoints of a merged run are in the matrix, its text, its page, its command and Allure, also on a retry', async ({}, testInfo) => {
  const [output, cwd] = [testInfo.outputPath('shards'), testInfo.outputPath('cwd')];
  const grep = '@WA-01|@WA-03';
  const { exitCode, output: printed } = await runSuite(
    join(output, '1'),
    ['--shard=1/1', '--retries=1', '--grep', grep],
    {
      ...{ TRACKER_REPORTS: 'blob', TRACKER_GATE: 'reachable', WATCHERS_ALLURE: '1', WATCHERS_FLAKY: '1' },
    },
  );
  expect(exitCode, printed).toBe(0);

  const merged = await run(cwd, ['merge', output, '-c', suite], { WATCHERS_ALLURE: '1' });

  expect(merged.code, merged.stdout + merged.stderr).toBe(exitCodes.passed);
  const reports = join(cwd, 'tracker-output/merged');
  const { apis, rules, endpoints, tests, run: ended } = readMatrix(reports);
  expect({ apis, errors: ended.errors }).toEqual({ apis: ['Watchers'], errors: [] });
  expect(tests.map(({ title, status }) => [title, status])).toEqual([
    [adds, 'flaky'],
    [refuses, 'passed'],
  ]);
  expect(rules.map(({ id, state, reasons }) => [id, state, ...reasons])).toEqual([
    ['WA-01', 'verified', `“${adds}” passed only on a retry`],
    ['WA-03', 'verified'],
  ]);
  expect(rules[0]).toMatchObject({
    ...{ kind: 'documented', api: 'Watchers', scope: 'own', section: 'Watchers, rule 1' },
    ...{ text: 'Adding a watcher twice changes nothing.', endpoints: ['POST /issue/{issueIdOrKey}/watchers'] },
  });
  expect(endpoints.map(({ api, title, rules: of, totals }) => [api, title, of.join(), totals.passed])).toEqual([
    ['Watchers', 'POST /issue/{issueIdOrKey}/watchers', 'WA-01,WA-03', 1],
  ]);

  const read = (name: string) => readFileSync(join(reports, name), 'utf8');
  expect(read('rules.txt')).toContain(
    '\nWatchers, documented rules\n  ✓ WA-01   verified         Adding a watcher twice',
  );
  expect(read('rules.html')).toContain('<option value="Watchers">Watchers (2)</option>');
  expect(read('allure-report/test-results.json')).toContain('adds a watcher once');

  const results = readAllureResults(join(output, '1/isolated/allure-results'));
  const last = results.find(({ name, status }) => name === 'adds a watcher once' && status === 'passed');
  for (const [name, value] of [
    ['epic', 'Watchers'],
    ['feature', 'POST /issue/{issueIdOrKey}/watchers'],
    ['severity', 'critical'],
    ['tag', 'WA-01'],
  ] as const) {
    expect.soft(last?.labels).toContainEqual({ name, value });
  }
  const link = {
    name: 'WA-01 Adding a watcher twice changes nothing.',
    url: expect.stringContaining('#WA-01') as unknown,
  };
  expect.soft(last?.links).toContainEqual(expect.objectContaining(link));

  const told = (...args: string[]) => runHere(cwd, ['rules', '--file', join(reports, 'rules.json'), ...args]);
  const byId = await told('--rule', 'wa-03');
  const byGroup = await told('--api', 'watchers');
  const unknown = await told('--rule', 'WA-99');
  expect(byId.stdout).toMatch(/^Watchers, documented rules\n {2}✓ WA-03 {3}verified [^\n]*\n\nTracker/);
  expect(byGroup.stdout.match(/(?<=✓ )\S+/g)).toEqual(['WA-01', 'WA-03']);
  expect(unknown).toMatchObject({ code: exitCodes.badSettings, stdout: '' });
  expect(unknown.stderr).toContain("argument 'WA-99' is invalid. Did you mean ");
});

test('rules that a configuration tells have rows without a test, and one that nobody has defined ends the run with 3', async ({}, testInfo) => {
  const folder = testInfo.outputPath('out');
  const { exitCode, output } = await runSuite(folder, ['--grep', '@WA-02|@QA-12'], {
    ...{ WATCHERS_TOLD: '1', TRACKER_GATE: 'WA-02, WB-07' },
  });

  expect(exitCode, output).toBe(exitCodes.rulesUnverified);
  expect(output).toContain('- 1 documented rule is not verified: WB-07.\n');
  expect(output).toContain('- Nobody has defined WB-07: ');
  const { rules, totals } = readMatrix(join(folder, 'isolated'));
  expect(totals).toMatchObject({ passed: 2, failed: 0 });
  expect(rules.map(({ id, state, reasons }) => [id, state, ...reasons])).toEqual([
    ['WA-01', 'unverified', 'no test covers it'],
    ['WA-02', 'verified'],
    ['WA-03', 'unverified', 'no test covers it'],
  ]);
});
