import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { JudgedMatrix } from '../../../contracts/index.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { readMatrix } from '../reports/read-run.js';
import { demandedRules } from '../reports/sample-run.js';
import { run, runHere } from './command.js';
import { failingTest, testOf, writeSmallSuite } from './small-suite.js';

const half = (part: number) => demandedRules.filter((_, index) => index % 2 === part);

/** Runs one of two shards, which leaves what it found in a folder of its own. */
function shard(cwd: string, current: number, settings: Readonly<Record<string, string>> = {}) {
  const own = { TRACKER_SEED: '7', TRACKER_OUTPUT: `shards/${current}` };
  return run(cwd, ['run', '--shard', `${current}/2`], { ...own, ...settings });
}

const lastLine = (stdout: string) => stdout.trimEnd().split('\n').at(-1);

/** What two runs of the same tests have in common. */
function whatCounts({ verdict, target, totals, rules, tests }: JudgedMatrix) {
  const titles = new Map(tests.map(({ id, title, file, line, status }) => [id, { title, file, line, status }]));
  return {
    verdict,
    target,
    totals,
    rules: rules.map((row) => ({ ...row, tests: row.tests.map((id) => titles.get(id)) })),
    tests: [...titles.values()],
  };
}

test('shards are not judged, and merged they say what one run says, of known failures too', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const identity = JSON.stringify({ product: 'Tracker', version: '9.12.0', build: '1', edition: 'Server' });
  const says = `test.beforeEach(({}, info) => { info.annotations.push({ type: '_tracker', description: ${JSON.stringify(identity)} }); });\n`;
  const files = { 'a.spec.ts': says + testOf('one', half(0)), 'b.spec.ts': says + failingTest('two', half(1)) };
  writeSmallSuite(cwd, { files });
  await run(cwd, ['run'], { TRACKER_SEED: '7' });
  const update = ['--update', 'tracker-output/isolated', '--ticket', 'QA-7', '--owner', 'qa', '--until', '2999-12-31'];
  await runHere(cwd, ['known', ...update]);
  const known = { TRACKER_KNOWN: 'known-failures.json' };

  const whole = await run(cwd, ['run'], { TRACKER_SEED: '7', ...known });
  const withAllure = { ...known, ALLURE: 'yes' };
  const shards = [await shard(cwd, 1, withAllure), await shard(cwd, 2, withAllure)];
  const merged = await run(cwd, ['merge', 'shards', '--reports', 'html,junit'], { ALLURE: 'yes' });

  expect([whole.code, merged.code], whole.stdout + merged.stdout).toEqual([exitCodes.passed, exitCodes.passed]);
  for (const [index, { code, stdout }] of shards.entries()) {
    expect(code, stdout).toBe(exitCodes.passed);
    expect(stdout).toContain(`Shard      ${index + 1} of 2, which is not judged`);
    expect(stdout).not.toMatch(/Verdict|Rules/);
    expect(existsSync(join(cwd, `shards/${index + 1}/isolated/rules.json`))).toBe(false);
  }
  expect(merged.stdout).toContain('1 passed, 0 failed, 0 skipped, 1 failed as known');
  const output = join(cwd, 'tracker-output/merged');
  expect(whatCounts(readMatrix(output))).toEqual(whatCounts(readMatrix(join(cwd, 'tracker-output/isolated'))));
  expect(readFileSync(join(output, 'allure-report/test-results.json'), 'utf8')).toMatch(/(?=[^]*"one")[^]*"two"/);
  expect(readFileSync(join(output, 'html/index.html'), 'utf8')).toContain('<html');
  expect(readFileSync(join(output, 'junit.xml'), 'utf8')).toMatch(/tests="2"[^]*known failure: QA-7/);

  const text = readFileSync(join(cwd, 'known-failures.json'), 'utf8');
  writeFileSync(join(cwd, 'expired.json'), text.replace('2999-12-31', '2020-12-31'));
  const expired = await run(cwd, ['merge', 'shards', '--known', 'expired.json']);
  expect(expired.code, expired.stdout).toBe(exitCodes.knownOutdated);
  await shard(cwd, 2, { TRACKER_KNOWN: 'expired.json' });
  const mixed = await run(cwd, ['merge', 'shards']);
  expect(mixed.code).toBe(exitCodes.testsFailed);
  expect(mixed.stdout).toContain('- The shards had different known failures');
});

test('a shard with a failed test ends with 1, and so does the merged run, whose failed tests run again', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const inOrder = `test.describe.serial('in order', () => { ${failingTest('two', half(1))} ${testOf('then', [])} });`;
  writeSmallSuite(cwd, { files: { 'a.spec.ts': testOf('one', half(0)), 'b.spec.ts': inOrder } });

  const shards = [await shard(cwd, 1), await shard(cwd, 2)];
  const failed = await run(cwd, ['merge', 'shards']);
  const again = await run(cwd, ['run', '--last-failed', '--last-failed-file=tracker-output/merged/last-run.json']);

  expect(shards.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(failed.code).toBe(exitCodes.testsFailed);
  expect(failed.stdout).toContain('- 1 test failed.');
  expect(lastLine(again.stdout)).toBe('0 passed, 1 failed, 0 skipped, 1 not run');
});

test('shards are split by the recorded durations, which the merge renews', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const inOrder = `test.describe.serial('in order', () => { ${testOf('begins', [])} ${testOf('ends', [])} });`;
  writeSmallSuite(cwd, {
    files: { 'a.spec.ts': testOf('one', half(0)), 'b.spec.ts': testOf('two', half(1)), 'c.spec.ts': inOrder },
  });
  mkdirSync(join(cwd, 'records'));
  const durations = {
    'c.spec.ts › in order › begins': 400,
    'c.spec.ts › in order › ends': 500,
    'b.spec.ts › two': 100,
  };
  writeFileSync(join(cwd, 'records/durations.json'), JSON.stringify(durations));

  const records = { TRACKER_RECORDS: 'records' };
  const shards = [await shard(cwd, 1, records), await shard(cwd, 2, records)];
  const merged = await run(cwd, ['merge', 'shards'], records);

  // The block of 900 ms alone; the test without a record counts as the mean, 333 ms.
  const two = '2 passed, 0 failed, 0 skipped';
  expect(shards.map(({ stdout }) => lastLine(stdout))).toEqual([two, two]);
  expect(merged.stdout).toContain('Verdict    passed\n\n4 passed, 0 failed, 0 skipped\n');
  const renewed = JSON.parse(readFileSync(join(cwd, 'records/durations.json'), 'utf8')) as Record<string, number>;
  expect(Object.keys(renewed).sort()).toEqual(
    ['a.spec.ts › one', 'b.spec.ts › two', ...Object.keys(durations).slice(0, 2)].sort(),
  );
  expect(renewed['c.spec.ts › in order › begins']).not.toBe(400);
});
