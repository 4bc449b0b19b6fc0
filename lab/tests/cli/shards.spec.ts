import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { JudgedMatrix } from '../../../contracts/index.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { readMatrix } from '../reports/read-run.js';
import { demandedRules } from '../reports/sample-run.js';
import { run, runHere } from './command.js';
import { failingTest, testOf, writeSmallSuite } from './small-suite.js';

const half = (part: number) => demandedRules.filter((_, index) => index % 2 === part);

const lastLine = (stdout: string) => stdout.trimEnd().split('\n').at(-1);

/** What two runs of the same tests have in common. */
function whatCounts({ verdict, target, totals, rules, tests }: JudgedMatrix) {
  const titles = new Map(tests.map(({ id, title, file, line, status }) => [id, { title, file, line, status }]));
  return {
    verdict,
    target,
    totals,
    rules: rules.map((row) => ({ ...row, tests: row.tests.map((id) => titles.get(id)) })),
    tests: [...titles.values()].sort((a, b) => (a.title < b.title ? -1 : 1)),
  };
}

test('shards are split by the durations of the last run, not judged, and merged they say what one run says', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  /** Runs one of two shards, which leaves what it found in a folder of its own. */
  const shard = (folder: string, current: number, settings: Readonly<Record<string, string>> = {}) => {
    const own = { TRACKER_SEED: '7', TRACKER_OUTPUT: `${folder}/${current}` };
    return run(cwd, ['run', '--shard', `${current}/2`], { ...own, ...settings });
  };
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
  const identity = JSON.stringify({ product: 'Tracker', version: '9.12.0', build: '1', edition: 'Server' });
  const says = `test.beforeEach(({}, info) => { info.annotations.push({ type: '_tracker', description: ${JSON.stringify(identity)} }); });\n`;
  const begins = testOf('begins', [], 'expect(process.env.BROKEN).toBeUndefined();');
  writeSmallSuite(cwd, {
    files: {
      'a.spec.ts': says + testOf('one', half(0)),
      'b.spec.ts': says + failingTest('two', half(1)),
      'c.spec.ts': `test.describe.serial('in order', () => { ${begins} ${testOf('ends', [])} });`,
    },
  });

  await test.step('a shard with a failed test ends with 1, and so does the merged run, whose failed tests run again', async () => {
    const shards = [await shard('first', 1, { BROKEN: '1' }), await shard('first', 2, { BROKEN: '1' })];
    const merged = await run(cwd, ['merge', 'first']);
    const again = await run(cwd, ['run', '--last-failed', '--last-failed-file=tracker-output/merged/last-run.json']);

    expect(shards.map(({ code }) => code)).toEqual([exitCodes.testsFailed, exitCodes.testsFailed]);
    expect(merged.code).toBe(exitCodes.testsFailed);
    expect(merged.stdout).toContain('- 2 tests failed.');
    expect(lastLine(again.stdout)).toBe('2 passed, 1 failed, 0 skipped');
  });

  const update = ['--update', 'tracker-output/isolated', '--ticket', 'QA-7', '--owner', 'qa', '--until', '2999-12-31'];
  expect(await runHere(cwd, ['known', ...update])).toMatchObject({ code: exitCodes.passed });

  await test.step('shards are not judged, and merged they say what one run says, of known failures too', async () => {
    const known = { TRACKER_KNOWN: 'known-failures.json', TRACKER_RECORDS: 'records' };
    const [begins, ends] = ['c.spec.ts › in order › begins', 'c.spec.ts › in order › ends'];
    mkdirSync(join(cwd, 'records'));
    const durations = JSON.stringify({ 'b.spec.ts › two': 1_000, [begins]: 100, [ends]: 100 });
    writeFileSync(join(cwd, 'records/durations.json'), durations);
    const withAllure = { ...known, ALLURE: 'yes' };
    const shards = [await shard('shards', 1, withAllure), await shard('shards', 2, withAllure)];
    const merged = await run(cwd, ['merge', 'shards', '--reports', 'html,junit'], withAllure);
    const renewed = JSON.parse(read('records/durations.json')) as Record<string, number>;
    const whole = await run(cwd, ['run'], { TRACKER_SEED: '7', ...known });

    expect([whole.code, merged.code], whole.stdout + merged.stdout).toEqual([exitCodes.passed, exitCodes.passed]);
    for (const [index, { code, stdout }] of shards.entries()) {
      expect(code, stdout).toBe(exitCodes.passed);
      expect(stdout).toContain(`Shard      ${index + 1} of 2, which is not judged`);
      expect(stdout).not.toMatch(/Verdict|Rules/);
      expect(existsSync(join(cwd, `shards/${index + 1}/isolated/rules.json`))).toBe(false);
    }
    // The slow test alone; one without a record counts as the mean, 400 ms.
    expect(shards.map(({ stdout }) => lastLine(stdout)).sort()).toEqual([
      '0 passed, 0 failed, 0 skipped, 1 failed as known',
      '3 passed, 0 failed, 0 skipped',
    ]);
    expect(merged.stdout).toContain('3 passed, 0 failed, 0 skipped, 1 failed as known');
    const output = 'tracker-output/merged';
    expect(whatCounts(readMatrix(join(cwd, output)))).toEqual(
      whatCounts(readMatrix(join(cwd, 'tracker-output/isolated'))),
    );
    expect(read(`${output}/allure-report/test-results.json`)).toMatch(/(?=[^]*"one")[^]*"two"/);
    expect(read(`${output}/html/index.html`)).toContain('<html');
    expect(read(`${output}/junit.xml`)).toMatch(/tests="4"[^]*known failure: QA-7/);
    expect(Object.keys(renewed).sort()).toEqual(['a.spec.ts › one', 'b.spec.ts › two', begins, ends]);
    expect(renewed['b.spec.ts › two']).not.toBe(1_000);
  });

  await test.step('merged with known failures that are out of date, or that are not those of all shards, they fail', async () => {
    writeFileSync(join(cwd, 'expired.json'), read('known-failures.json').replace('2999-12-31', '2020-12-31'));
    const expired = await run(cwd, ['merge', 'shards', '--known', 'expired.json']);
    cpSync(join(cwd, 'first/2'), join(cwd, 'shards/2'), { recursive: true });
    const mixed = await run(cwd, ['merge', 'shards']);

    expect(expired.code, expired.stdout).toBe(exitCodes.knownOutdated);
    expect(mixed.code).toBe(exitCodes.testsFailed);
    expect(mixed.stdout).toContain('- The shards had different known failures');
  });
});
