import { expect, test } from '@playwright/test';
import type { Shard } from '../../../contracts/report/run.js';
import { readExtensionVersions } from '../../../client/settings/environment.js';
import { commandLine, repeatCommand } from '../../../client/settings/repeat-command.js';
import { describeRun } from '../../../reports/run/judge-run.js';
import { shardProblems } from '../../../reports/shards.js';
import { isolatedFake } from './sample-run.js';

const identity = { product: 'Tracker', version: '9.12.0', build: '91200', edition: 'Server' };

test('a run says which tracker it was, and what it was told', () => {
  const told = { label: 'staging', extensions: { 'default-templates': '3.1' }, profile: '9.12.0', command: 'npx x' };
  const { about, problems } = describeRun([identity], { told }, { shards: 2 });

  expect(problems).toEqual([]);
  expect(about).toMatchObject({
    tracker: { ...identity, label: 'staging', extensions: { 'default-templates': '3.1' } },
    ...{ profile: '9.12.0', shards: 2, command: 'npx x', harnessVersion: expect.stringMatching(/^\d/) },
  });
  expect(describeRun([], {}, { shards: 1 }).about).toMatchObject({ profile: null });
});

test('the version that a tracker tells of a plugin is that of the extension; the name of a plugin is none', () => {
  const extensions = { 'default-templates': 'plugin:a', 'directory-sync': 'plugin:b', 'test-management': '5' };
  const told = { ...identity, extensions: { 'default-templates': '3.1' } };
  const { about } = describeRun([told], { told: { extensions } }, { shards: 1 });

  expect(about.tracker.extensions).toEqual({ 'default-templates': '3.1', 'test-management': '5' });
});

test('a tracker that changes its version while the run goes on fails the run', () => {
  const { problems } = describeRun([identity, { ...identity, version: '9.13.0' }], {}, { shards: 1 });

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
    expect.soft(readExtensionVersions(text)).toEqual(read);
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
    expect.soft(shardProblems(shards)).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  }
});
