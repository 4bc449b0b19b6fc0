import { expect, test } from '@playwright/test';
import { compareSteps } from '../../../fixtures/matchers/compare-steps.js';

const group = { isGroup: true, cells: ['Log in'], rest: {} };
const step = { isGroup: false, cells: ['Open', 'See'], status: 'To do', rest: { status: 'To do' } };
const named = { isGroup: true, cells: ['Log in'] };

test.describe('compareSteps', () => {
  test('finds nothing if everything that is expected is so', () => {
    expect(compareSteps([group, step], [named, { cells: ['Open', 'See'], status: 'To do' }])).toEqual([]);
  });

  test('names the steps as the API does, which counts no groups, and each value that differs', () => {
    const rows = [group, step, group, step];
    const expected = [{ ...named, cells: ['Log out'] }, named, named, { cells: ['Open', 'Close'], status: 'Pass' }];

    expect(compareSteps(rows, expected)).toEqual([
      'row 0 (a group): cells[0]: expected "Log out", received "Log in"',
      'step 0: isGroup: expected true, received false',
      'step 0: cells: expected ["Log in"], received ["Open","See"]',
      'step 1: cells[1]: expected "Close", received "See"',
      'step 1: status: expected "Pass", received "To do"',
    ]);
  });

  test('shows a row that is missing and one that is too many', () => {
    expect(compareSteps([group], [named, { cells: ['Open'] }])).toEqual([
      'step 0: missing, expected {"cells":["Open"]}',
    ]);
    expect(compareSteps([group], [])).toEqual([
      'row 0 (a group): unexpected, received {"isGroup":true,"cells":["Log in"]}',
    ]);
  });

  test('finds texts of comments and files wherever they stand, as often as they are expected, and those it lacks', () => {
    const rest = { notes: [{ by: 'ann', text: 'one' }], files: { 'a.txt': 7, more: ['a.txt'] } };
    const row = { ...step, rest };

    expect(compareSteps([row], [{ comments: ['one'], attachments: ['a.txt', 'a.txt'], lacks: ['two'] }])).toEqual([]);
    expect(
      compareSteps([row], [{ comments: ['two'], attachments: ['a.txt', 'a.txt', 'a.txt'], lacks: ['one'] }]),
    ).toEqual([
      'step 0: comments: expected ["two"], received []',
      'step 0: attachments: expected ["a.txt","a.txt","a.txt"], received ["a.txt","a.txt"]',
      'step 0: lacks: expected ["one"], received []',
    ]);
  });
});
