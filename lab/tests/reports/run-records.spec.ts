import { expect, test } from '@playwright/test';
import type { Shard, WorkerStatus } from '../../../contracts/report/run.js';
import { readExtensionVersions } from '../../../client/settings/environment.js';
import { commandLine, repeatCommand } from '../../../client/settings/repeat-command.js';
import { describeRun } from '../../../reports/run/judge-run.js';
import { shardProblems } from '../../../reports/shards.js';
import { onEndingSignal } from '../../../reports/status/ending-signals.js';
import { interruptionLine, statusLine } from '../../../reports/status/status-line.js';
import { isolatedFake } from './sample-run.js';

const identity = { product: 'Tracker', version: '9.12.0', build: '91200', edition: 'Server' };

test('a run says which tracker it was, and what it was told; a plugin has the version that the tracker tells', () => {
  const told = { label: 'staging', extensions: { 'default-templates': '3.1' }, profile: '9.12.0', command: 'npx x' };
  const { about, problems } = describeRun([identity], { told }, 2);

  expect(problems).toStrictEqual([]);
  expect(about).toMatchObject({
    tracker: { ...identity, label: 'staging', extensions: { 'default-templates': '3.1' } },
    ...{ profile: '9.12.0', shards: 2, command: 'npx x', harnessVersion: expect.stringMatching(/^\d/) },
  });
  expect(describeRun([], {}, 1).about).toMatchObject({ profile: null });
  // The name of a plugin is no version.
  const extensions = { 'default-templates': 'plugin:a', 'directory-sync': 'plugin:b', 'test-management': '5' };
  const byTracker = { ...identity, extensions: { 'default-templates': '3.1' } };
  const { tracker } = describeRun([byTracker], { told: { extensions } }, 1).about;
  expect(tracker.extensions).toStrictEqual({ 'default-templates': '3.1', 'test-management': '5' });
});

test('a tracker that changes its version while the run goes on fails the run', () => {
  const { problems } = describeRun([identity, { ...identity, version: '9.13.0' }], {}, 1);

  expect(problems).toStrictEqual([
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
      `TRACKER_SANDBOX="$TRACKER_SANDBOX" TRACKER_PROFILE=p.json TRACKER_SEED=7 TRACKER_CA=ca.pem TRACKER_LABEL='it is staging'`,
      `HTTPS_PROXY="$HTTPS_PROXY" NO_PROXY=localhost npx tracker-e2e run --profile=p.json --grep '@DT-13|x'`,
    ].join(' '),
  );
});

test('TRACKER_BUILD gives one version to all extensions, or one to each', () => {
  for (const [text, read] of [
    ['4.2', { 'default-templates': '4.2', 'directory-sync': '4.2', 'test-management': '4.2' }],
    ['directory-sync=2.0, test-management=5', { 'directory-sync': '2.0', 'test-management': '5' }],
    ['directory-snyc=2', { problem: expect.stringContaining('did you mean directory-sync?') }],
    ['directory-sync=', { problem: expect.stringContaining('directory-sync has no version') }],
  ] as const) {
    expect.soft(readExtensionVersions(text)).toStrictEqual(read);
  }
});

const shard = (current: number, parts: Partial<Shard> = {}): Shard => ({
  current,
  total: 3,
  target: isolatedFake,
  gate: { rules: 'reachable' },
  split: 'abc',
  ...parts,
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
      /^The shards did not divide the same tests, so some may have run nowhere or twice: /,
    ],
  ] as readonly (readonly [Shard[], ...RegExp[]])[]) {
    expect.soft(shardProblems(shards)).toStrictEqual(problems.map((problem) => expect.stringMatching(problem)));
  }
});

const idle: WorkerStatus = { requests: 100, pace: 200, left: [] };

test('the status line tells of tests and rules, of requests, and of what is cleaned up', () => {
  const progress = { done: 12, total: 362, failed: 1, rules: { verified: 3, total: 41 } };
  const left = ['DEMO-1', 'DEMO-2', 'DEMO-3'].map((what) => ({ kind: 'issue' as const, what }));
  // The second worker has changed what the first one left.
  const cleaning = [{ ...idle, left }, { ...idle, left: [{ kind: 'lease' as const, what: 'DEMO/x' }, ...left] }, idle];
  const counts = '12 of 362 tests, 3 of 41 rules verified, 1 failed';

  const none = { ...progress, done: 0 };
  expect(statusLine({ elapsed: 900, stillFor: 900, progress: none, workers: [] })).toContain(
    '0 of 362 tests, starting workers, ',
  );
  expect(statusLine({ elapsed: 5_900, stillFor: 900, progress, workers: [] })).toBe(
    `5 s: ${counts}, about 2 min 53 s left`,
  );
  expect(statusLine({ elapsed: 95_000, stillFor: 61_000, progress, workers: [] })).toBe(
    `1 min 35 s: ${counts}, no test ended for 1 min 01 s`,
  );
  expect(statusLine({ elapsed: 65_000, stillFor: 0, progress, workers: [idle, idle] })).toBe(
    `1 min 05 s: ${counts}, 200 requests, about 31 min 36 s left`,
  );
  expect(interruptionLine(cleaning)).toBe(
    'Interrupted: cleaning up 3 issues, 1 lease, about 3 s; press Ctrl+C again to stop now.',
  );
  expect(interruptionLine([])).toBe('Interrupted: ending the tests that run; press Ctrl+C again to stop now.');
});

test.describe('a signal that ends a run', () => {
  const listening = (longest: number, terminal = true) => {
    const interruptions: string[] = [];
    const stop = onEndingSignal(
      () => interruptions.push('interrupt'),
      longest,
      () => terminal,
    );
    return { interruptions, stop };
  };

  test('does what Ctrl+C does, and what a second one does when cleaning up takes too long', async () => {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const { interruptions, stop } = listening(50);

      process.emit(signal);
      const atOnce = interruptions.length;
      await expect.poll(() => interruptions.length).toBe(2);
      stop();

      expect(atOnce).toBe(1);
    }
  });

  test('is nothing more when the run has ended, nor SIGHUP without a terminal', () => {
    const ended = listening(0);
    ended.stop();
    const detached = listening(0, false);

    process.emit('SIGHUP');
    detached.stop();
    process.emit('SIGTERM');

    expect([...ended.interruptions, ...detached.interruptions]).toStrictEqual([]);
  });
});
