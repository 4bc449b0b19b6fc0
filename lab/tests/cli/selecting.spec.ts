import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { exitCodes } from '../../../reports/exit-codes.js';
import { specStart } from '../reports/sample-run.js';
import { run } from './command.js';
import { failingTest, testOf, writeSmallSuite } from './small-suite.js';

const files = {
  'a.spec.ts': testOf('lists', ['DT-01']),
  'b.spec.ts': testOf('removes', ['DT-22']) + testOf('stores', ['DT-31']),
  'c.spec.ts': testOf('copies', ['TM-17']),
};

/** The lines of a run that say what was selected, and what became of it. */
const told = (stdout: string) =>
  stdout.split('\n').filter((line) => /^(Selected|Verdict|Rules) |^\d+ passed/.test(line));

const passedOf = (selected: string, rules: number, tests: number) => [
  `Selected   ${selected}`,
  `Rules      ${rules} verified, 0 failing, 0 not verified here, of ${rules} selected`,
  'Verdict    passed',
  `${tests} passed, 0 failed, 0 skipped`,
];

test('the tests that failed or did not run, of endpoints and rules, and that an earlier run saw call an endpoint are selected, and the gate asks for their rules', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const prepared = `test.describe('prepared', () => {
    test.describe.configure({ mode: 'default' });
    test.beforeAll(() => { if (process.env.BROKEN) throw new Error('broken'); });
    ${testOf('begins', ['DT-05'])} ${testOf('goes on', ['DT-06'])}
  });`;
  writeSmallSuite(cwd, { files: { ...files, 'd.spec.ts': failingTest('fails', ['DT-04']) + prepared } });
  const broken = await run(cwd, ['run'], { BROKEN: '1' });

  // The first of the two covers no rule of the endpoint, and called it in the run before.
  const by = ['--endpoints', 'setStepCell', '--rules', 'DT-2*, DT-3*', '--grep', 'lists|removes'];
  const lastFailed = await run(cwd, ['run', '--last-failed']);
  const together = await run(cwd, ['run', ...by]);
  const wrong = await run(cwd, ['run', '--endpoints', 'setStepCel', '--rules', 'DT-99', '--changed-since', 'nowhere']);

  expect(told(broken.stdout).at(-1)).toBe('4 passed, 2 failed, 0 skipped, 1 not run');
  expect(told(lastFailed.stdout).at(-1)).toBe('2 passed, 1 failed, 0 skipped');
  expect(lastFailed.code).toBe(exitCodes.testsFailed);
  const typed = `--endpoints setStepCell --rules DT-2*,DT-3* --grep 'lists|removes'`;
  expect(told(together.stdout)).toEqual(passedOf(`2 of 2 tests, by ${typed}`, 2, 2));
  expect(together.code).toBe(exitCodes.passed);
  expect(wrong.code).toBe(exitCodes.badSettings);
  expect(wrong.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^--changed-since nowhere names no commit that is here: |^The changes can't be listed: /),
    'There is no endpoint setStepCel: did you mean setStepCell?',
    expect.stringMatching(/^There is no rule DT-99: did you mean DT-/),
  ]);
});

test('a line of a file selects the test or the describe that it belongs to', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const named = (title: string) => `test(\n  '${title}',\n  { tag: '@DT-01' },\n  () => {},\n);\n`;
  const described = (title: string, ...tests: readonly string[]) =>
    `test.describe('${title}', () => {\n${tests.map(named).join('\n')}});\n`;
  writeSmallSuite(cwd, {
    files: {
      'a.spec.ts': `\n${described('one', 'first', 'second')}${described('both', 'third', 'fourth')}${named('fifth')}`,
      'b.spec.ts': files['b.spec.ts'],
    },
  });
  const lines = readFileSync(join(cwd, 'a.spec.ts'), 'utf8').split('\n');
  const at = (text: string, further = 0) => `a.spec.ts:${lines.findIndex((line) => line.includes(text)) + 1 + further}`;

  const chosen = [at('second', 2), `${at('both')}:3`, 'b.spec.ts'];
  const { stdout } = await run(cwd, ['run', ...chosen, '--grep', '[a-z]d|fourth|removes', '--reports', 'junit']);

  expect(told(stdout)).toContain('4 passed, 0 failed, 0 skipped');
  const junit = readFileSync(join(cwd, 'tracker-output/isolated/junit.xml'), 'utf8');
  expect(junit.match(/(?<=<testcase name="(.* › )?)\w+(?=")/g)).toEqual(['second', 'third', 'fourth', 'removes']);
});

test('a change selects the tests of its files, and none passes', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files });
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\ntracker-output\ntest-results\n');
  for (const args of ['init --quiet', 'add .', '-c user.name=a -c user.email=a@example.com commit --quiet -m all']) {
    execFileSync('git', args.split(' '), { cwd, stdio: 'ignore' });
  }

  const unchanged = await run(cwd, ['run', '--changed-since', 'HEAD']);
  writeFileSync(join(cwd, 'a.spec.ts'), specStart + testOf('lists again', ['DT-01']));
  const changed = await run(cwd, ['run', '--changed-since', 'HEAD', '--rules', 'TM-17']);

  expect(told(unchanged.stdout)).toEqual(passedOf('0 of 4 tests, by --changed-since HEAD', 0, 0));
  expect(unchanged.code).toBe(exitCodes.passed);
  expect(told(changed.stdout)[0]).toBe('Selected   2 of 4 tests, by --rules TM-17 --changed-since HEAD');
});
