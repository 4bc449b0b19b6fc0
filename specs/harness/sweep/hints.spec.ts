import { expect, test } from '@playwright/test';
import { renderSweep } from '../../../cli/sweep/render-sweep.js';
import { sweepCommand } from '../../../cli/sweep/sweep-command.js';
import type { LeftAlone } from '../../../fixtures/sweep/found.js';

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

/** The last line of a sweep that found nothing but a run that it leaves alone. */
function endingFor(...leftAlone: readonly LeftAlone[]): string | undefined {
  const nothing = { rows: [], notOurs: [], notes: [], unseen: [], remaining: 0 };
  return renderSweep({ tracker: 'http://tracker.test', ...nothing, leftAlone }, { ...usual, ledger: 'ledgers' })
    .split('\n')
    .at(-1);
}

test('what takes back what a run has left that is too young stands after it', () => {
  const young = { run: 'ab12z', why: 'its last line is 3 s old, and not 1 h', left: ['project ONE'] };
  const head =
    'Nothing of runs older than 1h is left on http://tracker.test. But 1 run was left alone, for the reasons above.';
  const command = '`tracker-e2e sweep --older-than 0s --ledger ledgers --yes`';

  expect(endingFor({ ...young, state: 'over' })).toBe(`${head} ${command} takes back what is left of it.`);
  expect(endingFor({ ...young, state: 'may go on' })).toBe(
    `${head} ${command} takes back what is left of it, provided that it is over.`,
  );
});

test('of a run that goes on, or was elsewhere, nothing is to be taken back', () => {
  const other = { run: 'ab12z', why: 'it was on http://another.test', left: ['project ONE'] };

  expect(endingFor({ ...other, state: 'elsewhere' })).toBe(
    'Nothing of earlier runs is left on http://tracker.test. But 1 run was left alone, for the reasons above.',
  );
});
