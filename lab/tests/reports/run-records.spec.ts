import fc from 'fast-check';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../../../contracts/report/annotations.js';
import type { TestStatus } from '../../../contracts/report/finished-test.js';
import type { Shard } from '../../../contracts/report/run.js';
import { readExtensionVersions } from '../../../fixtures/settings/environment.js';
import { commandLine, repeatCommand } from '../../../fixtures/settings/repeat-command.js';
import { addRecords, readRecords, recordsOf, testKey, writeLastRun } from '../../../reports/records.js';
import { describeRun } from '../../../reports/run/judge-run.js';
import { readShards, recordShard, shardProblems, shareOut } from '../../../reports/shards.js';
import type { Share } from '../../../reports/shards.js';
import { sampleTest, isolatedFake } from './sample-run.js';

const identity = { product: 'Tracker', version: '9.12.0', build: '91200', edition: 'Server' };

function testOn(...identities: readonly object[]): Pick<TestCase, 'results'> {
  const annotations = identities.map((one) => ({ type: annotationTypes.tracker, description: JSON.stringify(one) }));
  return { results: [{ annotations }] } as unknown as TestCase;
}

test('a run says which tracker it was, and what it was told', () => {
  const told = { label: 'staging', extensions: { 'default-templates': '3.1' }, profile: '9.12.0', command: 'npx x' };
  const { about, problems } = describeRun([testOn(), testOn(identity), testOn(identity)], { told }, { shards: 2 });

  expect(problems).toEqual([]);
  expect(about).toMatchObject({
    tracker: { ...identity, label: 'staging', extensions: { 'default-templates': '3.1' } },
    ...{ profile: '9.12.0', shards: 2, command: 'npx x', harnessVersion: expect.stringMatching(/^\d/) },
  });
  expect(describeRun([], {}, { shards: 1 }).about).toMatchObject({ profile: null });
});

test('the version that a tracker tells of a plugin is that of the extension; the name of a plugin is none', () => {
  const extensions = { 'default-templates': 'plugin:a', 'directory-sync': 'plugin:b', 'test-management': '5' };
  const tests = [testOn({ ...identity, extensions: { 'default-templates': '3.1' } })];
  const { about } = describeRun(tests, { told: { extensions } }, { shards: 1 });

  expect(about.tracker.extensions).toEqual({ 'default-templates': '3.1', 'test-management': '5' });
});

test('a run names its configuration from the folder of the repository, and no path of the machine', () => {
  const configOf = (configFile: string) => describeRun([], {}, { shards: 1, configFile }).about.config;

  expect(configOf(join(process.cwd(), 'e2e/playwright.config.ts'))).toBe('e2e/playwright.config.ts');
  expect(configOf(join(process.cwd(), '../elsewhere/playwright.config.ts'))).toBeUndefined();
});

test('a tracker that changes its version while the run goes on fails the run', () => {
  const { problems } = describeRun([testOn(identity), testOn({ ...identity, version: '9.13.0' })], {}, { shards: 1 });

  expect(problems).toEqual([
    'The tests did not run on one tracker, but on Tracker 9.12.0, build 91200 and on Tracker 9.13.0, build 91200: run all of them again.',
  ]);
});

test('a command repeats the run without credentials, as one piece', () => {
  const env = {
    TRACKER_URL: 'https://tracker.example.com/jira',
    TRACKER_USERNAME: 'qa',
    TRACKER_PASSWORD: 'hunter22',
    TRACKER_CA: 'ca.pem',
    TRACKER_OUTPUT: 'out',
    TRACKER_PROFILE: 'p.json',
    HTTPS_PROXY: 'http://me:hunter23@proxy:3128',
    NO_PROXY: 'localhost',
    TRACKER_SANDBOX: '{"plainUser": {"password": "hunter24"}}',
    TRACKER_SEED: '7',
    TRACKER_LABEL: 'it is staging',
    TRACKER_COMMAND: commandLine([
      ...['npx', 'tracker-e2e', 'run', '--shard', '1/2', '--shard=1/2', '--profile=p.json', '--grep', '@DT-13|x'],
    ]),
  };

  expect(repeatCommand(env, [])).toBe(
    [
      `TRACKER_URL=https://tracker.example.com/jira TRACKER_USERNAME="$TRACKER_USERNAME" TRACKER_PASSWORD="$TRACKER_PASSWORD"`,
      `TRACKER_SANDBOX="$TRACKER_SANDBOX" TRACKER_SEED=7 TRACKER_CA=ca.pem TRACKER_LABEL='it is staging'`,
      `HTTPS_PROXY="$HTTPS_PROXY" NO_PROXY=localhost npx tracker-e2e run --profile=p.json --grep '@DT-13|x'`,
    ].join(' '),
  );
});

test('a run that Playwright was asked for is repeated by Playwright', () => {
  expect(repeatCommand({ TRACKER_SEED: '7' }, ['node', '/x/playwright/cli.js', 'test', '--shard=2/2', 'a b'])).toBe(
    "TRACKER_SEED=7 npx playwright test 'a b'",
  );
  expect(repeatCommand({}, ['node', '/x/playwright/cli.js', 'test-server'])).toBeUndefined();
});

test('TRACKER_BUILD gives one version to all extensions, or one to each', () => {
  for (const [text, read] of [
    ['4.2', { 'default-templates': '4.2', 'directory-sync': '4.2', 'test-management': '4.2' }],
    ['directory-sync=2.0, test-management=5', { 'directory-sync': '2.0', 'test-management': '5' }],
    ['directory-snyc=2', { problem: expect.stringContaining('did you mean directory-sync?') }],
    ['directory-sync=', { problem: expect.stringContaining('directory-sync has no version') }],
  ] as const) {
    expect.soft(readExtensionVersions(text)).toEqual(read);
  }
});

const calls = { earlier: 0, kept: [], endpoints: ['PUT /steps/cell'] };

/** A test of a title that took 12 ms, as Playwright and the reports know it after a run. */
function reading(title: string, status: TestStatus, results: readonly string[] = [status]) {
  const testCase = {
    titlePath: () => ['', '', 'a.spec.ts', 'block', title],
    results: results.map((one) => ({ status: one })),
  } as unknown as TestCase;
  return { testCase, test: sampleTest({ title, status, exchanges: calls }) };
}

test('the key of a test has its file and titles, and its project if that has a name', () => {
  const key = (project: string) => testKey({ titlePath: () => ['', project, 'dt/a.spec.ts', 'GET /a', 'lists'] });

  expect([key(''), key('qa')]).toEqual(['dt/a.spec.ts › GET /a › lists', '[qa] › dt/a.spec.ts › GET /a › lists']);
});

test('a run records how long tests took that ended, and what those called that passed', () => {
  const records = recordsOf([
    reading('passes', 'passed'),
    reading('fails', 'failed'),
    reading('passes later', 'flaky', ['failed', 'passed']),
    reading('is skipped', 'skipped'),
    reading('never began', 'skipped', []),
    reading('is broken off', 'skipped', ['interrupted']),
  ]);

  const of = (...titles: readonly string[]) => titles.map((title) => `a.spec.ts › block › ${title}`);
  expect(records.durations).toEqual(
    Object.fromEntries(of('passes', 'fails', 'passes later', 'is skipped').map((key) => [key, 12])),
  );
  expect(records.calls).toEqual({ 'a.spec.ts › block › passes': ['PUT /steps/cell'] });
});

test('records of tests that a run left out stay, no unfinished file does, and a broken one counts as none', ({}, testInfo) => {
  const folder = testInfo.outputPath('records');

  addRecords(folder, { durations: { one: 1, two: 2 }, calls: { one: ['GET /a'] } });
  addRecords(folder, { durations: { two: 3 }, calls: { two: [] } });

  expect(readRecords(folder)).toEqual({ durations: { one: 1, two: 3 }, calls: { one: ['GET /a'], two: [] } });
  expect(readdirSync(folder).sort()).toEqual(['calls.json', 'durations.json']);
  for (const text of ['', '{"one": "long"}', '[1', 'null']) {
    writeFileSync(join(folder, 'durations.json'), text);
    expect.soft(readRecords(folder)).toEqual({ durations: {}, calls: { one: ['GET /a'], two: [] } });
  }
});

test('tests that failed or have no result are those that --last-failed runs', ({}, testInfo) => {
  const of = (id: string, statuses: readonly string[], expectedStatus = 'passed') => {
    const last = statuses.at(-1) ?? 'skipped';
    const ok = () => last === expectedStatus || last === 'skipped' || last === 'interrupted';
    return { id, expectedStatus, results: statuses.map((status) => ({ status })), ok } as unknown as TestCase;
  };
  const tests = [
    of('passes', ['passed']),
    of('passes later', ['failed', 'passed']),
    of('fails', ['failed']),
    of('is skipped', ['skipped'], 'skipped'),
    of('never began', []),
    of('was not started as one before it failed', ['skipped']),
    of('was interrupted', ['interrupted']),
  ];

  writeLastRun(testInfo.outputPath(), { status: 'failed' }, tests);

  expect(JSON.parse(readFileSync(testInfo.outputPath('last-run.json'), 'utf8'))).toEqual({
    status: 'failed',
    failedTests: ['fails', 'never began', 'was not started as one before it failed', 'was interrupted'],
  });
});

const shard = (current: number, parts: Partial<Shard> = {}): Shard => ({
  current,
  total: 3,
  target: isolatedFake,
  gate: { rules: 'reachable' },
  split: 'abc',
  ...parts,
});

test('what shards wrote into the metadata of their runs is read from that of all, in order', () => {
  const metadata = { target: isolatedFake };
  for (const current of [2, 3, 1]) recordShard(metadata, shard(current));

  expect(readShards(metadata)).toEqual([shard(1), shard(2), shard(3)]);
  expect(readShards({ target: isolatedFake, actualWorkers: 2 })).toEqual([]);
});

test('shards that are not of one whole run are told in a sentence each', () => {
  const elsewhere = { ...isolatedFake, seed: 2, name: 'fake (isolated, seed 2)' };
  const whole = [shard(1), shard(2), shard(3)];
  for (const [shards, ...problems] of [
    [[]],
    [whole],
    [[shard(2)], /^Shard 1 of 3 is missing: /, /^Shard 3 of 3 is missing: /],
    [[...whole, shard(2)], /^Shard 2 of 3 is there 2 times: /],
    [
      [shard(1), shard(2, { total: 2 })],
      /^The shards are not of one run: some are of 2, some of 3\. Merge those of one/,
    ],
    [
      [shard(1), shard(2, { target: elsewhere }), shard(3)],
      /^The shards did not run on the same tracker with the same seed, but on .*seed 1\) and .*seed 2\): /,
    ],
    [
      [shard(1), shard(2), shard(3, { gate: { rules: 'selected' } })],
      /^The shards had different settings of the gate: run all of them with the same command\.$/,
    ],
    [
      [shard(1), shard(2, { split: 'abd' }), shard(3)],
      /^The shards did not split the same tests in the same way, .* with the same records \(TRACKER_RECORDS\)\.$/,
    ],
  ] as readonly (readonly [Shard[], ...RegExp[]])[]) {
    expect.soft(shardProblems(shards)).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  }
});

const sum = (units: readonly Share[]) => units.reduce((all, { duration }) => all + duration, 0);
const units = fc
  .array(fc.integer({ min: 0, max: 2_500 }), { minLength: 1, maxLength: 300 })
  .map((durations) => durations.map((duration, index) => ({ key: `test ${String(index)}`, duration })));

test('every unit is in one part, whatever their order, and none is longer than the mean by more than its last', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 8 }), (all, total) => {
      const parts = shareOut(all, total);
      const over = parts.map((part) => sum(part) - Math.min(...part.map(({ duration }) => duration), Infinity));

      expect(parts).toHaveLength(total);
      expect(new Set(parts.flat())).toEqual(new Set(all));
      expect(parts.flat()).toHaveLength(all.length);
      expect(shareOut(all.toReversed(), total)).toEqual(parts);
      expect(over.filter((before) => before > sum(all) / total)).toEqual([]);
    }),
  );
});
