import { expect } from '@playwright/test';
import { abandon, ledgersOf, test } from '../sweep/sweep-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { run } from './command.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

function settingsOf({ external, settings }: SharedTracker): Record<string, string> {
  if (!('username' in external.login)) throw new Error('The shared tracker is logged in to by name.');
  const { username, password } = external.login;
  return {
    TRACKER_URL: external.url,
    TRACKER_USERNAME: username,
    TRACKER_PASSWORD: password,
    TRACKER_SANDBOX: JSON.stringify(external.sandbox),
    TRACKER_OUTPUT: settings.outputDir,
  };
}

const AT_ONCE = ['--older-than', '0s', '--settle', '0s'];

test('sweep lists what is left and ends with 6, cleans it up with --yes, and is silent from then on', async ({
  shared,
}) => {
  const before = shared.tenant.state();
  const folder = test.info().outputPath('cwd');
  const { key } = await (await shared.open()).provisioner.project({});
  await abandon(shared);
  const settings = settingsOf(shared);

  const listed = await run(folder, ['sweep', ...AT_ONCE], settings);
  const swept = await run(folder, ['sweep', '--yes', ...AT_ONCE], settings);
  const again = await run(folder, ['sweep', ...AT_ONCE], settings);

  const head = expect.stringMatching(/^Run \w{5} of \d{4}-\d\d-\d\d \d\d:\d\d UTC, found in its ledger:$/);
  expect([listed.code, listed.stderr, listed.stdout.split('\n')]).toEqual([
    exitCodes.leftoversRemain,
    '',
    [
      head,
      `  - project ${key} (${key}): delete it with everything in it`,
      '',
      `1 thing left on ${shared.external.url}. To clean up what is listed: tracker-e2e sweep --older-than 0s --settle 0s --yes`,
      '',
    ],
  ]);
  expect([swept.code, swept.stdout.split('\n').slice(1)]).toEqual([
    exitCodes.passed,
    [
      `  - project ${key} (${key}): delete it with everything in it: done`,
      '',
      `1 thing cleaned up. Nothing of earlier runs is left on ${shared.external.url}.`,
      '',
    ],
  ]);
  expect(again).toMatchObject({
    code: exitCodes.passed,
    stdout: `Nothing of earlier runs is left on ${shared.external.url}.\n`,
  });
  expect(shared.tenant.state()).toStrictEqual(before);
});

test('sweep names what it could not clean up and why, and ends with 6', async ({ shared }) => {
  const { provisioner } = await shared.open();
  const { key } = await provisioner.project({});
  await abandon(shared);
  const { plainUser } = shared.sandbox;
  const settings = {
    ...settingsOf(shared),
    TRACKER_USERNAME: plainUser?.username ?? '',
    TRACKER_PASSWORD: plainUser?.password ?? '',
  };

  const { code, stdout } = await run(test.info().outputPath('cwd'), ['sweep', '--yes', ...AT_ONCE], settings);

  expect(code).toBe(exitCodes.leftoversRemain);
  expect(stdout).toContain(`  - project ${key} (${key}): delete it with everything in it: FAILED\n`);
  expect(stdout).toMatch(new RegExp(`Set-up failed: DELETE .*/project/${key} as ${plainUser?.username} answered 403:`));
  expect(stdout).toContain('0 things cleaned up, 1 thing still left on');
  expect(stdout).not.toContain(plainUser?.password);
});

test('sweep --json is for machines, and --ledger reads a ledger of another machine', async ({ shared }, testInfo) => {
  const { key } = await (await shared.open()).provisioner.project({});
  await abandon(shared);
  const [file = ''] = ledgersOf(shared);
  const settings = { ...settingsOf(shared), TRACKER_OUTPUT: testInfo.outputPath('another') };

  const ending = await run(testInfo.outputPath('cwd'), ['sweep', '--json', '--ledger', file, ...AT_ONCE], settings);

  expect(ending.code).toBe(exitCodes.leftoversRemain);
  expect(JSON.parse(ending.stdout)).toEqual({
    tracker: shared.external.url,
    rows: [
      {
        run: shared.settings.runId,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        toldBy: 'ledger',
        kind: 'project',
        what: `project ${key}`,
        where: key,
        would: 'delete it with everything in it',
        outcome: 'listed',
      },
    ],
    foreign: [],
    leftAlone: [],
    notes: [],
    unseen: [],
    remaining: 1,
  });
});

test('sweep leaves alone a run that is younger than an hour if nothing else is said, and ends with 6 if it is over', async ({
  shared,
}) => {
  shared.ledger().pending({ kind: 'project', what: 'EABCDE000' });
  await abandon(shared);

  const { code, stdout } = await run(test.info().outputPath('cwd'), ['sweep'], settingsOf(shared));

  expect(code).toBe(exitCodes.leftoversRemain);
  expect(stdout).toMatch(
    /left alone:\n {2}- run \w{5}: it has ended, but only recently: its last entry in the ledger is from \d+ (s|min) ago, and the sweep waits until 1 h after that. It may have left: project EABCDE000\n/,
  );
  expect(stdout).toContain('To clean up after the recent run now: tracker-e2e sweep --older-than 0s --yes\n');
});

test('sweep without a tracker, with a time that is none or a ledger that is not there ends with 2', async ({
  shared,
}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const settings = settingsOf(shared);

  const endings = [
    await run(folder, ['sweep']),
    await run(folder, ['sweep', '--older-than', 'soon'], settings),
    await run(folder, ['sweep', '--ledger', 'nowhere'], settings),
  ];

  expect(endings.map(({ code }) => code)).toEqual([2, 2, 2]);
  expect(endings.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
    'TRACKER_URL is missing: a sweep is for a tracker that others use. The bundled fake is gone with its run.',
    "error: option '--older-than <time>' argument 'soon' is invalid. A time is a number with s, m, h or d, such as 90s, 30m, 1h or 2d.",
    '--ledger nowhere is neither a folder nor a file: name a ledger, or a folder of ledgers.',
  ]);
});

test('sweep of a tracker that is gone ends with 4', async ({ shared }) => {
  await shared.breakDown();

  const { code, stderr } = await run(test.info().outputPath('cwd'), ['sweep'], settingsOf(shared));

  expect(code).toBe(exitCodes.trackerUnreachable);
  expect(stderr).toContain('nothing listens at');
});
