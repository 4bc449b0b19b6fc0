import { test, expect } from '@playwright/test';
import { formatDuration, formatRuleIds, formatTotals } from '../../../reports/matrix/format.js';

test('three or more rules in a row are shortened', () => {
  const ids = ['DT-01', 'DT-02', 'DT-09', 'DT-10', 'DT-11', 'DT-N12', 'AD-13', 'AD-14'];
  expect(formatRuleIds(ids)).toBe('DT-01, DT-02, DT-09 to DT-11, DT-N12, AD-13, AD-14');
});

test('durations are rounded for people', () => {
  expect([340.4, 12_345, 245_200].map(formatDuration)).toEqual(['340 ms', '12.3 s', '4 min 05 s']);
});

test('flaky tests are among the passed of the last line', () => {
  const totals = { passed: 3, failed: 1, flaky: 2, skipped: 4 };
  expect(formatTotals({ ...totals, notRun: 0 })).toBe('5 passed, 1 failed, 4 skipped');
  expect(formatTotals({ ...totals, notRun: 6 })).toBe('5 passed, 1 failed, 4 skipped, 6 not run');
});
