import { Source } from '../../../builders/index.js';

export type Parameters = Readonly<Record<string, readonly unknown[]>>;

type Operations = Readonly<Record<string, { readonly parameters: Parameters }>>;

/** How many calls a test makes, if the pairs need no more. */
const USUAL = 20;

/** A call of a sequence: an operation with a value for each of its parameters, and a number for its other choices. */
export interface PlannedCall {
  readonly operation: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly pick: number;
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
  const parts = countParts(operations);
  const source = new Source(seed);
  const shuffled = <Item>(items: readonly Item[]): Item[] => source.faker.helpers.shuffle(items);
  const any = (values: readonly unknown[]) => source.faker.helpers.arrayElement(values);
  const planned = (operation: string, given: PlannedCall['given']): PlannedCall => {
    return { operation, given, pick: source.faker.number.int({ max: 9_999 }) };
  };
  const atRandom = (operation: string) => {
    const parameters = Object.entries(operations[operation]?.parameters ?? {});
    return planned(operation, Object.fromEntries(parameters.map(([name, values]) => [name, any(values)])));
  };
  const names = Object.keys(operations);
  const first = Array.from({ length: parts }, () => new Map<string, PlannedCall>());
  const later = Array.from({ length: parts }, (): PlannedCall[] => []);
  let next = 0;
  for (const operation of names) {
    const rows = shuffled(coverPairs(operations[operation]?.parameters ?? {}));
    for (const [part, begin] of first.entries()) {
      const row = rows[part];
      begin.set(operation, row === undefined ? atRandom(operation) : planned(operation, row));
    }
    for (const row of rows.slice(parts)) later[next++ % parts]?.push(planned(operation, row));
  }
  let order = shuffled(names);
  return first.map((begin, part) => {
    order = part % 2 === 0 ? shuffled(names) : order.toReversed();
    const all = [...order.flatMap((operation) => begin.get(operation) ?? []), ...shuffled(later[part] ?? [])];
    while (all.length < calls) all.push(atRandom(any(names) as string));
    return all;
  });
}

/** How many tests share the calls of some operations. One test alone would time out late, and need a tracker for long. */
export function countParts(operations: Operations): number {
  const rows = Object.values(operations).map(({ parameters }) => coverPairs(parameters).length);
  return Math.max(2, Math.ceil(rows.reduce((sum, count) => sum + count, 0) / USUAL));
}

/** Rows with a value for each parameter, in which each pair of values of two parameters occurs; few, not the fewest. */
function coverPairs(parameters: Parameters): Record<string, unknown>[] {
  const names = Object.keys(parameters);
  const left = new Set<string>();
  const pair = (one: number, value: number, other: number, otherValue: number) =>
    one < other ? `${one}=${value} ${other}=${otherValue}` : `${other}=${otherValue} ${one}=${value}`;
  const indices = names.map((name) => [...(parameters[name] ?? []).keys()]);
  for (const [one, values] of indices.entries()) {
    for (const [other, others] of indices.entries()) {
      if (one < other)
        for (const value of values) for (const another of others) left.add(pair(one, value, other, another));
    }
  }
  const rows: number[][] = [];
  // A single parameter has no pairs, and each of its values is to occur.
  if (names.length === 1) rows.push(...(indices[0] ?? []).map((value) => [value]));
  if (names.length === 0) rows.push([]);
  while (left.size > 0) {
    const [begin = ''] = left;
    const row = new Map(begin.split(' ').map((part) => part.split('=').map(Number) as [number, number]));
    for (const [column, values] of indices.entries()) {
      if (row.has(column)) continue;
      const gain = (value: number) =>
        [...row].filter(([other, chosen]) => left.has(pair(column, value, other, chosen))).length;
      row.set(
        column,
        values.reduce((best, value) => (gain(value) > gain(best) ? value : best), values[0] ?? 0),
      );
    }
    const chosen = indices.map((_, column) => row.get(column) ?? 0);
    for (const [one, value] of chosen.entries()) {
      for (const [other, another] of chosen.entries()) if (one < other) left.delete(pair(one, value, other, another));
    }
    rows.push(chosen);
  }
  return rows.map((row) =>
    Object.fromEntries(names.map((name, column) => [name, parameters[name]?.[row[column] ?? 0]])),
  );
}
