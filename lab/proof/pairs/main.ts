/** Prints, for each operation of a model, how many situations the sequences of a seed call it in, and in which never. */
import { loadSettings } from '../../../fixtures/index.js';
import { print } from '../../../client/print.js';
import * as entries from '../../../specs/default-templates/support/entries-model.js';
import { connectionModels } from '../../../specs/directory-sync/support/connections-model.js';
import { dealCalls, pairsIn, situationsOf } from '../../../specs/support/sequences/deal-calls.js';
import type { Operations } from '../../../specs/support/sequences/deal-calls.js';
import { keysOf } from '../../../specs/support/values.js';
import * as plans from '../../../specs/test-management/support/plans-model.js';

/** The part of the pairs of an operation and a situation that a run has to meet, in percent. */
const LEAST = 90;

/** How many of the situations that an operation never meets are printed. */
const SHOWN = 3;

interface Model {
  readonly title: string;
  readonly operations: Operations;
}

const { seed, modelCalls } = loadSettings();
const models: readonly Model[] = [...Object.values(entries), ...connectionModels, ...Object.values(plans)];
const rows = models.flatMap(rowsOf);
const [met, all] = [sumOf(rows.map((row) => row.met)), sumOf(rows.map((row) => row.all))];
print(
  `\nSeed ${seed}: ${met} of ${all} pairs of an operation and a situation are met, ${((met * 100) / all).toFixed(1)} %.`,
);
if (all === 0 || (met * 100) / all < LEAST) {
  process.stderr.write(`That is less than ${LEAST} %: some operations need more calls.\n`);
  process.exitCode = 1;
}

/** Prints the table of a model. @returns how many situations each of its operations meets */
function rowsOf({ title, operations }: Model) {
  const seen = new Set(dealCalls(operations, { seed, calls: modelCalls }).flatMap(pairsIn));
  const situations = keysOf(operations).flatMap((operation) => {
    const parameters = Object.entries(operations[operation]?.parameters ?? {});
    return parameters.flatMap(([name, values]) =>
      values.flatMap((value) => situationsOf(operation, { [name]: value })),
    );
  });
  print(`\n${title}`);
  return keysOf(operations).map((operation) => {
    const never = situations.filter((situation) => !seen.has(`${operation} after ${situation}`));
    const count = `${situations.length - never.length} of ${situations.length}`.padStart(10);
    print(
      `${count}  ${operation}${
        never.length > 0
          ? `, never after ${never
              .slice(0, SHOWN)
              .map((one) => one.slice(0, 70))
              .join('; ')}`
          : ''
      }`,
    );
    return { met: situations.length - never.length, all: situations.length };
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
