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

/** Whether a table answers as a sorted array of its rows does. */
function isAsSorted(table: Rows, rows: ReadonlyMap<string, Row>, probes: readonly string[], offset: number): boolean {
  const sorted = [...rows.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return TEAMS.every((team) => {
    const there = sorted.filter((row) => row.team === team);
    return isDeepStrictEqual(
      [
        table.count('team', team),
        ...probes.map((probe) => table.countBelow('team', team, probe)),
        ...[0, offset].map((from) => table.slice('team', team, from, 25)),
      ],
      [
        there.length,
        ...probes.map((probe) => there.filter(({ name }) => name < probe).length),
        ...[0, offset].map((from) => there.slice(from, from + 25)),
      ],
    );
  });
}

/** A table and what it has to hold after 2,000 random changes, and the steps after which positions differed. */
function changeAtRandom(seed: number) {
  const number = numbersFrom(seed);
  const model = new Map<string, Row>();
  const differing: number[] = [];
  let table = emptyTable();
  for (let step = 0; step < 2_000; step += 1) {
    const row = { name: `row-${number(700)}`, team: [...TEAMS, undefined][number(4)] };
    if (number(10) < 3) {
      table.delete(row.name);
      model.delete(row.name);
    } else {
      table.set(row);
      model.set(row.name, row);
    }
    if (number(50) === 0) table = table.fork();
    if (step % 20 === 0 && !isAsSorted(table, model, [row.name, '', '~'], number(300))) differing.push(step);
  }
  return { table, model, differing };
}

for (const seed of [1, 2, 3, 4]) {
  test(`positions are those of a sorted array after 2,000 random inserts and deletes (seed ${seed})`, () => {
    const { table, model, differing } = changeAtRandom(seed);

    expect(differing).toEqual([]);
    expect(table.size).toBe(model.size);
    expect(model.size).toBeGreaterThan(300);
  });
}

test('every single position of 3,000 rows is found', () => {
  const table = emptyTable();
  const names = Array.from({ length: 3_000 }, (_, index) => `row-${String(index).padStart(4, '0')}`);
  for (const name of names) table.set({ name, team: 1 });

  expect(names.map((_, position) => table.slice('team', 1, position, 1)[0]?.name)).toEqual(names);
  expect(names.map((name) => table.countBelow('team', 1, name))).toEqual(names.map((_, position) => position));
});

test('a slice ends with the rows of its value, and is empty past them or of a value nobody has', () => {
  const table = emptyTable();
  for (const name of ['a', 'b']) table.set({ name, team: 1 });
  for (const name of ['0c', '0d']) table.set({ name, team: 2 });

  expect(table.slice('team', 1, 1, 5).map(({ name }) => name)).toEqual(['b']);
  for (const [team, offset, limit] of [
    [1, 2, 5],
    [1, 1_000_000, 1],
    [1, 0, 0],
    [9, 0, 5],
  ] as const) {
    expect(table.slice('team', team, offset, limit)).toEqual([]);
  }
  expect([table.count('team', 2), table.count('team', 9)]).toEqual([2, 0]);
});

test('a fork counts its own rows and leaves those of its origin', () => {
  const origin = emptyTable();
  for (let index = 0; index < 500; index += 1) origin.set({ name: `row-${index}`, team: 1 });
  const fork = origin.fork();

  for (let index = 0; index < 500; index += 2) fork.delete(`row-${index}`);

  expect([origin.count('team', 1), fork.count('team', 1)]).toEqual([500, 250]);
});
