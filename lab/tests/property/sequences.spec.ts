import { expect, test } from '@playwright/test';
import {
  entriesModel,
  equalNumbersModel,
  selectedRemovalModel,
} from '../../../specs/default-templates/support/entries-model.js';
import { connectionModels } from '../../../specs/directory-sync/support/connections-model.js';
import { plansModel, previousPatternModel, stepsModel } from '../../../specs/test-management/support/plans-model.js';
import { coverPairs, dealCalls } from '../../../specs/support/sequences/deal-calls.js';
import type { Parameters, PlannedCall } from '../../../specs/support/sequences/deal-calls.js';

const models = [
  entriesModel,
  equalNumbersModel,
  selectedRemovalModel,
  ...connectionModels,
  stepsModel,
  plansModel,
  previousPatternModel,
] as const;

const pair = (name: string, value: unknown) => `${name}=${JSON.stringify(value)}`;

/** All pairs of values of two parameters, or the values of the only one. */
function pairsOf(parameters: Parameters): string[] {
  const all = Object.entries(parameters).map(([name, values]) => values.map((value) => pair(name, value)));
  const [only = []] = all;
  if (all.length === 1) return only;
  return all.flatMap((ones, index) =>
    all.slice(index + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => `${one} ${other}`))),
  );
}

/** The same of calls. */
function pairsIn(calls: readonly PlannedCall[], operation: string): Set<string> {
  const given = calls.filter((call) => call.operation === operation).map((call) => Object.entries(call.given));
  return new Set(given.flatMap((all) => pairsOf(Object.fromEntries(all.map(([name, value]) => [name, [value]])))));
}

for (const { title, operations } of models) {
  test(`the sequences in which a model ${title} have all pairs of values, and each operation before each other`, () => {
    for (const seed of [1, 2]) {
      const sequences = dealCalls(operations, { seed });
      const names = Object.keys(operations);
      const all = sequences.flat();

      const missing = names.flatMap((name) => {
        const made = pairsIn(all, name);
        return pairsOf(operations[name]?.parameters ?? {}).filter((one) => !made.has(one));
      });
      expect(missing).toEqual([]);
      const isBefore = (one: string, other: string) =>
        sequences.some((calls) => {
          const order = calls.map(({ operation }) => operation);
          return order.indexOf(one) < order.lastIndexOf(other);
        });
      expect(names.flatMap((one) => names.filter((other) => one !== other && !isBefore(one, other)))).toEqual([]);
      const missingIn = (calls: readonly PlannedCall[]) =>
        names.filter((name) => !calls.some(({ operation }) => operation === name));
      expect(sequences.map(missingIn)).toEqual(sequences.map(() => []));
      expect(Math.max(...sequences.map(({ length }) => length))).toBeLessThanOrEqual(25);
    }
  });
}

test('a sequence has as many calls as are asked for, the same ones for the same seed, in few rows', () => {
  const { operations } = stepsModel;
  const values = [1, 2, 3, 4];

  const sequences = dealCalls(operations, { seed: 7, calls: 100 });

  expect(new Set(sequences.map(({ length }) => length))).toEqual(new Set([100]));
  expect(dealCalls(operations, { seed: 7, calls: 100 })).toEqual(sequences);
  expect(dealCalls(operations, { seed: 8, calls: 100 })).not.toEqual(sequences);
  expect(coverPairs({ a: values, b: values, c: values, d: values }).length).toBeLessThanOrEqual(24);
  expect(coverPairs({ a: values })).toHaveLength(4);
  expect(coverPairs({})).toHaveLength(1);
});
