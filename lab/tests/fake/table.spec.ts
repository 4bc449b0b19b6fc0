import { expect, test } from '@playwright/test';
import { Table } from '../../../fake/state/table.js';
import { randomOf } from '../../proof/random.js';

interface Row {
  readonly id: number;
  readonly team: string;
  readonly tags: readonly string[];
}

type Teams = Table<Row, number, 'team' | 'tag' | 'size'>;

function teams(...rows: readonly Row[]): Teams {
  const table: Teams = new Table((row: Row) => row.id, {
    team: (row) => row.team,
    tag: (row) => row.tags,
    size: (row) => (row.tags.length === 0 ? undefined : row.tags.length),
  });
  for (const row of rows) table.set(row);
  return table;
}

const row = (id: number, team = 'red', tags: readonly string[] = []): Row => ({ id, team, tags });
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

test('a table keeps many rows under one value in their order, as few and as one, whatever forks of it do', () => {
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
  expect([table.count('team', 'red'), table.first('team', 'red'), table.all().at(-1), table.get(1)]).toEqual([
    0,
    ...Array.from({ length: 3 }),
  ]);
});

const teamNames = ['red', 'redder', 'blue', ''];
const tagNames = ['a', 'b', 'c'];

/** Everything a table can be asked, for comparison. */
function answersOf(table: Teams): unknown {
  return {
    all: table.all(),
    size: table.size,
    teams: teamNames.map((team) => [table.where('team', team), table.first('team', team)]),
    tags: tagNames.map((tag) => [table.where('tag', tag), table.any('tag', tag), table.count('tag', tag)]),
    sizes: [1, 2, 3].map((size) => table.where('size', size)),
  };
}

/** The same answers, worked out the slow way. */
function expectedAnswers(model: ReadonlyMap<number, Row>): unknown {
  const all = [...model.values()].sort((left, right) => left.id - right.id);
  const those = (wanted: (one: Row) => boolean) => all.filter(wanted);
  const tagged = (tag: string) => those(({ tags }) => tags.includes(tag));
  const inTeam = (name: string) => those(({ team }) => team === name);
  const sized = (size: number) => those(({ tags }) => tags.length === size);
  return {
    all,
    size: model.size,
    teams: teamNames.map((name) => [inTeam(name), inTeam(name)[0]]),
    tags: tagNames.map((tag) => [tagged(tag), tagged(tag).length > 0, tagged(tag).length]),
    sizes: [1, 2, 3].map(sized),
  };
}

/** Writes, deletes and forks at random, in a table and in a plain map; gives the operations with another result. */
function walk(seed: number, operations: number) {
  const random = randomOf(seed);
  const kept: { readonly table: Teams; readonly answers: unknown }[] = [];
  const mistaken: number[] = [];
  let table = teams();
  const model = new Map<number, Row>();
  for (let operation = 0; operation < operations; operation += 1) {
    const id = random.int(0, 199);
    const choice = random.int(0, 9);
    if (choice < 6) {
      const tags = tagNames.filter(() => random.int(0, 1) === 0);
      const made = row(id, random.pick(teamNames), tags);
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
