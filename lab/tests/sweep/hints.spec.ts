import { expect, test } from '@playwright/test';
import { renderSweep, sweepCommand } from '../../../cli/sweep/sweep-report.js';
import { printable } from '../../../fixtures/reporting/print.js';
import type { LeftAlone } from '../../../fixtures/cleanup/sweep/found.js';

const usual = { olderThan: 3_600_000, settle: 15_000 };

for (const { choice, command } of [
  { choice: usual, command: 'tracker-e2e sweep --yes' },
  { choice: { ...usual, olderThan: 3_000 }, command: 'tracker-e2e sweep --older-than 3s --yes' },
  { choice: { ...usual, olderThan: 90_000 }, command: 'tracker-e2e sweep --older-than 90s --yes' },
  {
    choice: { olderThan: 172_800_000, settle: 0, ledger: 'of ci/ledger' },
    command: 'tracker-e2e sweep --older-than 2d --settle 0s --ledger "of ci/ledger" --yes',
  },
]) {
  test(`a sweep is to be repeated as ${command}`, () => {
    expect(sweepCommand(choice)).toBe(command);
  });
}

/** The last lines of a sweep that found nothing but a run that it leaves alone. */
function endingFor(...leftAlone: readonly LeftAlone[]): readonly string[] {
  const nothing = { rows: [], foreign: [], notes: [], unseen: [], remaining: 0 };
  const text = renderSweep({ tracker: 'http://tracker.test', ...nothing, leftAlone }, { ...usual, ledger: 'ledgers' });
  return text.split('\n\n').at(-1)?.split('\n') ?? [];
}

test('the command that cleans up after a recent run stands after it', () => {
  const recent = { run: 'ab12z', why: 'it has ended, but only recently', left: ['project ONE'] };
  const head = [
    'Nothing of runs that are older than 1 h is left on http://tracker.test.',
    '1 run was left alone. The reasons stand above.',
  ];
  const command = 'tracker-e2e sweep --older-than 0s --ledger ledgers --yes';

  expect(endingFor({ ...recent, state: 'over' })).toEqual([
    ...head,
    `To clean up after the recent run now: ${command}`,
  ]);
  expect(endingFor({ ...recent, state: 'may go on' })).toEqual([
    ...head,
    `To clean up after the recent run now, if you know that it has ended: ${command}`,
  ]);
  expect(endingFor({ ...recent, state: 'may go on' }, { ...recent, run: 'ab34z', state: 'over' }).at(-1)).toBe(
    `To clean up after the 2 recent runs now, if you know that they have ended: ${command}`,
  );
});

test('of a run that goes on, or was elsewhere, nothing is to be cleaned up', () => {
  const other = { run: 'ab12z', why: 'it was a run on another tracker, http://another.test', left: ['project ONE'] };

  expect(endingFor({ ...other, state: 'elsewhere' })).toEqual([
    'Nothing of earlier runs is left on http://tracker.test.',
    '1 run was left alone. The reasons stand above.',
  ]);
});

test('a summary of an issue can neither look like another line of a sweep nor clear the terminal', () => {
  const row = { run: 'ab12z', at: '2026-01-02T03:04:05.000Z', toldBy: 'mark', kind: 'issue', where: 'ONE' } as const;
  const summary = 'x\u001b[2J\r\n  - project ALL (ALL): delete it';
  const text = renderSweep(
    {
      ...{ tracker: 'http://tracker.test', foreign: [], leftAlone: [], notes: [], unseen: [], remaining: 1 },
      rows: [{ ...row, what: `issue ONE-1 "${summary}"`, would: 'delete it with its sub-tasks', outcome: 'listed' }],
    },
    usual,
  );

  expect(printable(text).split('\n').slice(0, 3)).toEqual([
    'Run ab12z of 2026-01-02 03:04 UTC, found by its mark:',
    String.raw`  - issue ONE-1 "x\u001b[2J\u000a  - project ALL (ALL): delete it" (ONE): delete it with its sub-tasks`,
    '',
  ]);
});
