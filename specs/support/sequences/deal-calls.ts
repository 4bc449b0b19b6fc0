import * as fc from 'fast-check';
import { describeEndpoint } from '../../../fixtures/index.js';
import type { Endpoints } from '../../../fixtures/index.js';
import { at, keysOf } from '../values.js';

/** The values that each parameter of an operation can have. */
export type Choices = Readonly<Record<string, readonly unknown[]>>;

export type EndpointName = keyof Endpoints;
export type Operations = Readonly<Partial<Record<EndpointName, { readonly parameters: Choices }>>>;

/** How many calls a test makes, if the pairs need no more. */
const USUAL = 25;

/** How many orders of the calls of a test are compared. */
const ORDERS = 10;

/** A call of a sequence: an operation with a value for each of its parameters. */
export interface PlannedCall {
  readonly operation: EndpointName;
  readonly given: Readonly<Record<string, unknown>>;
}

export interface Deal {
  readonly seed: number;
  /** How many calls each test has at least; the pairs may need more. */
  readonly calls?: number | undefined;
}

/**
 * The calls of each test. Together they have all pairs of values of two parameters of an operation. Each test calls each
 * operation once at least, and again at its end: every second test in the opposite order of the test before, so that each
 * operation comes before and after each other. The seed gives the order, in which operations meet many situations, and the
 * calls beyond those that the pairs need.
 */
export function dealCalls(operations: Operations, { seed, calls = 0 }: Deal): PlannedCall[][] {
  const names = keysOf(operations);
  const covering = names.map((name) => callsOf(name, operations));
  const parts = partsFor(covering);
  const dealt = fc.noBias(fc.gen()).map((draw) => {
    const shuffled = <Item>(items: readonly Item[]) =>
      draw(() => fc.shuffledSubarray([...items], { minLength: items.length }));
    const any = (operation: EndpointName): PlannedCall => {
      const values = Object.entries(operations[operation]?.parameters ?? {});
      return {
        operation,
        given: Object.fromEntries(values.map(([name, some]) => [name, draw(() => fc.constantFrom(...some))])),
      };
    };
    const mixed = covering.map(shuffled);
    const others = shuffled(mixed.flatMap((all) => all.slice(parts)));
    const met = new Set<string>();
    let order = [...names.keys()];
    return Array.from({ length: parts }, (_, part) => {
      order = part % 2 === 0 ? shuffled(order) : order.toReversed();
      const last = order.map((place) => mixed[place]?.[part] ?? any(at(names, place)));
      const before = others.filter((_call, index) => index % parts === part);
      for (const name of names) if (!before.some(({ operation }) => operation === name)) before.push(any(name));
      while (before.length + last.length < calls) before.push(any(draw(() => fc.constantFrom(...names))));
      return bestOf(
        Array.from({ length: ORDERS }, () => [...shuffled(before), ...last]),
        met,
      );
    });
  });
  return at(fc.sample(dealt, { seed, numRuns: 1 }), 0);
}

/** The order of calls in which operations meet the most situations that they have not met. */
function bestOf(orders: readonly PlannedCall[][], met: Set<string>): PlannedCall[] {
  const gains = orders.map((calls) => new Set(pairsIn(calls).filter((pair) => !met.has(pair))));
  const best = gains.reduce((found, one) => (one.size > found.size ? one : found));
  for (const pair of best) met.add(pair);
  return at(orders, gains.indexOf(best));
}

/** Whether an operation leaves all data as it is. */
export const isRead = (operation: EndpointName): boolean => describeEndpoint(operation)[0].startsWith('GET ');

/** The situations that a call leaves: one for each value that it has, if its operation changes data. */
export function situationsOf(operation: EndpointName, given: PlannedCall['given']): string[] {
  if (isRead(operation)) return [];
  return Object.entries(given).map(([name, value]) => `${operation} ${name} ${JSON.stringify(value)}`);
}

/** The pairs of an operation and a situation that calls meet. */
export function pairsIn(calls: readonly PlannedCall[]): string[] {
  const last = new Map<string, readonly string[]>();
  return calls.flatMap(({ operation, given }) => {
    const pairs = [...last.values()].flat().map((situation) => `${operation} after ${situation}`);
    last.set(operation, situationsOf(operation, given));
    return pairs;
  });
}

/** How many tests share the calls of some operations. One test alone would time out late, and need a tracker for long. */
export const countParts = (operations: Operations): number =>
  partsFor(keysOf(operations).map((name) => callsOf(name, operations)));

const partsFor = (calls: readonly PlannedCall[][]): number => Math.max(2, Math.ceil(calls.flat().length / USUAL));

/** Calls of an operation in which each pair of values of two parameters occurs; few, not the fewest. */
function callsOf(operation: EndpointName, operations: Operations): PlannedCall[] {
  const parameters = Object.entries(operations[operation]?.parameters ?? {});
  const values = parameters.flatMap(([name, some]) => some.map((value) => [name, value] as const));
  // Each value is known by its place among all: comparing texts would take longer than the calls.
  const placesOf = (name: string) => [...values.keys()].filter((place) => values[place]?.[0] === name);
  const every = parameters
    .map(([name]) => placesOf(name))
    .reduce<number[][]>((rows, places) => rows.flatMap((row) => places.map((place) => [...row, place])), [[]]);
  // A value is a pair with itself: a single parameter has no other pairs.
  const rows = every.map((row) => ({
    row,
    pairs: row.flatMap((one, index) => row.slice(index).map((other) => one * values.length + other)),
  }));
  const left = new Uint8Array(values.length ** 2);
  for (const { pairs } of rows) for (const pair of pairs) left[pair] = 1;
  const gainOf = (pairs: readonly number[]) => pairs.reduce((gain, pair) => gain + (left[pair] ?? 0), 0);
  const calls: PlannedCall[] = [];
  do {
    const gains = rows.map(({ pairs }) => gainOf(pairs));
    const best = at(rows, gains.indexOf(gains.reduce((most, gain) => Math.max(most, gain))));
    for (const pair of best.pairs) left[pair] = 0;
    calls.push({ operation, given: Object.fromEntries(best.row.map((place) => at(values, place))) });
  } while (left.includes(1));
  return calls;
}
