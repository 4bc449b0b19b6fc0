import { expect, test } from '@playwright/test';
import { trendOf } from '../../../proof/load/memory.js';

/** A sample a second. */
function samples(...inUse: readonly number[]) {
  return inUse.map((bytes, second) => ({ at: 1_000 * second, inUse: bytes, resident: 2 * bytes }));
}

test('memory is judged by a line through the second half of the samples', () => {
  const trend = trendOf(samples(0, 1, 2, 3, 100, 110, 120, 130));

  expect(trend).toMatchObject({ from: 100, to: 130, resident: 260 });
  expect(trend?.growth).toBeCloseTo(0.3);
});

test('what goes up and down about the same does not grow', () => {
  expect(trendOf(samples(5, 50, 90, 95, 100, 120, 120, 100))?.growth).toBeCloseTo(0);
});

test('a sample or two show nothing', () => {
  expect([trendOf([]), trendOf(samples(1)), trendOf(samples(1, 2))]).toEqual([undefined, undefined, undefined]);
});
