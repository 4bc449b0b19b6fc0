import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { exitCodes } from '../../../reports/exit-codes.js';
import { withBuiltImports } from '../built-package.js';
import { run, runHere } from '../cli/command.js';
import { readAllureResults, readMatrix, runPlaywright } from '../cli/small-suite.js';
import { root } from '../fixtures/run-specs.js';

const files = [
  ...['playwright.config.ts', 'support/votes.ts'],
  ...['specs/adds-an-endpoint-and-a-rule.spec.ts', 'specs/extends-a-builder.spec.ts', 'specs/merges-fixtures.spec.ts'],
];

let suite: string;

/** Copies the suite of examples/consumer, to run it with the bundled package; its first test of votes fails. */
test.beforeEach(({}, testInfo) => {
  suite = testInfo.outputPath('suite');
  for (const file of files) {
    cpSync(join(root, 'examples/consumer', file), join(suite, file));
    const source = withBuiltImports(readFileSync(join(suite, file), 'utf8'))
      .replace('expect(again).toFitContract();', '$& expect(test.info().retry).toBe(1);')
      .replace("'an issue can be urgent',", "$& { tag: '@QA-12' },");
    writeFileSync(join(suite, file), source);
  }
});

const runSuite = (output: string, args: readonly string[], settings: Readonly<Record<string, string>>) =>
  runPlaywright(suite, ['test', '--output=test-results', ...args], {
    TRACKER_SEED: '3',
    TRACKER_OUTPUT: output,
    ...settings,
  });

const title = 'POST /issue/{issueIdOrKey}/vote';
const text = 'Each user has one vote for an issue, however often it is given.';

test('own rules and endpoints of a merged run are in the matrix, its text, its page, its command and Allure, also on a retry', async ({}, testInfo) => {
  const [output, cwd] = [testInfo.outputPath('shards'), testInfo.outputPath('cwd')];
  const args = ['--shard=1/1', '--retries=1', '--grep', '@VO-01'];
  const { code, output: printed } = await runSuite(join(output, '1'), args, { TRACKER_REPORTS: 'blob' });
  expect(code, printed).toBe(0);

  const merged = await run(suite, ['merge', output], { TRACKER_OUTPUT: join(cwd, 'tracker-output') });

  expect(merged.code, merged.stdout + merged.stderr).toBe(exitCodes.passed);
  const reports = join(cwd, 'tracker-output/merged');
  expect(readMatrix(reports)).toMatchObject({
    ...{ apis: ['Votes'], run: { errors: [] } },
    tests: [{ title: `${title} › counts a user once`, status: 'flaky' }],
    rules: [
      {
        ...{ id: 'VO-01', state: 'verified', reasons: [`“${title} › counts a user once” passed only on a retry`] },
        ...{ kind: 'documented', api: 'Votes', scope: 'own', section: 'Votes, rule 1', text, endpoints: [title] },
      },
    ],
    endpoints: [{ api: 'Votes', title, rules: ['VO-01'], totals: { flaky: 1 } }],
  });

  const read = (name: string) => readFileSync(join(reports, name), 'utf8');
  expect(read('rules.html')).toContain('<option value="Votes">Votes (1)</option>');
  expect(read('allure-report/test-results.json')).toContain('counts a user once');

  const results = readAllureResults(join(output, '1/isolated/allure-results'));
  const last = results.find(({ status }) => status === 'passed');
  const labels = { epic: 'Votes', feature: title, severity: 'critical', tag: 'VO-01' };
  for (const [name, value] of Object.entries(labels)) expect.soft(last?.labels).toContainEqual({ name, value });
  expect(last?.links).toMatchObject([{ name: `VO-01 ${text}`, url: expect.stringContaining('#VO-01') }]);

  const told = (...options: string[]) => runHere(['rules', '--file', join(reports, 'rules.json'), ...options]);
  for (const options of [
    ['--rule', 'vo-01'],
    ['--api', 'votes'],
  ]) {
    expect((await told(...options)).stdout).toMatch(/^Votes, documented rules\n {2}✓ VO-01 {3}verified /);
  }
  const stderr = expect.stringContaining("argument 'VO-99' is invalid. Did you mean ");
  expect(await told('--rule', 'VO-99')).toMatchObject({ code: exitCodes.badSettings, stdout: '', stderr });
});

test('rules that a configuration tells have rows without a test, and one that nobody has defined ends the run with 3', async ({}, testInfo) => {
  const folder = testInfo.outputPath('out');
  const { code, output } = await runSuite(folder, ['--grep', '@DT-01|@QA-12'], {
    TRACKER_GATE: 'DT-01, VO-01, WB-07',
  });

  expect(code, output).toBe(exitCodes.rulesUnverified);
  expect(output).toContain('- 2 documented rules are not verified: VO-01, WB-07.\n');
  expect(output).toContain('- Nobody has defined WB-07: ');
  const { rules, totals } = readMatrix(join(folder, 'isolated'));
  expect(totals).toMatchObject({ passed: 2, failed: 0 });
  expect(rules.map(({ id, state, reasons }) => [id, state, ...reasons])).toStrictEqual([
    ['DT-01', 'verified'],
    ['VO-01', 'unverified', 'no test covers it'],
  ]);
});
