import { expect, test } from '@playwright/test';
import { compareSteps } from '../../../fixtures/matchers/compare-steps.js';

const group = { isGroup: true, cells: ['Log in'], rest: {} };
const step = { isGroup: false, cells: ['Open', 'See'], status: 'To do', rest: { status: 'To do' } };
const named = { isGroup: true, cells: ['Log in'] };

test.describe('compareSteps', () => {
  test('finds nothing if everything that is expected is so', () => {
    expect(compareSteps([group, step], [named, { cells: ['Open', 'See'], status: 'To do' }])).toEqual([]);
  });

  test('shows both tables row by row and marks the row that differs', () => {
    expect(compareSteps([group, step], [named, { cells: ['Open', 'See'], status: 'Pass' }])).toEqual([
      '  group    is        {"isGroup":true,"cells":["Log in"]}',
      '≠ step 0   is        {"cells":["Open","See"],"status":"To do"}',
      '           expected  {"cells":["Open","See"],"status":"Pass"}',
    ]);
  });

  test('numbers steps as the API does, which counts no groups', () => {
    const rows = [group, step, group, step];
    const expected = [named, { cells: ['Open', 'See'] }, named, { cells: ['Close'] }];

    expect(compareSteps(rows, expected).map((line) => line.slice(0, 9))).toEqual([
      '  group  ',
      '  step 0 ',
      '  group  ',
      '≠ step 1 ',
      '         ',
    ]);
  });

  test('shows a row that is missing and one that is too many', () => {
    expect(compareSteps([group], [named, { cells: ['Open'] }])).toEqual([
      '  group    is        {"isGroup":true,"cells":["Log in"]}',
      '≠ step 0   is        (no row)',
      '           expected  {"cells":["Open"]}',
    ]);
    expect(compareSteps([group], [])).toEqual([
      '≠ group    is        {"isGroup":true,"cells":["Log in"]}',
      '           expected  (no row)',
    ]);
  });

  test('finds texts of comments and files wherever they stand, as often as they are expected, and those it lacks', () => {
    const rest = { notes: [{ by: 'ann', text: 'one' }], files: { 'a.txt': 7, more: ['a.txt'] } };
    const row = { ...step, rest };

    expect(compareSteps([row], [{ comments: ['one'], attachments: ['a.txt', 'a.txt'], lacks: ['two'] }])).toEqual([]);
    expect(
      compareSteps([row], [{ comments: ['two'], attachments: ['a.txt', 'a.txt', 'a.txt'], lacks: ['one'] }]),
    ).toEqual([
      '≠ step 0   is        {"comments":[],"attachments":["a.txt","a.txt"],"lacks":[]}',
      '           expected  {"comments":["two"],"attachments":["a.txt","a.txt","a.txt"],"lacks":["one"]}',
    ]);
  });
});
