import type { UserListQuery } from '../../../contracts/index.js';
import { userLists } from '../answered.js';
import { changeCalls } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { changePages, changeQuery, describePages, wholeList } from './answers.js';

type UserList = (typeof userLists)[number];

type Given = UserListQuery['usernames'];

function asArray(given: Given): string[] {
  return [given ?? []].flat();
}

/** The query without its filters by user. */
function unfiltered({ usernames, userkeys, ...query }: UserListQuery): UserListQuery {
  return query;
}

/** The query with other values of a filter, if it has the filter. */
function withFilter(
  query: UserListQuery,
  name: 'usernames' | 'userkeys',
  change: (values: readonly string[]) => readonly string[],
): UserListQuery {
  return query[name] === undefined ? query : { ...query, [name]: [...change(asArray(query[name]))] };
}

/** A list that answers all users if a filter by user selects none. */
function everybodyForNobody(list: UserList, name: 'usernames' | 'userkeys') {
  return changePages(list, (body, { query }, ask) =>
    body.page.totalElements === 0 && query[name] !== undefined ? ask({}, unfiltered(query)) : {},
  );
}

/** A list whose page has a total that ignores the filters by user. */
function describesEverybody(list: UserList, filter: 'usernames' | 'userkeys', what: 'totalElements' | 'totalPages') {
  return describePages(list, (page, _elements, query, ask) => ({
    [what]: query[filter] === undefined ? page[what] : ask({}, unfiltered(query)).page[what],
  }));
}

/** Defects of the filters of lists that select users. */
export const userFilterDefects: DefectTable = {
  'AD-15-usernames-ignored-over-all': changeQuery('listUsers', ({ usernames, ...query }) => query),
  'AD-15-usernames-ignored-in-connection': changeQuery('listConnectionUsers', ({ usernames, ...query }) => query),
  'AD-15-first-username-only': changeQuery('listConnectionUsers', (query) =>
    withFilter(query, 'usernames', (values) => values.slice(0, 1)),
  ),
  'AD-15-everybody-for-unknown-username': everybodyForNobody('listUsers', 'usernames'),
  'AD-15-usernames-take-keys': changeCalls(userLists, ({ state, query }) => {
    const named = (key: string) => state.tables.users.get(key)?.name ?? key;
    return { query: withFilter(query, 'usernames', (values) => values.map(named)) };
  }),
  'AD-15-named-twice-listed-twice': changePages('listUsers', ({ elements }, { query }) => {
    const given = asArray(query.usernames);
    const times = (username: string) => Math.max(1, given.filter((name) => name === username).length);
    return { elements: elements.flatMap((one) => Array.from({ length: times(one.username) }, () => one)) };
  }),
  'AD-16-userkeys-ignored-over-all': changeQuery('listUsers', ({ userkeys, ...query }) => query),
  'AD-16-userkeys-ignored-in-connection': changeQuery('listConnectionUsers', ({ userkeys, ...query }) => query),
  'AD-16-last-userkey-only': changeQuery('listUsers', (query) =>
    withFilter(query, 'userkeys', (values) => values.slice(-1)),
  ),
  'AD-16-everybody-for-unknown-userkey': everybodyForNobody('listConnectionUsers', 'userkeys'),
  'AD-16-userkeys-take-names': changeQuery('listUsers', ({ userkeys, ...query }) =>
    userkeys === undefined
      ? query
      : Object.assign({}, query, { usernames: [...asArray(query.usernames), ...asArray(userkeys)] }),
  ),
  'AD-17-all-counted-by-usernames': describesEverybody('listUsers', 'usernames', 'totalElements'),
  'AD-17-all-counted-by-userkeys': describesEverybody('listConnectionUsers', 'userkeys', 'totalElements'),
  'AD-17-pages-of-all-by-usernames': describesEverybody('listConnectionUsers', 'usernames', 'totalPages'),
  'AD-17-size-ignored-with-usernames': changePages('listUsers', ({ elements, page }, { query }, ask) => {
    if (query.usernames === undefined) return { elements };
    return { elements: page.current === 1 ? wholeList(ask) : [] };
  }),
  'AD-17-page-ignored-with-userkeys': changePages('listConnectionUsers', ({ elements }, { query }, ask) => ({
    elements: query.userkeys === undefined ? elements : ask({ page: '1' }).elements,
  })),
  'AD-17-selected-from-the-page': changePages('listConnectionUsers', (_body, { query }, ask) => {
    if (query.usernames === undefined) return {};
    const names = new Set(asArray(query.usernames).flatMap((value) => value.split(',')));
    return { elements: ask({}, unfiltered(query)).elements.filter(({ username }) => names.has(username)) };
  }),
};
