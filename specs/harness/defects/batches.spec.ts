import { expect, test } from '@playwright/test';
import { batchesOf } from '../../../proof/playwright/batches-of.js';

test.describe('a run against many defects', () => {
  test('is parted if one run would have too many tests, in order', () => {
    const sizes = [9_000, 9_000, 3_000, 17_000, 1];

    expect(batchesOf(sizes, (size) => size, 20_000)).toEqual([[9_000, 9_000], [3_000, 17_000], [1]]);
  });

  test('takes what is too large for any run alone', () => {
    expect(batchesOf([5, 90_000, 5], (size) => size, 20_000)).toEqual([[5], [90_000], [5]]);
  });

  test('is none if there are none', () => {
    expect(batchesOf([], () => 1, 20_000)).toEqual([]);
  });
});
