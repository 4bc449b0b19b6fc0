import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { exitCodes } from '../../../reports/exit-codes.js';
import { specStart } from '../reports/sample-run.js';
import { run } from './command.js';
import { testOf, writeSmallSuite } from './small-suite.js';

const named = (title: string) => `test(\n  '${title}',\n  { tag: '@DT-01' },\n  () => {},\n);\n`;
const described = (title: string, ...tests: readonly string[]) =>
  `test.describe('${title}', () => {\n${tests.map(named).join('\n')}});\n`;
const sources = {
  'a.spec.ts': `\n${described('one', 'first', 'second')}${described('both', 'third', 'fourth')}${named('fifth')}`,
  'b.spec.ts': testOf('removes', ['DT-22']) + testOf('stores', ['DT-31']),
  'c.spec.ts': testOf('copies', ['TM-17']),
  'd.spec.ts': `test.describe('prepared', () => {
    test.describe.configure({ mode: 'default' });
    test.beforeAll(() => { if (process.env.BROKEN) throw new Error('broken'); });
    ${testOf('begins', ['DT-05'])} ${testOf('goes on', ['DT-06'])}
  });`,
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

test('the tests that failed or did not run, of lines, endpoints and rules, and that a change can affect are selected, and the gate asks for their rules', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files: sources });
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\ntracker-output\ntest-results\n');
  for (const args of ['init --quiet', 'add .', '-c user.name=a -c user.email=a@example.com commit --quiet -m all']) {
    execFileSync('git', args.split(' '), { cwd, stdio: 'ignore' });
  }
  const lines = readFileSync(join(cwd, 'a.spec.ts'), 'utf8').split('\n');
  const at = (text: string, further = 0) => `a.spec.ts:${lines.findIndex((line) => line.includes(text)) + 1 + further}`;

  const broken = await run(cwd, ['run'], { BROKEN: '1' });
  const lastFailed = await run(cwd, ['run', '--last-failed']);
  const unchanged = await run(cwd, ['run', '--changed-since', 'HEAD']);
  writeFileSync(join(cwd, 'c.spec.ts'), specStart + testOf('copies again', ['TM-17']));
  // The tests of the lines called the endpoint in the first run.
  const by = ['--endpoints', 'setStepCell', '--rules', 'DT-2*, DT-3*', '--changed-since', 'HEAD'];
  const files = [at('second', 2), `${at('both')}:3`, 'b.spec.ts', 'c.spec.ts'];
  const words = '[a-z]d|fourth|removes|copies';
  const together = await run(cwd, ['run', ...by, ...files, '--grep', words, '--reports', 'junit']);
  const wrong = await run(cwd, ['run', '--endpoints', 'setStepCel', '--rules', 'DT-99', '--changed-since', 'nowhere']);

  expect(told(broken.stdout).at(-1)).toBe('8 passed, 1 failed, 0 skipped, 1 not run');
  expect(told(lastFailed.stdout).at(-1)).toBe('2 passed, 0 failed, 0 skipped');
  expect(told(unchanged.stdout)).toEqual(passedOf('0 of 10 tests, by --changed-since HEAD', 0, 0));
  expect(unchanged.code).toBe(exitCodes.passed);
  const typed = `--endpoints setStepCell --rules DT-2*,DT-3* --changed-since HEAD ${files.join(' ')} --grep '${words}'`;
  expect(told(together.stdout)).toEqual(passedOf(`5 of 5 tests, by ${typed}`, 2, 5));
  expect(together.code).toBe(exitCodes.passed);
  const junit = readFileSync(join(cwd, 'tracker-output/isolated/junit.xml'), 'utf8');
  const titles = junit.match(/(?<=<testcase name="(.* › )?)[\w ]+(?=")/g);
  expect(titles).toEqual(['second', 'third', 'fourth', 'removes', 'copies again']);
  expect(wrong.code).toBe(exitCodes.badSettings);
  expect(wrong.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^--changed-since nowhere names no commit that is here: |^The changes can't be listed: /),
    'There is no endpoint setStepCel. Did you mean setStepCell?',
    expect.stringMatching(/^There is no rule DT-99\. Did you mean DT-/),
  ]);
});
