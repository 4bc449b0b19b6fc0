import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { JudgedMatrix } from '../../../contracts/index.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { readMatrix } from '../reports/read-run.js';
import { demandedRules } from '../reports/sample-run.js';
import { run } from './command.js';
import { failingTest, testOf, writeSmallSuite } from './small-suite.js';

const seed = { TRACKER_SEED: '7' };
const third = (part: number) => demandedRules.filter((_, index) => index % 3 === part);
const passing = {
  'a.spec.ts': testOf('one', third(0)),
  'b.spec.ts': testOf('two', third(1)),
  'c.spec.ts': testOf('three', third(2)),
};

/** Runs one shard, which leaves what it found in a folder of its own. */
function shard(cwd: string, current: number, settings: Readonly<Record<string, string>> = {}, of = 3) {
  return run(cwd, ['run', '--shard', `${current}/${of}`], {
    ...seed,
    TRACKER_OUTPUT: `shards/${current}`,
    ...settings,
  });
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

test('shards are not judged, and merged they say what one run says', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files: passing, allure: true });

  const whole = await run(cwd, ['run'], seed);
  const shards = await Promise.all([1, 2, 3].map((current) => shard(cwd, current)));
  const merged = await run(cwd, ['merge', 'shards', '--reports', 'html,junit']);

  expect(whole).toMatchObject({ code: exitCodes.passed });
  for (const [index, { code, stdout }] of shards.entries()) {
    expect(code, stdout).toBe(exitCodes.passed);
    expect(stdout).toContain(`Shard      ${index + 1} of 3, which is not judged`);
    expect(stdout).not.toMatch(/Verdict|Rules/);
    expect(lastLine(stdout)).toBe('1 passed, 0 failed, 0 skipped');
    expect(existsSync(join(cwd, `shards/${index + 1}/isolated/rules.json`))).toBe(false);
  }
  expect(merged.code, merged.stdout + merged.stderr).toBe(exitCodes.passed);
  expect(merged.stdout).toContain('Verdict    passed\n\n3 passed, 0 failed, 0 skipped\n');
  expect(whatCounts(readMatrix(join(cwd, 'tracker-output/merged')))).toEqual(
    whatCounts(readMatrix(join(cwd, 'tracker-output/isolated'))),
  );
  const page = readFileSync(join(cwd, 'tracker-output/merged/allure-report/test-results.json'), 'utf8');
  expect(['one', 'two', 'three'].filter((title) => !page.includes(`"${title}"`))).toEqual([]);
  expect(existsSync(join(cwd, 'tracker-output/merged/html/index.html'))).toBe(true);
  expect(readFileSync(join(cwd, 'tracker-output/merged/junit.xml'), 'utf8')).toContain('tests="3"');
});

test('a known failure that fails in one shard is judged after the merge as in one run', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const identity = JSON.stringify({ product: 'Tracker', version: '9.12.0', build: '1', edition: 'Server' });
  const says = `test.beforeEach(({}, info) => { info.annotations.push({ type: '_tracker', description: ${JSON.stringify(identity)} }); });\n`;
  const files = {
    'a.spec.ts': says + testOf('one', third(0)),
    'b.spec.ts': says + testOf('two', third(1)),
    'c.spec.ts': says + failingTest('three', third(2)),
  };
  writeSmallSuite(cwd, { files });
  await run(cwd, ['run'], seed);
  const update = ['--update', 'tracker-output/isolated', '--ticket', 'QA-7', '--owner', 'qa', '--until', '2999-12-31'];
  await run(cwd, ['known', ...update]);
  const known = { TRACKER_KNOWN: 'known-failures.json' };

  const whole = await run(cwd, ['run'], { ...seed, ...known });
  for (const current of [1, 2, 3]) expect(await shard(cwd, current, known)).toMatchObject({ code: 0 });
  const merged = await run(cwd, ['merge', 'shards', '--reports', 'junit']);
  expect(merged.code, merged.stdout + merged.stderr).toBe(0);
  expect(merged.stdout).toContain('2 passed, 0 failed, 0 skipped, 1 failed as known');
  expect(whole.code).toBe(0);
  expect(whatCounts(readMatrix(join(cwd, 'tracker-output/merged')))).toEqual(
    whatCounts(readMatrix(join(cwd, 'tracker-output/isolated'))),
  );
  expect(readFileSync(join(cwd, 'tracker-output/merged/junit.xml'), 'utf8')).toContain('known failure: QA-7');

  const file = join(cwd, 'known-failures.json');
  writeFileSync(join(cwd, 'expired.json'), readFileSync(file, 'utf8').replace('2999-12-31', '2020-12-31'));
  const expired = await run(cwd, ['merge', 'shards', '--known', 'expired.json']);
  expect(expired.code, expired.stdout).toBe(exitCodes.knownOutdated);
  await shard(cwd, 2, { TRACKER_KNOWN: 'expired.json' });
  const mixed = await run(cwd, ['merge', 'shards']);
  expect(mixed.stdout).toContain('The shards had different known failures');
});

test('a shard that is missing fails the merged run and is named, and one of another run too', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files: passing });
  await Promise.all([1, 3].map((current) => shard(cwd, current)));

  const missing = await run(cwd, ['merge', 'shards']);
  await shard(cwd, 3, { TRACKER_OUTPUT: 'shards/again' });
  await shard(cwd, 2, { TRACKER_SEED: '8' });
  const mixed = await run(cwd, ['merge', 'shards']);

  expect(missing.code).toBe(exitCodes.testsFailed);
  expect(missing.stdout).toContain(
    '- Shard 2 of 3 is missing: it left no blob report, so what its tests found is not known.',
  );
  expect(mixed.code).toBe(exitCodes.testsFailed);
  expect(readMatrix(join(cwd, 'tracker-output/merged')).verdict.reasons).toEqual([
    'Shard 3 of 3 is there 2 times: merge the blob reports of one run, in a folder without others.',
    'The shards did not run on the same tracker with the same seed, but on fake (isolated, seed 7) and fake (isolated, seed 8): give all of them the same settings, TRACKER_SEED included.',
  ]);
});

test('a shard with a failed test ends with 1, and so does the merged run; a rule without a test ends that with 3', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const inOrder = `test.describe.serial('in order', () => { ${failingTest('two', third(1))} ${testOf('then', [])} });`;
  writeSmallSuite(cwd, { files: { ...passing, 'b.spec.ts': inOrder } });
  const shards = await Promise.all([1, 2, 3].map((current) => shard(cwd, current)));
  const failed = await run(cwd, ['merge', 'shards']);
  const again = await run(cwd, ['run', '--last-failed', '--last-failed-file=tracker-output/merged/last-run.json']);

  const other = testInfo.outputPath('other');
  writeSmallSuite(other, { files: { ...passing, 'b.spec.ts': testOf('two', third(1).slice(1)) } });
  const green = await Promise.all([1, 2, 3].map((current) => shard(other, current)));
  const unverified = await run(other, ['merge', 'shards']);
  const milder = await run(other, ['merge', 'shards'], { TRACKER_GATE: 'selected' });

  expect(shards.map(({ code }) => code)).toEqual([1, 0, 0]);
  expect(failed.code).toBe(exitCodes.testsFailed);
  expect(failed.stdout).toContain('- 1 test failed.');
  expect(lastLine(again.stdout)).toBe('0 passed, 1 failed, 0 skipped, 1 not run');
  expect(green.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(unverified.code).toBe(exitCodes.rulesUnverified);
  expect(milder.code).toBe(exitCodes.passed);
});

test('shards are split by the recorded durations, which the merge renews', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const inOrder = `test.describe.serial('in order', () => { ${testOf('begins', third(2))} ${testOf('ends', [])} });`;
  writeSmallSuite(cwd, {
    files: { 'a.spec.ts': testOf('one', third(0)), 'b.spec.ts': testOf('two', third(1)), 'c.spec.ts': inOrder },
  });
  mkdirSync(join(cwd, 'records'));
  const durations = {
    'c.spec.ts › in order › begins': 400,
    'c.spec.ts › in order › ends': 500,
    'b.spec.ts › two': 100,
  };
  writeFileSync(join(cwd, 'records/durations.json'), JSON.stringify(durations));
  const half = (current: number, settings: Readonly<Record<string, string>>) => shard(cwd, current, settings, 2);

  const shards = await Promise.all([1, 2].map((current) => half(current, { TRACKER_RECORDS: 'records' })));
  const merged = await run(cwd, ['merge', 'shards'], { TRACKER_RECORDS: 'records' });
  await half(2, {});
  const otherwise = await run(cwd, ['merge', 'shards']);

  // The block of 900 ms alone; the test without a record counts as the mean, 333 ms.
  const two = '2 passed, 0 failed, 0 skipped';
  expect(shards.map(({ stdout }) => lastLine(stdout))).toEqual([two, two]);
  expect(merged.stdout).toContain('Verdict    passed\n\n4 passed, 0 failed, 0 skipped\n');
  const renewed = JSON.parse(readFileSync(join(cwd, 'records/durations.json'), 'utf8')) as Record<string, number>;
  expect(Object.keys(renewed).sort()).toEqual(
    ['a.spec.ts › one', 'b.spec.ts › two', ...Object.keys(durations).slice(0, 2)].sort(),
  );
  expect(renewed['c.spec.ts › in order › begins']).not.toBe(400);
  expect(otherwise.code).toBe(exitCodes.testsFailed);
  expect(otherwise.stdout).toContain('- The shards did not split the same tests in the same way, ');
});
