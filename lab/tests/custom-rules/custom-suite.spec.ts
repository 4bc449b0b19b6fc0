import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { exitCodes } from '../../../reports/exit-codes.js';
import { run, runHere } from '../cli/command.js';
import { readAllureResults, readMatrix } from '../reports/read-run.js';
import { runPlaywright } from '../reports/run-project.js';

/** The folder of a suite with rules, endpoints and builders of its own. */
const suite = join(import.meta.dirname, 'suite');

/** Runs the suite with these arguments of `playwright test` and these settings and no other. */
const runSuite = (output: string, args: readonly string[], settings: Readonly<Record<string, string>>) =>
  runPlaywright(suite, ['test', '-c', suite, ...args], { TRACKER_SEED: '3', TRACKER_OUTPUT: output, ...settings });

const watcherTests = {
  'WA-01': 'POST /issue/{issueIdOrKey}/watchers › adds a watcher once',
  'WA-02': 'GET /issue/{issueIdOrKey}/watchers › is empty for a new issue',
  'WA-03': 'POST /issue/{issueIdOrKey}/watchers › refuses somebody unknown and adds nobody',
};

test('own rules and endpoints of all shards are in the matrix, its text, its page, its command and Allure', async ({}, testInfo) => {
  const [output, cwd] = [testInfo.outputPath('shards'), testInfo.outputPath('cwd')];
  const settings = { TRACKER_REPORTS: 'blob', TRACKER_GATE: 'reachable', WATCHERS_ALLURE: '1' };
  const shards = [
    await runSuite(join(output, '1'), ['--shard=1/2'], settings),
    await runSuite(join(output, '2'), ['--shard=2/2'], settings),
  ];
  expect(shards.map(({ exitCode }) => exitCode)).toEqual([0, 0]);

  const merged = await run(cwd, ['merge', output, '-c', suite], { WATCHERS_ALLURE: '1' });

  expect(merged.code, merged.stdout + merged.stderr).toBe(exitCodes.passed);
  const reports = join(cwd, 'tracker-output/merged');
  const { apis, rules, endpoints, tests, run: ended } = readMatrix(reports);
  const titles = new Map(tests.map(({ id, title }) => [id, title]));
  expect({ apis, errors: ended.errors }).toEqual({ apis: ['Watchers'], errors: [] });
  const ids = Object.keys(watcherTests);
  expect(rules.map(({ id, state }) => `${id} ${state}`)).toEqual(ids.map((id) => `${id} verified`));
  expect(rules[0]).toMatchObject({
    ...{ kind: 'documented', api: 'Watchers', scope: 'own', section: 'Watchers, rule 1' },
    ...{ text: 'Adding a watcher twice changes nothing.', endpoints: ['POST /issue/{issueIdOrKey}/watchers'] },
  });
  expect(Object.fromEntries(rules.map((row) => [row.id, titles.get(row.tests.join())]))).toEqual(watcherTests);
  expect(endpoints.map(({ api, title, rules: of, totals }) => [api, title, of.join(), totals.passed])).toEqual([
    ['Watchers', 'POST /issue/{issueIdOrKey}/watchers', 'WA-01,WA-03', 2],
    ['Watchers', 'GET /issue/{issueIdOrKey}/watchers', 'WA-02', 1],
  ]);

  const read = (name: string) => readFileSync(join(reports, name), 'utf8');
  expect(read('rules.txt')).toContain('\nWatchers: documented rules\n  WA-01   verified      Adding a watcher twice');
  expect(read('rules.html')).toContain('<option value="Watchers">Watchers (3)</option>');

  const results = ['1', '2'].flatMap((shard) => readAllureResults(join(output, shard, 'isolated/allure-results')));
  const adds = results.find(({ name }) => name === 'adds a watcher once');
  for (const [name, value] of [
    ['epic', 'Watchers'],
    ['feature', 'POST /issue/{issueIdOrKey}/watchers'],
    ['severity', 'critical'],
    ['tag', 'WA-01'],
  ] as const) {
    expect.soft(adds?.labels).toContainEqual({ name, value });
  }
  const link = {
    name: 'WA-01 Adding a watcher twice changes nothing.',
    url: expect.stringContaining('#WA-01') as unknown,
  };
  expect.soft(adds?.links).toContainEqual(expect.objectContaining(link));

  const printed = (...args: string[]) => runHere(cwd, ['rules', '--file', join(reports, 'rules.json'), ...args]);
  const byId = await printed('--rule', 'wa-02');
  const byGroup = await printed('--api', 'watchers');
  const unknown = await printed('--rule', 'WA-99');
  expect(byId.stdout).toMatch(/^Watchers, documented rules\n {2}✓ WA-02 {3}verified [^\n]*\n\nTracker/);
  expect(byGroup.stdout.match(/(?<=✓ )\S+/g)).toEqual(ids);
  expect(unknown).toMatchObject({ code: exitCodes.badSettings, stdout: '' });
  expect(unknown.stderr).toContain("argument 'WA-99' is invalid. Did you mean ");
});

test('--grep @WA-01 runs the test of the rule, on a retry too, and a rule that nobody has defined ends it with 3', async ({}, testInfo) => {
  const folder = testInfo.outputPath('out');
  const { exitCode, output } = await runSuite(folder, ['--grep', '@WA-01', '--retries=1'], {
    ...{ WATCHERS_TOLD: '1', WATCHERS_FLAKY: '1', TRACKER_GATE: 'WA-01, WB-07' },
  });

  expect(exitCode, output).toBe(exitCodes.rulesUnverified);
  expect(output).toContain('- 1 documented rule is not verified: WB-07.\n');
  expect(output).toContain('- Nobody has defined WB-07: ');
  const { tests, rules } = readMatrix(join(folder, 'isolated'));
  expect(tests.map(({ title, status }) => ({ title, status }))).toEqual([
    { title: watcherTests['WA-01'], status: 'flaky' },
  ]);
  expect(rules.map(({ id, state, reasons }) => [id, state, reasons[0]])).toEqual([
    ['WA-01', 'verified', '“POST /issue/{issueIdOrKey}/watchers › adds a watcher once” passed only on a retry'],
    ['WA-02', 'unverified', 'no test covers it'],
    ['WA-03', 'unverified', 'no test covers it'],
  ]);
});
