import { expect, test } from '@playwright/test';
import { renderSweep } from '../../../cli/sweep.js';
import { printable } from '../../../client/print.js';
import type { LeftAlone } from '../../../provide/external/sweep/find-leftovers.js';

const usual = { olderThan: 3_600_000, settle: 15_000 };
const nothing = {
  tracker: 'http://tracker.test',
  rows: [],
  foreign: [],
  leftAlone: [],
  notes: [],
  unseen: [],
  remaining: 0,
};

test('the command that cleans up after a recent run stands after it, and none for a run that was elsewhere', () => {
  const recent = { run: 'ab12z', why: 'it has ended, but only recently', left: ['project ONE'] };
  const endingFor = (...leftAlone: readonly LeftAlone[]) =>
    renderSweep({ ...nothing, leftAlone }, { ...usual, ledger: 'ledgers' })
      .split('\n\n')
      .at(-1)
      ?.split('\n');
  const alone = '1 run was left alone. The reasons stand above.';
  const head = ['Nothing of runs that are older than 1 h is left on http://tracker.test.', alone];
  const command = 'tracker-e2e sweep --older-than 0s --ledger ledgers --yes';

  expect(endingFor({ ...recent, state: 'over' })).toStrictEqual([
    ...head,
    `To clean up after the recent run now: ${command}`,
  ]);
  expect(endingFor({ ...recent, state: 'may go on' })).toStrictEqual([
    ...head,
    `To clean up after the recent run now, if you know that it has ended: ${command}`,
  ]);
  expect(endingFor({ ...recent, state: 'may go on' }, { ...recent, run: 'ab34z', state: 'over' })?.at(-1)).toBe(
    `To clean up after the 2 recent runs now, if you know that they have ended: ${command}`,
  );
  expect(endingFor({ ...recent, state: 'elsewhere' })).toStrictEqual([
    'Nothing of earlier runs is left on http://tracker.test.',
    alone,
  ]);
});

test('a summary of an issue can neither look like another line of a sweep nor clear the terminal', () => {
  const row = { run: 'ab12z', at: '2026-01-02T03:04:05.000Z', toldBy: 'mark', kind: 'issue', where: 'ONE' } as const;
  const what = 'issue ONE-1 "x\u001b[2J\r\n  - project ALL (ALL): delete it"';
  const rows = [{ ...row, what, would: 'delete it with its sub-tasks', outcome: 'listed' }] as const;

  const text = printable(renderSweep({ ...nothing, remaining: 1, rows }, usual));

  expect(text.split('\n').slice(0, 3)).toStrictEqual([
    'Run ab12z of 2026-01-02 03:04 UTC, found by its mark:',
    String.raw`  - issue ONE-1 "x\u001b[2J\u000a  - project ALL (ALL): delete it" (ONE): delete it with its sub-tasks`,
    '',
  ]);
});
