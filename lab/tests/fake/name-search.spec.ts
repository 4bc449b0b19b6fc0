import { expect, test } from '@playwright/test';
import type { WorldUser } from '../../../contracts/index.js';
import { searchUsers } from '../../../fake/state/users.js';
import { emptyTables } from '../../../fake/state/tables.js';

const tables = emptyTables();
for (let place = 0; place < 3_000; place += 1) {
  const [name, displayName] = [`user.${String(place).padStart(4, '0')}`, place === 2_999 ? 'Zoë van Berg' : 'Ann Wood'];
  const user = { key: `U${place}`, name, displayName, emailAddress: `${name}@example.com` };
  tables.users.set({ ...user, password: 'x', groups: [], active: true });
}

test('a search follows users who get another name, are removed, or are added, in this tracker alone', () => {
  const fork = { tables: { ...tables, users: tables.users.fork() } };
  const called = (text: string, where = fork) =>
    searchUsers(where, text, () => true)
      .slice(0, 50)
      .map(({ key }) => key);
  const first = tables.users.all()[0] as WorldUser;

  expect([called('VAN'), called('zoë'), called('erg'), called('user.0007')]).toEqual([
    ['U2999'],
    ['U2999'],
    [],
    ['U7'],
  ]);
  const everyAnn = tables.users.all().filter(({ displayName }) => displayName === 'Ann Wood');
  expect(called('ann w')).toEqual(
    everyAnn
      .map(({ key }) => key)
      .sort()
      .slice(0, 50),
  );
  fork.tables.users.set({ ...first, name: 'renamed', displayName: 'Xenia Xu', emailAddress: 'xenia@example.com' });
  fork.tables.users.set({ ...first, key: 'NEW', displayName: 'Xaver Xu' });
  expect([called('xu'), called('renamed'), called(first.name)]).toEqual([['NEW', 'U0'], ['U0'], ['NEW']]);
  expect([called('xu', { tables }), called(first.name, { tables })]).toEqual([[], ['U0']]);
  fork.tables.users.delete('NEW');
  expect(called('xu')).toEqual(['U0']);
});
