import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { Table } from '../../../fake/state/table.js';

interface Row {
  readonly name: string;
  readonly team: number | undefined;
}

type Rows = Table<Row, string, 'team'>;

const TEAMS = [1, 2, 3];

function emptyTable(): Rows {
  return new Table((row: Row) => row.name, { team: { ordered: (row) => row.team } });
}

/** Numbers from 0 up to a limit, the same for the same seed. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Everything ranks are asked for, by a table. */
function answersOf(table: Rows, probes: readonly string[], slices: readonly (readonly [number, number])[]): unknown {
  return TEAMS.map((team) => ({
    count: table.count('team', team),
    below: probes.map((probe) => table.countBelow('team', team, probe)),
    slices: slices.map(([offset, limit]) => table.slice('team', team, offset, limit)),
  }));
}

/** The same, worked out on a sorted array. */
function expectedOf(
  rows: ReadonlyMap<string, Row>,
  probes: readonly string[],
  slices: readonly (readonly [number, number])[],
): unknown {
  const sorted = [...rows.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return TEAMS.map((team) => {
    const there = sorted.filter((row) => row.team === team);
    return {
      count: there.length,
      below: probes.map((probe) => there.filter(({ name }) => name < probe).length),
      slices: slices.map(([offset, limit]) => there.slice(offset, offset + limit)),
    };
  });
}

/** A table and what it has to hold, changed at random; tells after which steps positions differed. */
function changeAtRandom(seed: number, steps: number) {
  const number = numbersFrom(seed);
  const model = new Map<string, Row>();
  const differing: number[] = [];
  let table = emptyTable();
  for (let step = 0; step < steps; step += 1) {
    const name = `row-${number(700)}`;
    if (number(10) < 3) {
      table.delete(name);
      model.delete(name);
    } else {
      const row = { name, team: [...TEAMS, undefined][number(4)] };
      table.set(row);
      model.set(name, row);
    }
    if (number(50) === 0) table = table.fork();
    if (step % 20 > 0) continue;
    const probes = [name, `row-${number(700)}`, '', '~'];
    const slices = [
      [0, 1_000],
      [number(100), number(20)],
      [number(300), 25],
      [0, 0],
    ] as const;
    const same = isDeepStrictEqual(answersOf(table, probes, slices), expectedOf(model, probes, slices));
    if (!same) differing.push(step);
  }
  return { table, model, differing };
}

for (const seed of [1, 2, 3, 4]) {
  test(`positions are those of a sorted array after 2,000 random inserts and deletes (seed ${seed})`, () => {
    const { table, model, differing } = changeAtRandom(seed, 2_000);

    expect(differing).toEqual([]);
    expect(table.size).toBe(model.size);
    expect(model.size).toBeGreaterThan(300);
  });
}

test('every single position of 3,000 rows is found', () => {
  const table = emptyTable();
  const names = Array.from({ length: 3_000 }, (_, index) => `row-${String(index).padStart(4, '0')}`);
  for (const name of names) table.set({ name, team: 1 });

  const found = names.map((_, position) => table.slice('team', 1, position, 1)[0]?.name);

  expect(found).toEqual(names);
  expect(names.map((name) => table.countBelow('team', 1, name))).toEqual(names.map((_, position) => position));
});

test('a slice past the end, before the start or of a value nobody has is empty', () => {
  const table = emptyTable();
  for (const name of ['a', 'b', 'c']) table.set({ name, team: 2 });

  expect(table.slice('team', 2, 3, 1)).toEqual([]);
  expect(table.slice('team', 2, 1_000_000, 1)).toEqual([]);
  expect(table.slice('team', 2, 0, 0)).toEqual([]);
  expect(table.slice('team', 1, 0, 5)).toEqual([]);
  expect(table.slice('team', 9, 0, 5)).toEqual([]);
  expect([table.count('team', 1), table.count('team', 9)]).toEqual([0, 0]);
});

test('a slice does not run on into the rows of the next value', () => {
  const table = emptyTable();
  for (const name of ['a', 'b']) table.set({ name, team: 1 });
  for (const name of ['c', 'd']) table.set({ name: `0${name}`, team: 2 });

  expect(table.slice('team', 1, 1, 5).map(({ name }) => name)).toEqual(['b']);
  expect(table.slice('team', 1, 2, 5)).toEqual([]);
});

test('a fork counts its own rows and leaves those of its origin', () => {
  const origin = emptyTable();
  for (let index = 0; index < 500; index += 1) origin.set({ name: `row-${index}`, team: 1 });
  const fork = origin.fork();

  for (let index = 0; index < 500; index += 2) fork.delete(`row-${index}`);

  expect([origin.count('team', 1), fork.count('team', 1)]).toEqual([500, 250]);
});
