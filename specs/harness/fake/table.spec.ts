import { expect, test } from '@playwright/test';
import { Table } from '../../../fake/state/table.js';

interface Row {
  readonly id: number;
  readonly team: string;
  readonly tags: readonly string[];
}

type Teams = Table<Row, number, 'team' | 'tag' | 'member'>;

function teams(...rows: readonly Row[]): Teams {
  const table: Teams = new Table((row: Row) => row.id, {
    team: (row) => row.team,
    tag: { each: (row) => row.tags },
    member: { path: (row) => [row.team, row.tags.length, ...row.tags] },
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

  test('finds rows under the beginning of a path, in the order of their keys', () => {
    const table = teams(
      row(3, 'red', ['a']),
      row(1, 'red', ['b']),
      row(2, 'red', ['a', 'b']),
      row(4, 're', ['a']),
      row(5),
    );

    expect(ids(table.where('member', ['red']))).toEqual([1, 2, 3, 5]);
    expect(ids(table.where('member', 'red'))).toEqual([1, 2, 3, 5]);
    expect(ids(table.where('member', ['red', 1]))).toEqual([1, 3]);
    expect(ids(table.where('member', ['red', 1, 'a']))).toEqual([3]);
    expect(ids(table.where('member', ['red', 2, 'b']))).toEqual([]);
    expect(table.first('member', ['red', 2])).toEqual(row(2, 'red', ['a', 'b']));
    expect([table.any('member', ['red', 3]), table.count('member', ['red', 1])]).toEqual([false, 2]);
  });

  test('keeps a row that is replaced where its path is the same, and moves it where it is not', () => {
    const table = teams(row(1, 'red', ['a']), row(2, 'red', ['a']));

    table.set(row(1, 'red', ['a']));
    table.set(row(2, 'red', ['a', 'b']));

    expect(ids(table.where('member', ['red', 1]))).toEqual([1]);
    expect(ids(table.where('member', ['red', 2, 'a', 'b']))).toEqual([2]);
    expect(table.count('member', 'red')).toBe(2);
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
    tags: tagNames.map((tag) => [table.where('tag', tag), table.any('tag', tag)]),
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
    tags: tagNames.map((tag) => [tagged(tag), tagged(tag).length > 0]),
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
