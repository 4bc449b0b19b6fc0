import { expect, test } from '@playwright/test';
import { Table } from '../../../fake/state/table.js';
import { randomOf } from '../../proof/random.js';

interface Row {
  readonly id: number;
  readonly team: string;
  readonly tags: readonly string[];
}

type Teams = Table<Row, number, 'team' | 'tag' | 'size'>;

function teams(): Teams {
  return new Table((row: Row) => row.id, {
    team: (row) => row.team,
    tag: (row) => row.tags,
    size: (row) => (row.tags.length === 0 ? undefined : row.tags.length),
  });
}

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
function walk(keys: number) {
  const random = randomOf(keys);
  const kept: { readonly table: Teams; readonly answers: unknown }[] = [];
  const mistaken: number[] = [];
  let table = teams();
  const model = new Map<number, Row>();
  for (let operation = 0; operation < 1_000; operation += 1) {
    const id = random.int(1, keys);
    // At first there are no forks: only a table without an origin puts off sorting.
    const choice = random.int(0, operation < 200 ? 8 : 9);
    if (choice < 6) {
      const row = { id, team: random.pick(teamNames), tags: tagNames.filter(() => random.int(0, 1) === 0) };
      table.set(row);
      model.set(id, row);
    } else if (choice < 9) {
      if (table.delete(id) !== model.delete(id)) mistaken.push(operation);
    } else {
      const fork = table.fork();
      const stays = random.pick([table, fork]);
      kept.push({ table: stays, answers: expectedAnswers(model) });
      table = stays === table ? fork : table;
    }
    if (table.get(id) !== model.get(id)) mistaken.push(operation);
  }
  return { kept: [...kept, { table, answers: expectedAnswers(model) }], mistaken };
}

for (const keys of [1_000, 100, 3]) {
  test(`a table answers like a plain map after 1,000 random operations and forks, with ${keys} keys`, () => {
    const { kept, mistaken } = walk(keys);

    expect(mistaken).toEqual([]);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.map(({ table }) => answersOf(table))).toEqual(kept.map(({ answers }) => answers));
  });
}
