import { expect, test } from '@playwright/test';
import type { WorldUser } from '../../../contracts/index.js';
import { listedBy, searchUsers } from '../../../fake/state/name-search.js';
import { emptyTables } from '../../../fake/state/tables.js';

const forenames = ['Ann', 'anna', 'Élise', 'Bo', 'Zoë', 'Émile'];
const surnames = ['Berg', 'van Berg', 'Öz', 'Annison', 'Wood'];

const people: readonly WorldUser[] = Array.from({ length: 3_000 }, (_, place) => {
  const name = `user.${String(place * 7_919).padStart(8, '0')}`;
  const displayName = `${forenames[place % forenames.length] as string} ${surnames[place % surnames.length] as string}`;
  const emailAddress = `${displayName.slice(0, 2)}.${place}@example.com`;
  const groups = place % 500 === 0 ? ['few'] : [];
  return { key: `U${place}`, name, displayName, emailAddress, password: 'x', groups, active: place % 9 !== 0 };
});

const tables = emptyTables();
for (const person of people) tables.users.set(person);

const few = { count: tables.users.count('group', 'few'), list: () => tables.users.where('group', 'few') };
const searches = {
  everybody: { isWanted: () => true },
  'the active': { isWanted: ({ active }: WorldUser) => active },
  'a group of few': { isWanted: ({ groups }: WorldUser) => groups.includes('few'), among: few },
};
const texts = [...'|a|ANN|ann b|berg|van|user.0000|user.00015838|bo.|zoë|erg|nobody'.split('|'), ' '];
const parts = [
  { startAt: 0, limit: 50 },
  { startAt: 40, limit: 3 },
  { startAt: 2_990, limit: 50 },
];

for (const [whom, searched] of Object.entries(searches)) {
  test(`a search of ${whom} finds what looking at every user finds`, () => {
    const cases = texts.flatMap((text) => parts.map((part) => ({ text, part })));

    const found = cases.map(({ text, part }) => keys(searchUsers({ tables }, text, searched, part)));

    expect(found).toEqual(cases.map(({ text, part }) => keys(lookedThrough(text, searched.isWanted, part))));
  });
}

test('a search follows users who get another name, are removed, or are added, in this tracker alone', () => {
  const fork = { tables: { ...tables, users: tables.users.fork() } };
  const all = { startAt: 0, limit: 50 };
  const called = (text: string, where = fork) => keys(searchUsers(where, text, searches.everybody, all));
  const first = people[0] as WorldUser;

  fork.tables.users.set({ ...first, name: 'renamed', displayName: 'Xenia Xu', emailAddress: 'xenia@example.com' });
  fork.tables.users.set({ ...first, key: 'NEW', displayName: 'Xaver Xu' });

  expect([called('xu'), called('renamed'), called(first.name)]).toEqual([['NEW', 'U0'], ['U0'], ['NEW']]);
  expect([called('xu', { tables }), called(first.name, { tables })]).toEqual([[], ['U0']]);
  fork.tables.users.delete('NEW');
  expect(called('xu')).toEqual(['U0']);
});

function lookedThrough(text: string, isWanted: (user: WorldUser) => boolean, part: (typeof parts)[number]) {
  const holds = (words: string) => ` ${words.toLowerCase()}`.includes(` ${text.toLowerCase()}`);
  const order = new Intl.Collator('en');
  return people
    .filter((user) => isWanted(user) && [user.name, user.displayName, user.emailAddress].some(holds))
    .sort((left, right) => order.compare(listedBy(left), listedBy(right)) || (left.key < right.key ? -1 : 1))
    .slice(part.startAt, part.startAt + part.limit);
}

function keys(users: readonly WorldUser[]): string[] {
  return users.map(({ key }) => key);
}
