import { expect, test } from '@playwright/test';
import { compareSteps } from '../../../fixtures/matchers/compare-steps.js';

const group = { isGroup: true, cells: ['Log in'] };
const step = { isGroup: false, cells: ['Open', 'See'], status: { ids: [1], name: 'To do' } };

test.describe('compareSteps', () => {
  test('finds nothing if everything that is expected is so', () => {
    expect(compareSteps([group, step], [group, { cells: ['Open', 'See'], status: 'To do' }])).toEqual([]);
  });

  test('shows both tables row by row and marks the row that differs', () => {
    expect(compareSteps([group, step], [group, { cells: ['Open', 'See'], status: 'Pass' }])).toEqual([
      '  group    is        {"isGroup":true,"cells":["Log in"]}',
      '≠ step 0   is        {"cells":["Open","See"],"status":"To do"}',
      '           expected  {"cells":["Open","See"],"status":"Pass"}',
    ]);
  });

  test('numbers steps as the API does, which counts no groups', () => {
    const rows = [group, step, group, step];
    const expected = [group, step, group, { cells: ['Close'] }];

    expect(compareSteps(rows, expected).map((line) => line.slice(0, 9))).toEqual([
      '  group  ',
      '  step 0 ',
      '  group  ',
      '≠ step 1 ',
      '         ',
    ]);
  });

  test('shows a row that is missing and one that is too many', () => {
    expect(compareSteps([group], [group, { cells: ['Open'] }])).toEqual([
      '  group    is        {"isGroup":true,"cells":["Log in"]}',
      '≠ step 0   is        (no row)',
      '           expected  {"cells":["Open"]}',
    ]);
    expect(compareSteps([group], [])).toEqual([
      '≠ group    is        {"isGroup":true,"cells":["Log in"]}',
      '           expected  (no row)',
    ]);
  });

  test('keeps the order of comments and not that of attachments', () => {
    const files = [
      { id: 1, name: 'b.txt' },
      { id: 2, name: 'a.txt' },
    ];
    const row = { ...step, comments: [{ body: 'one' }, { body: 'two' }], attachments: files };

    expect(compareSteps([row], [{ attachments: ['b.txt', 'a.txt'] }])).toEqual([]);
    expect(compareSteps([row], [{ comments: ['two', 'one'] }])).toEqual([
      '≠ step 0   is        {"comments":["one","two"]}',
      '           expected  {"comments":["two","one"]}',
    ]);
  });
});
