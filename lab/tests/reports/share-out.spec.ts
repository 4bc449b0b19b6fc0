import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { shareOut } from '../../../reports/shards.js';
import type { Share } from '../../../reports/shards.js';

const sum = (units: readonly Share[]) => units.reduce((all, { duration }) => all + duration, 0);
const units = fc
  .array(fc.integer({ min: 0, max: 2_500 }), { minLength: 1, maxLength: 300 })
  .map((durations) => durations.map((duration, index) => ({ key: `test ${String(index)}`, duration })));

test('every unit is in one part, whatever their order', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 8 }), (all, total) => {
      const parts = shareOut(all, total);

      expect(parts).toHaveLength(total);
      expect(new Set(parts.flat())).toEqual(new Set(all));
      expect(parts.flat()).toHaveLength(all.length);
      expect(shareOut(all.toReversed(), total)).toEqual(parts);
    }),
  );
});

test('no part is longer than the mean by more than one unit that was put last', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 8 }), (all, total) => {
      const parts = shareOut(all, total);
      const over = parts.map((part) => sum(part) - Math.min(...part.map(({ duration }) => duration), Infinity));

      expect(over.filter((before) => before > sum(all) / total)).toEqual([]);
    }),
  );
});

test('a suite whose longest test is a sixth of a shard is split to within 1.15 of the mean', () => {
  const all = Array.from({ length: 1_000 }, (_, index) => ({
    key: String(index),
    duration: index < 8 ? 2_500 : (index * 7_919) % 110,
  }));

  for (const total of [2, 4]) {
    const longest = Math.max(...shareOut(all, total).map(sum));
    expect(longest / (sum(all) / total)).toBeLessThan(1.01);
  }
});

test('tests that take no time are spread by number', () => {
  const all = Array.from({ length: 6 }, (_, index) => ({ key: String(index), duration: 0 }));

  expect(shareOut(all, 3).map((part) => part.length)).toEqual([2, 2, 2]);
});
