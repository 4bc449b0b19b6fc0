import type { UserListQuery } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { Override } from '../../tenants/implementation.js';
import { userLists } from '../answered.js';
import { changeCalls, changeElements } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { changePages, changeQuery, describePages, wholeList } from './answers.js';

/** A list whose pages after the first begin some elements early or late. */
function borderMoved(name: (typeof userLists)[number], by: -1 | 1) {
  return changePages(name, ({ elements, page }, _call, ask) => {
    if (page.current === 1 || elements.length === 0) return {};
    const start = (page.current - 1) * page.pageSize + by;
    return { elements: wholeList(ask).slice(start, start + page.pageSize) };
  });
}

type UserList = (typeof userLists)[number];

type Filter = 'usernames' | 'userkeys';

function asArray(given: UserListQuery[Filter]): string[] {
  return [given ?? []].flat();
}

function unfiltered({ usernames, userkeys, ...query }: UserListQuery): UserListQuery {
  return query;
}

function changeFilter(
  names: UserList | typeof userLists,
  filter: Filter,
  change: (values: readonly string[], state: State) => readonly string[],
): Override {
  return changeCalls(names, ({ query, state }) => ({
    query: query[filter] === undefined ? query : { ...query, [filter]: [...change(asArray(query[filter]), state)] },
  }));
}

/** A list that answers all users if a filter by user selects none. */
function everybodyForNobody(list: UserList, name: Filter) {
  return changePages(list, (body, { query }, ask) =>
    body.page.totalElements === 0 && query[name] !== undefined ? ask({}, unfiltered(query)) : {},
  );
}

/** A list whose page has a total that ignores the filters by user. */
function describesEverybody(list: UserList, filter: Filter, what: 'totalElements' | 'totalPages') {
  return describePages(list, (page, _elements, query, ask) => ({
    [what]: query[filter] === undefined ? page[what] : ask({}, unfiltered(query)).page[what],
  }));
}

export const userListDefects: DefectTable = {
  'AD-08-key-for-username': changeElements('listUsers', (element, { state }) => ({
    ...element,
    username: state.tables.users.first('name', element.username.toLowerCase())?.key,
  })),
  'AD-08-username-left-out': changeElements('listUsers', ({ username, ...rest }) => ({ name: username, ...rest })),
  'AD-08-id-for-connection': changeElements('listConnectionUsers', (element, { state }) => ({
    ...element,
    configurationName: String(state.tables.connections.first('name', element.configurationName)?.id),
  })),
  'AD-08-fields-beside-username': changeElements('listUsers', ({ fields, ...rest }) => ({ ...fields, ...rest })),
  'AD-09-fifty-by-default': changeQuery('listUsers', (query) => Object.assign({ size: '50' }, query)),
  'AD-09-twenty-four-by-default': changeQuery('listConnectionUsers', (query) => Object.assign({ size: '24' }, query)),
  'AD-09-twenty-six-elements-by-default': changePages('listUsers', ({ elements }, { query }, ask) => ({
    elements: query.size === undefined ? ask({ size: '26' }).elements : elements,
  })),
  'AD-10-size-ignored-over-all': changeQuery('listUsers', ({ size, ...query }) => query),
  'AD-10-small-size-ignored': changeQuery('listConnectionUsers', (query) =>
    /^[1-9]$/.test(query.size ?? '') ? Object.assign({}, query, { size: '10' }) : query,
  ),
  'AD-10-page-size-counts-elements': describePages(userLists, (_page, { length }) => ({ pageSize: length })),
  'AD-11-first-page-out-of-reach': changePages('listUsers', (right, { query: { page = '' } }, ask) => {
    if (!/^[1-9]\d*$/.test(page)) return right;
    const next = ask({ page: String(Number(page) + 1) });
    return { ...next, page: { ...next.page, current: Number(page) } };
  }),
  'AD-11-current-from-0': describePages('listConnectionUsers', ({ current }) => ({ current: current - 1 })),
  'AD-11-page-ignored': changePages('listConnectionUsers', ({ elements }, _call, ask) => ({
    elements: elements.length === 0 ? [] : ask({ page: '1' }).elements,
  })),
  'AD-11-current-always-1': describePages('listUsers', () => ({ current: 1 })),
  'AD-12-total-of-one-page': describePages('listUsers', (_page, { length }) => ({ totalElements: length })),
  'AD-12-total-counts-users': describePages('listUsers', (_page, _elements, _query, ask) => ({
    totalElements: new Set(wholeList(ask).map(({ username }) => username)).size,
  })),
  'AD-12-last-page-not-counted': describePages('listUsers', ({ totalElements, pageSize }) => ({
    totalPages: Math.floor(totalElements / pageSize),
  })),
  'AD-12-page-too-many': describePages('listConnectionUsers', ({ totalElements, pageSize }) => ({
    totalPages: Math.floor(totalElements / pageSize) + 1,
  })),
  'AD-12-element-twice-at-a-border': borderMoved('listUsers', -1),
  'AD-12-element-lost-at-a-border': borderMoved('listConnectionUsers', 1),
  'AD-12-order-changes': (implementation) => {
    let asked = 0;
    return changePages('listUsers', ({ elements, page }, _call, ask) => {
      asked += 1;
      if (asked % 2 === 1) return {};
      const [start, all] = [(page.current - 1) * page.pageSize, wholeList(ask).toReversed()];
      return { elements: all.slice(start, start + elements.length) };
    })(implementation);
  },
  'AD-12-third-page-of-two': describePages('listUsers', ({ totalPages, totalElements, pageSize }) => ({
    totalPages: totalPages === 2 && totalElements === 2 * pageSize ? 3 : totalPages,
  })),
  'AD-15-usernames-ignored-in-connection': changeQuery('listConnectionUsers', ({ usernames, ...query }) => query),
  'AD-15-first-username-only': changeFilter('listConnectionUsers', 'usernames', (values) => values.slice(0, 1)),
  'AD-15-everybody-for-unknown-username': everybodyForNobody('listUsers', 'usernames'),
  'AD-15-named-twice-listed-twice': changePages('listUsers', ({ elements }, { query }) => {
    const given = asArray(query.usernames);
    const times = (username: string) => Math.max(1, given.filter((name) => name === username).length);
    return { elements: elements.flatMap((one) => Array.from({ length: times(one.username) }, () => one)) };
  }),
  'AD-16-userkeys-ignored-over-all': changeQuery('listUsers', ({ userkeys, ...query }) => query),
  'AD-16-last-userkey-only': changeFilter('listUsers', 'userkeys', (values) => values.slice(-1)),
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
