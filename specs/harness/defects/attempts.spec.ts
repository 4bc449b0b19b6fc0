import { expect, test } from '@playwright/test';
import type { DefectRow } from '../../../contracts/report/defect-matrix.js';
import { leftBy, missedByAll, renderAttempts } from '../../../proof/defects/attempts.js';

function row(name: string, state: DefectRow['state']): DefectRow {
  return { name, rule: 'DT-01', breaks: 'One is lost.', state, ran: 1, caughtBy: [], brokeIn: [], unrelated: [] };
}

const first = {
  seed: 3,
  rows: [row('DT-01-a', 'caught'), row('DT-01-b', 'survived'), row('DT-01-c', 'not available')],
};
const second = { seed: 4, rows: [row('DT-01-b', 'caught'), row('DT-01-c', 'not available')] };

test('a defect that is not caught on one obedient tracker is left to the next', () => {
  expect(leftBy(first)).toEqual(['DT-01-b', 'DT-01-c']);
  expect(missedByAll([first, second], 'isolated')).toEqual(['DT-01-c']);
});

test('a defect that nobody can see in shared mode is not missed there', () => {
  expect(missedByAll([first, second], 'shared')).toEqual([]);
  expect(missedByAll([first], 'shared')).toEqual(['DT-01-b']);
});

test('what hid a defect is told tracker by tracker', () => {
  expect(renderAttempts([first, second], 'isolated').split('\n')).toEqual([
    'Hidden by the answers of some trackers:',
    '  DT-01-b: survived on 3, caught on 4',
    '  DT-01-c: not available on 3, not available on 4',
    'On obedient trackers 3, 4 (isolated): 1 of 3 defects caught on none',
    '',
  ]);
});
