import type {
  ApiResponse,
  DataOf,
  Endpoints,
  ProvidedConnection,
  RequestOf,
  TestFixtures,
  Tracker,
} from '../../../fixtures/index.js';
import { findOnce } from '../../support/find-once.js';
import { at } from '../../support/values.js';
import { expect, failsFor, test } from '../../../fixtures/index.js';

type Api = TestFixtures['directorySync'];

export type UserListQuery = NonNullable<RequestOf<Endpoints['listUsers']>['query']>;
export type UserPage = DataOf<Endpoints['listUsers']>;
export type UserListElement = UserPage['elements'][number];

/** The lists of users; the connection says nothing to the list over all connections. */
export const userLists = [
  {
    name: 'listUsers',
    get: (api: Api, _connection: Pick<ProvidedConnection, 'id'>, query: UserListQuery = {}) => api.listUsers({ query }),
  },
  {
    name: 'listConnectionUsers',
    get: (api: Api, { id }: Pick<ProvidedConnection, 'id'>, query: UserListQuery = {}) =>
      api.listConnectionUsers({ idOrName: id, query }),
  },
] as const;

type UserList = (typeof userLists)[number];

/** The elements of a page; none if the call was refused, or answered without a page. */
export function elementsIn(response: ApiResponse<UserPage>): readonly UserListElement[] {
  return response.problems.length === 0 ? response.data.elements : [];
}

/** The elements of one connection, with the documented properties only. */
export function elementsOf(
  { name }: Pick<ProvidedConnection, 'name'>,
  elements: readonly UserListElement[],
): readonly UserListElement[] {
  return elements
    .filter(({ configurationName }) => configurationName === name)
    .map(({ username, configurationName, fields }) => ({ username, configurationName, fields }));
}

export function usernamesOf(users: readonly { readonly username: string }[]): string[] {
  return users.map(({ username }) => username).sort();
}

/**
 * The number of the first page of a list, which the document leaves open (AD-N13): 0 if a page describes
 * itself as page 0.
 */
export async function firstPage(
  list: UserList,
  api: TestFixtures['directorySync'],
  connection: Pick<ProvidedConnection, 'id'>,
): Promise<0 | 1> {
  const response = await list.get(api, connection, { page: '0', size: '1' });
  return response.ok && response.data.page.current === 0 ? 0 : 1;
}

/** Reads a list from its first page to the last that the first one announces: what its pages say of themselves, and hold. */
export async function walk(
  list: UserList,
  api: TestFixtures['directorySync'],
  connection: ProvidedConnection,
  query: Readonly<Record<string, string | string[]>>,
) {
  const first = await firstPage(list, api, connection);
  const read = async (index: number) =>
    (await list.get(api, connection, { ...query, page: String(first + index) })).data;
  const pages = [await read(0)];
  for (let index = 1; index < at(pages, 0).page.totalPages; index += 1) pages.push(await read(index));
  return {
    first,
    descriptors: pages.map(descriptorOf),
    lengths: pages.map(({ elements }) => elements.length),
    elements: pages.flatMap(({ elements }) => elements),
  };
}

/** The description that a page gives of itself, as far as it is documented. */
export function descriptorOf({ page: { current, pageSize, totalPages, totalElements } }: UserPage) {
  return { current, pageSize, totalPages, totalElements };
}

export function expectedPages(total: number, size: number, first: number) {
  const totalPages = Math.ceil(total / size);
  const pages = Array.from({ length: totalPages }, (_, index) => index);
  return {
    descriptors: pages.map((index) => ({
      current: first + index,
      pageSize: size,
      totalPages,
      totalElements: total,
    })),
    lengths: pages.map((index) => Math.min(size, total - index * size)),
  };
}

/** Expects of pages what they say of themselves, each part for its rule: the totals of a list, or of a filtered one. */
export function expectPages(
  pages: readonly ReturnType<typeof descriptorOf>[],
  expected: readonly ReturnType<typeof descriptorOf>[],
  ofTotals: 'AD-12' | 'AD-17',
): void {
  const { pageSize, current } = at(expected, 0);
  failsFor('AD-10');
  expect(pages.map((page) => page.pageSize)).toStrictEqual(pages.map(() => pageSize));
  failsFor('AD-11');
  expect(pages.map((page) => page.current)).toStrictEqual(pages.map((_page, index) => current + index));
  failsFor(ofTotals);
  expect(pages).toStrictEqual(expected);
}

export function identityOf({ username, configurationName }: UserListElement): string {
  return `${username} of ${configurationName}`;
}

/** The elements that are there once more. */
export function repeatedIn(elements: readonly UserListElement[]): string[] {
  const all = elements.map(identityOf);
  return all.filter((one, place) => all.indexOf(one) !== place);
}

/**
 * Asserts something of the pages of the list over all connections. On a tracker that others use they rename their
 * connections meanwhile, and elements move from page to page: there what failed is tried again a few times.
 */
export async function expectOfMovingList(
  { complete }: ProvidedConnection,
  assertion: () => Promise<void>,
): Promise<void> {
  for (let left = complete ? 0 : 5; left > 0; left -= 1) {
    try {
      await assertion();
      return;
    } catch {
      // Tried again; the last attempt below tells.
    }
  }
  await assertion();
}

/**
 * Elements of a list, of all connections or of those with these names, without undocumented properties and without
 * attributes that have no value (AD-N17).
 */
export function shown(elements: readonly UserListElement[], names?: readonly string[]) {
  const wanted = elements.filter(({ configurationName }) => names?.includes(configurationName) ?? true);
  return wanted.map(({ username, configurationName, fields }) => ({
    username,
    configurationName,
    fields: withValue(fields),
  }));
}

/** The attributes that have a value: the others may be absent (AD-N17). */
export function withValue(fields: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== ''));
}

export function onPage<Item>(items: readonly Item[], page: number, size: number): Item[] {
  return items.slice(page * size, (page + 1) * size);
}

/**
 * Several values of a filter as the tracker takes them (AD-N04). If a run only guesses how, a list of two users tells.
 *
 * @param connection one with two users at least
 */
export async function several(
  values: readonly string[],
  tracker: Tracker,
  { id: idOrName, users }: ProvidedConnection,
): Promise<string | string[]> {
  const { setup, assumptions, answersAsAssumed, accordingTo } = tracker;
  const isGuess = !answersAsAssumed && accordingTo('AD-N04') === 'assumption';
  const usernames = users.slice(0, 2).map(({ username }) => username);
  const select = async (both: string | string[]) => {
    const { elements } = await setup.listConnectionUsers({ idOrName, query: { usernames: both } });
    return new Set(elements.map(({ username }) => username));
  };
  const find = async () => {
    const repeated = await select(usernames);
    if (repeated.size === 2) return true;
    const inOne = await select(usernames.join(','));
    if (inOne.size === 2) return false;
    // A filter that selects others too is for the tests to find.
    const hasBoth = (selected: ReadonlySet<string>) => usernames.every((username) => selected.has(username));
    test.skip(!hasBoth(repeated) && !hasBoth(inOne), 'How several users are named is not known (AD-N04).');
    return hasBoth(repeated);
  };
  const isKnown = !isGuess || usernames.length < 2;
  const isRepeated = isKnown ? assumptions['AD-N04'].includes('repeated') : await findOnce(tracker, 'AD-N04', find);
  return isRepeated ? [...values] : values.join(',');
}
