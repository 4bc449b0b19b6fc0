import { expect } from '@playwright/test';
import { abandon, ledgersOf, test } from '../sweep/sweep-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { runHere, settingsFor } from './command.js';

const settingsOf = ({ external, settings }: SharedTracker) => ({
  ...settingsFor(external),
  TRACKER_OUTPUT: settings.outputDir,
});

const AT_ONCE = ['--older-than', '0s', '--settle', '0s'];

test('sweep lists what is left and ends with 6, and cleans it up with --yes', async ({ shared }) => {
  const before = shared.tenant.state();
  const { key } = await (await shared.open()).provisioner.project({});
  await abandon(shared);
  const settings = settingsOf(shared);

  const listed = await runHere(['sweep', ...AT_ONCE], settings);
  const swept = await runHere(['sweep', '--yes', ...AT_ONCE], settings);
  const again = await runHere(['sweep', ...AT_ONCE], settings);

  const item = `  - project ${key} (${key}): delete it with everything in it`;
  const url = shared.external.url;
  expect([listed.code, listed.stderr, swept.code, again.code]).toEqual([exitCodes.leftoversRemain, '', 0, 0]);
  expect(listed.stdout.split('\n')).toEqual([
    expect.stringMatching(/^Run \w{5} of \d{4}-\d\d-\d\d \d\d:\d\d UTC, found in its ledger:$/),
    ...[item, ''],
    `1 thing left on ${url}. To clean up what is listed: tracker-e2e sweep --older-than 0s --settle 0s --yes`,
    '',
  ]);
  expect(swept.stdout.split('\n').slice(1)).toEqual([
    ...[`${item}: done`, '', `1 thing cleaned up. Nothing of earlier runs is left on ${url}.`, ''],
  ]);
  expect(again.stdout).toBe(`Nothing of earlier runs is left on ${url}.\n`);
  expect(shared.tenant.state()).toStrictEqual(before);
});

test('sweep --json is for machines, and --ledger reads a ledger of another machine', async ({ shared }, testInfo) => {
  const { key } = await (await shared.open()).provisioner.project({});
  await abandon(shared);
  const [file = ''] = ledgersOf(shared);
  const settings = { ...settingsOf(shared), TRACKER_OUTPUT: testInfo.outputPath('another') };

  const ending = await runHere(['sweep', '--json', '--ledger', file, ...AT_ONCE], settings);

  expect(ending.code).toBe(exitCodes.leftoversRemain);
  expect(JSON.parse(ending.stdout)).toEqual({
    tracker: shared.external.url,
    rows: [
      {
        ...{ run: shared.settings.runId, at: expect.stringMatching(/^\d{4}-.*Z$/), toldBy: 'ledger', kind: 'project' },
        ...{ what: `project ${key}`, where: key, would: 'delete it with everything in it', outcome: 'listed' },
      },
    ],
    ...{ foreign: [], leftAlone: [], notes: [], unseen: [], remaining: 1 },
  });
});
