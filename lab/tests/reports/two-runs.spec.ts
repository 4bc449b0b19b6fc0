import { mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clearLeftResults, resultsOfRun } from '../../../reports/allure/results/results-of-run.js';
import { run, start } from '../cli/command.js';
import { testOf, verifiesAll, writeSmallSuite } from '../cli/small-suite.js';
import { readAllureResults } from './read-run.js';

test('two runs at once in one folder both pass, keep the files of their tests, and leave the last one’s results and a history of both @release', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const writes = (then: string) => `return (async () => {
    const { writeFileSync, existsSync } = await import('node:fs');
    const { setTimeout } = await import('node:timers/promises');
    const file = info.outputPath('a-file');
    writeFileSync(file, '');
    ${then}
  })();`;
  const waits = `process.stdout.write('it waits');
    while (!existsSync('go')) await setTimeout(50);
    expect(existsSync(file)).toBe(true);`;
  const attached = testOf('attaches', ['DT-01'], `return info.attach('a text', { body: 'of the run' });`);
  writeSmallSuite(cwd, {
    allure: true,
    files: {
      'a.spec.ts': attached + testOf('waits', ['DT-01'], writes(waits)),
      'b.spec.ts': verifiesAll + testOf('writes', ['DT-01'], writes('')),
    },
    config: 'timeout: 600_000',
  });
  const output = join(cwd, 'tracker-output/isolated');

  const first = start(cwd, ['run', 'a.spec.ts']);
  await first.until('it waits');
  const second = await run(cwd, ['run', 'b.spec.ts']);
  expect(second, second.stderr).toMatchObject({ code: 0 });
  expect(namesIn(join(output, 'allure-results'))).toEqual(['verifies all', 'writes']);
  writeFileSync(join(cwd, 'go'), '');
  const ended = await first.ended;

  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  expect(ended.stdout + ended.stderr + second.stderr).not.toMatch(/ENOENT|ENOTEMPTY/);
  for (const { stdout } of [second, ended]) {
    expect(stdout).toContain(`Allure     ${join('tracker-output/isolated', 'allure-report/index.html')}`);
  }
  expect(namesIn(join(output, 'allure-results'))).toEqual(['attaches', 'waits']);
  const left = readdirSync(output).filter((name) => name.startsWith('allure'));
  expect(left).toEqual(['allure-history.jsonl', 'allure-report', 'allure-results']);
  expect(readFileSync(join(output, 'allure-history.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);

  const told = 'Another run goes on in this folder, so files of tests go to ';
  expect([ended, second].map(({ stdout }) => stdout.includes(told))).toEqual([false, true]);
  expect(second.stdout).toContain(told + join(cwd, 'tracker-output/test-results-of-'));
});

test('what a killed run left is taken away, what may be of a run that goes on is not', ({}, testInfo) => {
  const kept = testInfo.outputPath('allure-results');
  const [live, killed, fresh] = [resultsOfRun(kept), `${kept}-of-0-abc`, `${kept}-of-0-def`];
  for (const folder of [live, killed, fresh, kept]) mkdirSync(folder);
  const longAgo = new Date('2020-01-01');
  for (const folder of [live, killed, kept]) utimesSync(folder, longAgo, longAgo);

  clearLeftResults(kept);

  const left = readdirSync(testInfo.outputPath()).map((name) => testInfo.outputPath(name));
  expect(left).toEqual([kept, fresh, live].sort());
});

/** The names of the tests of whose results a folder is, in order. */
function namesIn(folder: string): string[] {
  return readAllureResults(folder)
    .map(({ name }) => name)
    .sort();
}
