import { expect, test } from '@playwright/test';
import { Table } from '../../../fake/state/table.js';

interface Row {
  readonly id: number;
  readonly team: string;
  readonly tags: readonly string[];
}

type Teams = Table<Row, number, 'team' | 'tag' | 'size'>;

function teams(...rows: readonly Row[]): Teams {
  const table: Teams = new Table((row: Row) => row.id, {
    team: (row) => row.team,
    tag: { each: (row) => row.tags },
    size: { ordered: (row) => (row.tags.length === 0 ? undefined : row.tags.length) },
  });
  for (const row of rows) table.set(row);
  return table;
}

const row = (id: number, team = 'red', tags: readonly string[] = []): Row => ({ id, team, tags });
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

test.describe('a table', () => {
  test('lists rows in the order of their keys, however they came', () => {
    const table = teams(row(10), row(9), row(100), row(1));

    expect(ids(table.all())).toEqual([1, 9, 10, 100]);
    expect(ids(table.where('team', 'red'))).toEqual([1, 9, 10, 100]);
    expect(table.first('team', 'red')).toEqual(row(1));
    expect(table.last()).toEqual(row(100));
  });

  test('finds a row under each of its values of an index', () => {
    const table = teams(row(1, 'red', ['a', 'b']), row(2, 'red', ['b']), row(3));

    expect(ids(table.where('tag', 'a'))).toEqual([1]);
    expect(ids(table.where('tag', 'b'))).toEqual([1, 2]);
    expect(table.any('tag', 'c')).toBe(false);
    expect(table.first('tag', 'c')).toBeUndefined();
  });

  test('lists the values of an index that rows have, also after it was forked', () => {
    const table = teams(row(1, 'red', ['a', 'b']), row(2, 'red', ['b']), row(3));
    const fork = table.fork();
    fork.delete(1);
    fork.set(row(4, 'red', ['c']));

    expect(table.valuesIn('tag').sort()).toEqual(['a', 'b']);
    expect(fork.valuesIn('tag').sort()).toEqual(['b', 'c']);
  });

  test('counts rows and gives part of them by their position, if an index is ordered', () => {
    const table = teams(
      row(3, 'red', ['a']),
      row(1, 'red', ['b']),
      row(2, 'red', ['a', 'b']),
      row(7, 're', ['a']),
      row(5),
    );

    expect(ids(table.where('size', 1))).toEqual([1, 3, 7]);
    expect(ids(table.slice('size', 1, 1, 1))).toEqual([3]);
    expect(ids(table.slice('size', 1, 1, 9))).toEqual([3, 7]);
    expect([table.slice('size', 1, 3, 9), table.slice('size', 1, 0, 0), table.slice('size', 3, 0, 9)]).toEqual([
      [],
      [],
      [],
    ]);
    expect([table.count('size', 1), table.countBelow('size', 1, 3), table.countBelow('size', 1, 4)]).toEqual([3, 1, 2]);
    expect([table.first('size', 2), table.any('size', 3)]).toEqual([row(2, 'red', ['a', 'b']), false]);
  });

  test('gives no part by position if an index is not ordered', () => {
    expect(() => teams(row(1)).slice('team', 'red', 0, 1)).toThrow(
      'The index team knows no positions: it has to be declared as ordered.',
    );
  });

  test('keeps many rows under one value in their order, as few and as one, whatever forks of it do', () => {
    const table = teams();
    const count = 2_500;
    const numbers = Array.from({ length: count }, (_, index) => (index * 7) % count);
    const sorted = (some: readonly number[]) => some.toSorted((left, right) => left - right);

    for (const id of numbers) table.set(row(id));
    const fork = table.fork();
    for (const id of numbers.slice(0, count - 2)) table.delete(id);
    const few = table.fork();
    for (const id of numbers) table.delete(id);

    expect([fork.count('team', 'red'), fork.first('team', 'red')]).toEqual([count, row(0)]);
    expect(ids(fork.where('team', 'red'))).toEqual(sorted(numbers));
    expect(ids(few.where('team', 'red'))).toEqual(sorted(numbers.slice(count - 2)));
    expect([table.count('team', 'red'), table.first('team', 'red'), table.where('team', 'red')]).toEqual([
      0,
      undefined,
      [],
    ]);
  });

  test('is what it was after a fork of a fork of a fork, each written to', () => {
    let table = teams(row(1), row(2, 'blue'));
    for (let id = 3; id < 20; id += 1) {
      table = table.fork();
      table.set(row(id, id % 2 === 0 ? 'red' : 'blue'));
      table.delete(id - 2);
    }

    expect(ids(table.all())).toEqual([18, 19]);
    expect([ids(table.where('team', 'red')), ids(table.where('team', 'blue'))]).toEqual([[18], [19]]);
  });

  test('has other content as soon as a fork of it has other rows', () => {
    const table = teams(row(1));
    const [same, other] = [table.fork(), table.fork()];

    other.set(row(1, 'blue'));

    expect(same.content).toBe(table.content);
    expect(other.content).not.toBe(table.content);
  });

  test('does not find a replaced row under what it was', () => {
    const table = teams(row(1, 'red', ['a']), row(2, 'red'));

    table.set(row(1, 'blue', ['b']));

    expect(ids(table.where('team', 'red'))).toEqual([2]);
    expect(ids(table.where('team', 'blue'))).toEqual([1]);
    expect(table.any('tag', 'a')).toBe(false);
    expect(table.size).toBe(2);
  });

  test('finds a deleted row under nothing', () => {
    const table = teams(row(1, 'red', ['a']));

    expect(table.delete(1)).toBe(true);

    expect(table.delete(1)).toBe(false);
    expect([table.get(1), table.last(), table.first('team', 'red'), table.first('tag', 'a')]).toEqual(
      Array.from({ length: 4 }),
    );
    expect(table.size).toBe(0);
  });

  test('keeps values apart that stand next to each other', () => {
    const table = teams(row(1, 'red'), row(2, 'redder'), row(3, ''), row(4, 'blue'));

    expect(ids(table.where('team', 'red'))).toEqual([1]);
    expect(ids(table.where('team', ''))).toEqual([3]);
    expect(table.first('team', 'rec')).toBeUndefined();
  });
});

test.describe('a fork', () => {
  test('does not show its writes to what it was forked from, nor to other forks', () => {
    const origin = teams(row(1, 'red', ['a']), row(2));
    const [one, other] = [origin.fork(), origin.fork()];

    one.set(row(1, 'blue'));
    one.set(row(3));
    other.delete(2);

    expect([ids(origin.all()), ids(one.all()), ids(other.all())]).toEqual([[1, 2], [1, 2, 3], [1]]);
    expect([ids(origin.where('team', 'red')), ids(one.where('team', 'red')), ids(other.where('team', 'red'))]).toEqual([
      [1, 2],
      [2, 3],
      [1],
    ]);
    expect([origin.any('tag', 'a'), one.any('tag', 'a')]).toEqual([true, false]);
  });

  test('of a fork starts as the fork is', () => {
    const first = teams(row(1)).fork();
    first.set(row(2));
    const second = first.fork();

    second.delete(1);

    expect([ids(first.all()), ids(second.all())]).toEqual([[1, 2], [2]]);
  });
});

/** Numbers from 0 up to a limit, the same for the same seed. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Everything a table can be asked, for comparison. */
function answersOf(table: Teams): unknown {
  return {
    all: table.all(),
    size: table.size,
    last: table.last(),
    teams: teamNames.map((team) => [table.where('team', team), table.first('team', team)]),
    tags: tagNames.map((tag) => [table.where('tag', tag), table.any('tag', tag), table.count('tag', tag)]),
    sizes: [1, 2, 3].map((size) => [
      table.where('size', size),
      table.slice('size', size, 1, 3),
      table.count('size', size),
    ]),
  };
}

/** The same answers, worked out the slow way. */
function expectedAnswers(model: ReadonlyMap<number, Row>): unknown {
  const all = [...model.values()].sort((left, right) => left.id - right.id);
  const inTeam = (team: string) => all.filter((one) => one.team === team);
  const tagged = (tag: string) => all.filter((one) => one.tags.includes(tag));
  return {
    all,
    size: model.size,
    last: all.at(-1),
    teams: teamNames.map((team) => [inTeam(team), inTeam(team)[0]]),
    tags: tagNames.map((tag) => [tagged(tag), tagged(tag).length > 0, tagged(tag).length]),
    sizes: [1, 2, 3].map((size) => {
      const ofSize = all.filter(({ tags }) => tags.length === size);
      return [ofSize, ofSize.slice(1, 4), ofSize.length];
    }),
  };
}

const teamNames = ['red', 'blue', 'green', ''];
const tagNames = ['a', 'b', 'c'];

interface Walk {
  /** Tables with what each has to answer, the last one included; each was forked at that moment. */
  readonly kept: readonly { readonly table: Teams; readonly answers: unknown }[];
  /** The operations whose results differed from the model's. */
  readonly mistaken: readonly number[];
}

/** Writes, deletes and forks at random, in a table and in a plain map. */
function walk(seed: number, operations: number): Walk {
  const number = numbersFrom(seed);
  const kept: Walk['kept'][number][] = [];
  const mistaken: number[] = [];
  let table = teams();
  const model = new Map<number, Row>();
  for (let operation = 0; operation < operations; operation += 1) {
    const id = number(200);
    const choice = number(10);
    if (choice < 6) {
      const tags = tagNames.filter(() => number(2) === 0);
      const made = row(id, teamNames[number(4)], tags);
      table.set(made);
      model.set(id, made);
    } else if (choice < 9) {
      if (table.delete(id) !== model.delete(id)) mistaken.push(operation);
    } else {
      kept.push({ table, answers: expectedAnswers(model) });
      table = table.fork();
    }
    if (table.get(id) !== model.get(id)) mistaken.push(operation);
  }
  return { kept: [...kept, { table, answers: expectedAnswers(model) }], mistaken };
}

for (const seed of [1, 2, 3]) {
  test(`a table answers like a plain map after 1,000 random operations and forks (seed ${seed})`, () => {
    const { kept, mistaken } = walk(seed, 1_000);

    expect(mistaken).toEqual([]);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.map(({ table }) => answersOf(table))).toEqual(kept.map(({ answers }) => answers));
  });
}
