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

test('endpoints and rules select tests together, --grep chooses among them, and the gate asks for their rules', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files });

  const by = ['--endpoints', 'GET /project/{projectIdOrKey}', '--rules', 'DT-2*, DT-3*', '--grep', 'lists|removes'];
  const together = await run(cwd, ['run', ...by]);

  expect(together.code).toBe(exitCodes.passed);
  expect(told(together.stdout)).toEqual(
    passedOf(
      `2 of 2 tests, by --endpoints GET /project/{projectIdOrKey} --rules DT-2*,DT-3* --grep 'lists|removes'`,
      2,
      2,
    ),
  );
});

test('what an earlier run saw a test call counts, and what means nothing ends the run', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files });

  const first = await run(cwd, ['run']);
  const second = await run(cwd, ['run', '--endpoints', 'setStepCell']);
  const wrong = await run(cwd, ['run', '--endpoints', 'setStepCel', '--rules', 'DT-99', '--changed-since', 'nowhere']);

  expect(first).toMatchObject({ code: exitCodes.rulesUnverified });
  // Each of these tests says that it called every endpoint.
  expect(told(second.stdout)[0]).toBe('Selected   4 of 4 tests, by --endpoints setStepCell');
  expect(wrong.code).toBe(exitCodes.badSettings);
  expect(wrong.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^--changed-since nowhere names no commit that is here: |^The changes can't be listed: /),
    'There is no endpoint setStepCel: did you mean setStepCell?',
    expect.stringMatching(/^There is no rule DT-99: did you mean DT-/),
  ]);
});

test('a line of a file selects the test or the describe that it belongs to', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const named = (title: string, id: string) => `test(\n  '${title}',\n  { tag: '@${id}' },\n  () => {},\n);\n`;
  const described = `test.describe('both', () => {\n${named('first', 'DT-01')}\n${named('second', 'DT-05')}});\n`;
  writeSmallSuite(cwd, {
    files: { 'a.spec.ts': `\n${described}${named('third', 'DT-06')}`, 'b.spec.ts': files['b.spec.ts'] },
  });
  const lines = readFileSync(join(cwd, 'a.spec.ts'), 'utf8').split('\n');
  const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
  const at = (text: string, further = 0) => `a.spec.ts:${lineOf(text) + further}`;

  const inTest = await run(cwd, ['run', at('second', 2), 'b.spec.ts', '--grep', 'second|removes']);
  const ofDescribe = await run(cwd, ['run', `${at('both')}:3`]);

  expect(told(inTest.stdout)).toContain('2 passed, 0 failed, 0 skipped');
  expect(told(ofDescribe.stdout)).toEqual(passedOf(`2 tests, by ${at('both')}:3`, 2, 2));
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
  const byPlaywright = await run(cwd, ['run', '--only-changed=HEAD']);

  expect(told(unchanged.stdout)).toEqual(passedOf('0 of 4 tests, by --changed-since HEAD', 0, 0));
  expect(unchanged.code).toBe(exitCodes.passed);
  expect(told(changed.stdout)[0]).toBe('Selected   2 of 4 tests, by --rules TM-17 --changed-since HEAD');
  expect(told(byPlaywright.stdout)).toEqual(passedOf('1 test, by --only-changed=HEAD', 1, 1));
});

test('--last-failed runs the tests that failed or did not run, also if another run goes on in the folder', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const prepared = `test.describe('prepared', () => {
    test.describe.configure({ mode: 'default' });
    test.beforeAll(() => { if (process.env.BROKEN) throw new Error('broken'); });
    ${testOf('begins', ['DT-05'])} ${testOf('goes on', ['DT-06'])}
  });`;
  writeSmallSuite(cwd, { files: { ...files, 'd.spec.ts': failingTest('fails', ['DT-04']) + prepared } });
  const broken = await run(cwd, ['run'], { BROKEN: '1' });

  const repaired = await run(cwd, ['run', '--last-failed']);
  const beside = await Promise.all([
    run(cwd, ['run', '--last-failed'], { TRACKER_OUTPUT: 'tracker-output' }),
    run(cwd, ['run', '--grep', 'lists'], { TRACKER_OUTPUT: 'other' }),
  ]);

  expect(told(broken.stdout).at(-1)).toBe('4 passed, 2 failed, 0 skipped, 1 not run');
  for (const [{ code, stdout }, passed] of [
    [repaired, 2],
    [beside[0], 0],
  ] as const) {
    expect(code, stdout).toBe(exitCodes.testsFailed);
    expect(told(stdout).at(-1)).toBe(`${passed} passed, 1 failed, 0 skipped`);
  }
  expect(told(beside[1].stdout).at(-1)).toBe('1 passed, 0 failed, 0 skipped');
});
