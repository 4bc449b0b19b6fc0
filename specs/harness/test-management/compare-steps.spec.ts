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
      '  0  is        {"isGroup":true,"cells":["Log in"]}',
      '≠ 1  is        {"cells":["Open","See"],"status":"To do"}',
      '     expected  {"cells":["Open","See"],"status":"Pass"}',
    ]);
  });

  test('shows a row that is missing and one that is too many', () => {
    expect(compareSteps([group], [group, { cells: ['Open'] }])).toEqual([
      '  0  is        {"isGroup":true,"cells":["Log in"]}',
      '≠ 1  is        (no row)',
      '     expected  {"cells":["Open"]}',
    ]);
    expect(compareSteps([group], [])).toEqual([
      '≠ 0  is        {"isGroup":true,"cells":["Log in"]}',
      '     expected  (no row)',
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
      '≠ 0  is        {"comments":["one","two"]}',
      '     expected  {"comments":["two","one"]}',
    ]);
  });
});
