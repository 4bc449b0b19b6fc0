import { expect } from '@playwright/test';
import type { Assumptions } from '../../../contracts/index.js';
import { seededBuilders } from '../../../builders/index.js';
import { elementsIn, test } from './directory-test.js';
import type { OpenTracker } from './directory-test.js';

type Order = Assumptions['AD-N11'];

interface Place {
  readonly username: string;
  readonly configurationName: string;
}

/** Names of connections. Their order differs from the order of the ids. */
const connectionNames = ['Zebra', 'apple', 'Mango', 'Äpfel', 'banana'];

/** Names of which one is the beginning of another, and names beyond the letters of English. */
const usernames = ['bo', 'bob', 'bob.b', 'Bobby', 'bo!', 'ann', 'zoë', '山田', 'bo~', 'c', 'ca', '10', '9'];

/** Adds users to connections: to all, to one or to some, by their place in the list; the last connection is disabled. */
function addDirectory({ tenant }: OpenTracker): Place[] {
  const build = seededBuilders(7);
  const users = usernames.map((name) => build.syncedUser.named(name).build());
  const connections = connectionNames.map((name, index) => ({
    id: 900 - index,
    name,
    attributes: ['mail'],
    enabled: index < 4,
  }));
  const members = users.flatMap(({ user }, place) =>
    connections
      .filter((_, index) => place % 3 === 0 || (place + index) % 2 === 0)
      .map((connection) => ({ user, connection })),
  );
  tenant.add({
    users: users.map(({ user }) => user),
    connections,
    directoryUsers: members.map(({ user, connection }) => ({
      connectionId: connection.id,
      userKey: user.key,
      values: { mail: `${user.key}@example.com` },
    })),
  });
  return members
    .filter(({ connection }) => connection.enabled)
    .map(({ user, connection }) => ({ username: user.name, configurationName: connection.name }));
}

/** What the bundled world lists without anything added. */
const bundled: readonly Place[] = [
  { username: 'admin', configurationName: 'Corporate AD' },
  { username: 'tess', configurationName: 'Corporate AD' },
  { username: 'tess', configurationName: 'Partners' },
  { username: 'guest', configurationName: 'Partners' },
];

function sorted(places: readonly Place[], order: Order): Place[] {
  const keys = ({ username, configurationName }: Place) =>
    order === 'username, connection' ? [username, configurationName] : [configurationName, username];
  return places.toSorted((left, right) => {
    const [[a = '', b = ''], [c = '', d = '']] = [keys(left), keys(right)];
    if (a !== c) return a < c ? -1 : 1;
    return b < d ? -1 : 1;
  });
}

/** Every page of a list, without what its elements hold. */
async function pagesOf({ directory }: OpenTracker, path: string, size: number, count: number): Promise<Place[][]> {
  const pages: Place[][] = [];
  for (let page = 1; page <= count; page += 1) {
    const elements = elementsIn(await directory('GET', `${path}?size=${size}&page=${page}`));
    pages.push(elements.map(({ username, configurationName }) => ({ username, configurationName })));
  }
  return pages;
}

/** A list cut into pages. */
function cut(places: readonly Place[], size: number): Place[][] {
  const count = Math.ceil(places.length / size);
  return Array.from({ length: count }, (_, page) => places.slice(page * size, (page + 1) * size));
}

for (const order of ['username, connection', 'connection, username'] as const) {
  for (const size of [1, 2, 3, 4, 5, 6, 7]) {
    test(`every page of ${size} is that of a plain sort by ${order}`, async ({ open }) => {
      const tracker = open({ assumptions: { 'AD-N11': order } });
      const expected = cut(sorted([...bundled, ...addDirectory(tracker)], order), size);

      expect(await pagesOf(tracker, '/user', size, expected.length)).toEqual(expected);
    });

    test(`every page of ${size} of one connection is that of a plain sort (${order})`, async ({ open }) => {
      const tracker = open({ assumptions: { 'AD-N11': order } });
      const places = addDirectory(tracker).filter(({ configurationName }) => configurationName === 'Mango');
      const expected = cut(sorted(places, order), size);

      expect(await pagesOf(tracker, '/connection/Mango/user', size, expected.length)).toEqual(expected);
    });
  }

  test(`a filtered list is sorted by ${order} too`, async ({ open }) => {
    const tracker = open({ assumptions: { 'AD-N11': order } });
    const expected = sorted(addDirectory(tracker), order);
    const query = [...new Set(expected.map(({ username }) => `usernames=${encodeURIComponent(username)}`))].join('&');

    const elements = elementsIn(await tracker.directory('GET', `/user?size=500&${query}`));

    expect(elements.map(({ username, configurationName }) => ({ username, configurationName }))).toEqual(expected);
  });

  test(`the order by ${order} follows a connection that is renamed`, async ({ open }) => {
    const tracker = open({ assumptions: { 'AD-N11': order } });
    const places = addDirectory(tracker);
    await tracker.directory('PUT', '/update', {
      json: { connectionId: '900', update: [{ connection: [{ name: 'AAA' }] }] },
    });
    const renamed = places.map(({ username, configurationName: name }) => ({
      username,
      configurationName: name === 'Zebra' ? 'AAA' : name,
    }));
    const expected = cut(sorted([...bundled, ...renamed], order), 3);

    expect(await pagesOf(tracker, '/user', 3, expected.length)).toEqual(expected);
  });
}
