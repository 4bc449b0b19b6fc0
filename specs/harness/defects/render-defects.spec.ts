import { expect, test } from '@playwright/test';
import type { DefectMatrix, DefectRow } from '../../../contracts/report/defect-matrix.js';
import { renderDefects } from '../../../proof/defects/render-defects.js';

const caught: DefectRow = {
  name: 'DT-01-one',
  rule: 'DT-01',
  breaks: 'One is lost.',
  state: 'caught',
  ran: 4,
  caughtBy: [
    { title: 'lists', file: 'specs/a.spec.ts', line: 3, rules: ['DT-01'], message: 'Error: expect(1)\nExpected: 2' },
  ],
  brokeIn: [],
  unrelated: [],
};
const survived: DefectRow = { ...caught, name: 'DT-02-two', rule: 'DT-02', state: 'survived', caughtBy: [] };
const unseen: DefectRow = { ...survived, name: 'DT-03-x', state: 'not available', reason: 'No API answers it.' };

function text(defects: readonly DefectRow[], wide = false): string[] {
  const startedAt = '2026-11-20T10:00:00.000Z';
  const matrix: DefectMatrix = {
    schemaVersion: 1,
    mode: 'shared',
    wide,
    seed: 5,
    startedAt,
    durationMs: 9_000,
    defects: [...defects],
  };
  return renderDefects(matrix).split('\n');
}

test('a defect that was caught is shown with the first test that caught it and its message', () => {
  expect(text([caught]).slice(1, 5)).toEqual([
    'caught        DT-01-one: One is lost.',
    '    1 of 4 tests, first specs/a.spec.ts:3 lists',
    '      Error: expect(1)',
    '      Expected: 2',
  ]);
});

test('what was not caught, and what can not be seen, stands at the end with the reason', () => {
  const lines = text([caught, survived, unseen]);
  expect(lines.slice(lines.indexOf('Not to be seen in this mode:'))).toEqual([
    'Not to be seen in this mode:',
    '  DT-03-x: No API answers it.',
    '',
    'NOT CAUGHT:',
    '  DT-02-two: survived, 4 tests of its rule ran',
    '',
    expect.stringContaining('3 defects of 2 rules: 1 caught, 1 survived, 0 broke, 1 not available, 0 untested'),
    '',
  ]);
});

test('failures of unrelated tests are counted only if those tests ran', () => {
  const other = { ...caught, unrelated: caught.caughtBy };
  expect(text([other]).at(-2)).toContain('unrelated tests not run (--wide) (shared, seed 5, 9 s)');
  expect(text([other], true).at(-2)).toContain('1 failures of unrelated tests');
});
