import * as fc from 'fast-check';

/** The values that each parameter of an operation can have. */
export type Choices = Readonly<Record<string, readonly unknown[]>>;

type Operations = Readonly<Record<string, { readonly parameters: Choices }>>;

/** How many calls a test makes, if the pairs need no more. */
const USUAL = 20;

/** A call of a sequence: an operation with a value for each of its parameters. */
export interface PlannedCall {
  readonly operation: string;
  readonly given: Readonly<Record<string, unknown>>;
}

export interface Deal {
  readonly seed: number;
  /** How many calls each test has at least; the pairs may need more. */
  readonly calls?: number | undefined;
}

/**
 * The calls of each test. Together they have all pairs of values of two parameters of an operation. Each test calls each
 * operation, and every second test calls them first in the opposite order of the test before, so that each operation comes before and
 * after each other. The seed gives the order, and the calls beyond those that the pairs need.
 */
export function dealCalls(operations: Operations, { seed, calls = 0 }: Deal): PlannedCall[][] {
  const dealt = fc.noBias(fc.gen()).map((draw) => {
    const shuffled = <Item>(items: readonly Item[]) =>
      draw(fc.shuffledSubarray, [...items], { minLength: items.length });
    const names = Object.keys(operations);
    const any = (operation: string) => {
      const values = Object.entries(operations[operation]?.parameters ?? {});
      const given = fc.record(Object.fromEntries(values.map(([name, some]) => [name, fc.constantFrom(...some)])));
      return { operation, given: draw(() => given) };
    };
    const parts = countParts(operations);
    const covering = names.map((name) => shuffled(callsOf(name, operations)));
    const later = shuffled(covering.flatMap((all) => all.slice(parts)));
    let order = [...names.keys()];
    return Array.from({ length: parts }, (_, part) => {
      order = part % 2 === 0 ? shuffled(order) : order.toReversed();
      const first = order.map((at) => covering[at]?.[part] ?? any(names[at] ?? ''));
      const all = [...first, ...later.filter((_call, index) => index % parts === part)];
      while (all.length < calls) all.push(any(draw(fc.constantFrom, ...names)));
      return all;
    });
  });
  return fc.sample(dealt, { seed, numRuns: 1 })[0] ?? [];
}

/** How many tests share the calls of some operations. One test alone would time out late, and need a tracker for long. */
export function countParts(operations: Operations): number {
  const count = Object.keys(operations).flatMap((name) => callsOf(name, operations)).length;
  return Math.max(2, Math.ceil(count / USUAL));
}

/** Calls of an operation in which each pair of values of two parameters occurs; few, not the fewest. */
function callsOf(operation: string, operations: Operations): PlannedCall[] {
  const parameters = Object.entries(operations[operation]?.parameters ?? {});
  const every = parameters.reduce<number[][]>(
    (rows, [, values]) => rows.flatMap((row) => [...values.keys()].map((value) => [...row, value])),
    [[]],
  );
  // A value is a pair with itself: a single parameter has no other pairs.
  const rows = every.map((row) => ({
    given: Object.fromEntries(parameters.map(([name, values], at) => [name, values[row[at] ?? 0]])),
    pairs: row.flatMap((value, one) => row.slice(one).map((other, by) => `${one}=${value} ${one + by}=${other}`)),
  }));
  const left = new Set(rows.flatMap(({ pairs }) => pairs));
  const gain = ({ pairs }: (typeof rows)[number]) => pairs.filter((pair) => left.has(pair)).length;
  const calls: PlannedCall[] = [];
  do {
    const best = rows.reduce((found, row) => (gain(row) > gain(found) ? row : found));
    for (const pair of best.pairs) left.delete(pair);
    calls.push({ operation, given: best.given });
  } while (left.size > 0);
  return calls;
}
