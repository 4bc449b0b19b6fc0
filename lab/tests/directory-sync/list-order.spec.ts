import { expect } from '@playwright/test';
import type { Assumptions } from '../../../contracts/index.js';
import { seededBuilders } from '../../../builders/index.js';
import { elementsIn, test } from './directory-test.js';
import type { OpenTracker } from './directory-test.js';

type Order = Assumptions['AD-N11'];
type Place = readonly [username: string, connection: string];

/** Names of connections. Their order differs from the order of the ids. */
const connectionNames = ['Zebra', 'apple', 'Mango', 'Äpfel', 'banana'];

/** Names of which one is the beginning of another, and names beyond the letters of English. */
const usernames = ['bo', 'bob', 'bob.b', 'Bobby', 'bo!', 'ann', 'zoë', '山田', 'bo~', 'c', 'ca', '10', '9'];

/** What the bundled world lists without anything added. */
const bundled: readonly Place[] = [
  ['admin', 'Corporate AD'],
  ['tess', 'Corporate AD'],
  ['tess', 'Partners'],
  ['guest', 'Partners'],
];

/** Adds users to connections: to all, to one or to some, by their place in the list; the last connection is disabled. */
function addDirectory({ tenant }: OpenTracker): Place[] {
  const build = seededBuilders(7);
  const users = usernames.map((name) => build.syncedUser.named(name).build().user);
  const connections = connectionNames.map((name, index) => ({
    ...{ id: 900 - index, name, attributes: ['mail'], enabled: index < 4 },
  }));
  const members = users.flatMap((user, place) =>
    connections
      .filter((_, index) => place % 3 === 0 || (place + index) % 2 === 0)
      .map((connection) => ({ user, connection })),
  );
  const directoryUsers = members.map(({ user: { key }, connection: { id } }) => ({
    ...{ connectionId: id, userKey: key, values: { mail: `${key}@example.com` } },
  }));
  tenant.add({ users, connections, directoryUsers });
  return members.filter(({ connection }) => connection.enabled).map((one) => [one.user.name, one.connection.name]);
}

function sorted(places: readonly Place[], order: Order): Place[] {
  const keys = ([user, connection]: Place) =>
    order === 'username, connection' ? [user, connection] : [connection, user];
  return places.toSorted((left, right) => {
    const [[a = '', b = ''], [c = '', d = '']] = [keys(left), keys(right)];
    return a < c || (a === c && b < d) ? -1 : 1;
  });
}

async function placesAt({ directory }: OpenTracker, path: string): Promise<Place[]> {
  return elementsIn(await directory('GET', path)).map((one) => [one.username, one.configurationName]);
}

/** Every page of a list, one after another. */
async function pagesOf(tracker: OpenTracker, path: string, size: number, expected: number): Promise<Place[]> {
  const places: Place[] = [];
  for (let page = 1; page <= Math.ceil(expected / size); page += 1) {
    const found = await placesAt(tracker, `${path}?size=${size}&page=${page}`);
    expect(found).toHaveLength(Math.min(size, expected - places.length));
    places.push(...found);
  }
  return places;
}

for (const order of ['username, connection', 'connection, username'] as const) {
  test(`pages of every size are those of a plain sort by ${order}, of one connection and of all, renamed too`, async ({
    open,
  }) => {
    const tracker = open({ assumptions: { 'AD-N11': order } });
    const added = addDirectory(tracker);
    const all = sorted([...bundled, ...added], order);
    const ofOne = all.filter(([, connection]) => connection === 'Mango');

    for (const size of [1, 2, 3, 4, 7]) {
      expect(await pagesOf(tracker, '/user', size, all.length)).toEqual(all);
      expect(await pagesOf(tracker, '/connection/Mango/user', size, ofOne.length)).toEqual(ofOne);
    }
    const query = [...new Set(added.map(([user]) => `usernames=${encodeURIComponent(user)}`))].join('&');
    expect(await placesAt(tracker, `/user?size=500&${query}`)).toEqual(sorted(added, order));

    const update = [{ connection: [{ name: 'AAA' }] }];
    await tracker.directory('PUT', '/update', { json: { connectionId: '900', update } });
    const renamed = all.map(([user, name]): Place => [user, name === 'Zebra' ? 'AAA' : name]);
    expect(await pagesOf(tracker, '/user', 3, all.length)).toEqual(sorted(renamed, order));
  });
}
