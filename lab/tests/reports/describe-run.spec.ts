import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../../../contracts/report/annotations.js';
import { readExtensionVersions } from '../../../fixtures/settings/environment.js';
import { commandLine, repeatCommand } from '../../../fixtures/settings/repeat-command.js';
import { describeRun } from '../../../reports/run/judge-run.js';

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
  });
  expect(describeRun([], {}, { shards: 1 }).about).toMatchObject({ profile: null });
  expect(about).toMatchObject({
    profile: '9.12.0',
    shards: 2,
    command: 'npx x',
    harnessVersion: expect.stringMatching(/^\d/),
  });
});

test('the version that a tracker tells of a plugin is that of the extension; the name of a plugin is none', () => {
  const told = {
    extensions: { 'default-templates': 'plugin:a', 'directory-sync': 'plugin:b', 'test-management': '5' },
  };
  const { about } = describeRun(
    [testOn({ ...identity, extensions: { 'default-templates': '3.1' } })],
    { told },
    { shards: 1 },
  );

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
      'npx',
      'tracker-e2e',
      'run',
      '--shard',
      '1/2',
      '--shard=1/2',
      '--profile=p.json',
      '--grep',
      '@DT-13|x',
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
  expect(readExtensionVersions('4.2')).toEqual({
    'default-templates': '4.2',
    'directory-sync': '4.2',
    'test-management': '4.2',
  });
  expect(readExtensionVersions('directory-sync=2.0, test-management=5')).toEqual({
    'directory-sync': '2.0',
    'test-management': '5',
  });
  expect(readExtensionVersions('directory-snyc=2')).toEqual({
    problem: expect.stringContaining('did you mean directory-sync?'),
  });
  expect(readExtensionVersions('directory-sync=')).toEqual({
    problem: expect.stringContaining('directory-sync has no version'),
  });
});
