import { userLists } from '../answered.js';
import { changeElements } from '../defect.js';
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

/** Defects of the pages of lists: their elements, their size, their number, and what they say of themselves. */
export const pageDefects: DefectTable = {
  'AD-08-key-for-username': [
    'The elements of the list over all connections have the user key as username.',
    changeElements('listUsers', (element, { state }) => ({
      ...element,
      username: state.tables.users.first('name', element.username.toLowerCase())?.key,
    })),
  ],
  'AD-08-username-left-out': [
    'The elements of the list over all connections have the user name as name.',
    changeElements('listUsers', ({ username, ...rest }) => ({ name: username, ...rest })),
  ],
  'AD-08-id-for-connection': [
    'The elements of the list of a connection have its id as configurationName.',
    changeElements('listConnectionUsers', (element, { state }) => ({
      ...element,
      configurationName: String(state.tables.connections.first('name', element.configurationName)?.id),
    })),
  ],
  'AD-08-fields-beside-username': [
    'The elements of the list over all connections have the attributes beside username, and no fields.',
    changeElements('listUsers', ({ fields, ...rest }) => ({ ...fields, ...rest })),
  ],
  'AD-08-fields-empty': [
    'The elements of the list over all connections have empty fields.',
    changeElements('listUsers', (element) => ({ ...element, fields: {} })),
  ],
  'AD-09-fifty-by-default': [
    'Without size, a page of the list over all connections holds 50.',
    changeQuery('listUsers', (query) => Object.assign({ size: '50' }, query)),
  ],
  'AD-09-twenty-four-by-default': [
    'Without size, a page of the list of a connection holds 24.',
    changeQuery('listConnectionUsers', (query) => Object.assign({ size: '24' }, query)),
  ],
  'AD-09-twenty-six-elements-by-default': [
    'Without size, a page of the list over all connections says 25 and holds 26.',
    changePages('listUsers', ({ elements }, { query }, ask) => ({
      elements: query.size === undefined ? ask({ size: '26' }).elements : elements,
    })),
  ],
  'AD-10-size-ignored-over-all': [
    'size is ignored in the list over all connections.',
    changeQuery('listUsers', ({ size, ...query }) => query),
  ],
  'AD-10-small-size-ignored': [
    'A size below ten is taken for ten in the list of a connection.',
    changeQuery('listConnectionUsers', (query) =>
      /^[1-9]$/.test(query.size ?? '') ? Object.assign({}, query, { size: '10' }) : query,
    ),
  ],
  'AD-10-page-size-counts-elements': [
    'pageSize says how many elements the page holds, which on the last one are fewer.',
    describePages(userLists, (_page, { length }) => ({ pageSize: length })),
  ],
  'AD-10-page-size-always-25': [
    'pageSize says 25, whatever size is given.',
    describePages(userLists, () => ({ pageSize: 25 })),
  ],
  'AD-11-first-page-out-of-reach': [
    'In the list over all connections page=1 is the second page, and no number the first.',
    changePages('listUsers', (right, { query: { page = '' } }, ask) => {
      if (!/^[1-9]\d*$/.test(page)) return right;
      const next = ask({ page: String(Number(page) + 1) });
      return { ...next, page: { ...next.page, current: Number(page) } };
    }),
  ],
  'AD-11-current-from-0': [
    'The list of a connection says current 0 of its first page.',
    describePages('listConnectionUsers', ({ current }) => ({ current: current - 1 })),
  ],
  'AD-11-page-ignored': [
    'The list of a connection answers its first page, whatever page is asked for, and says that it is another.',
    changePages('listConnectionUsers', ({ elements }, _call, ask) => ({
      elements: elements.length === 0 ? [] : ask({ page: '1' }).elements,
    })),
  ],
  'AD-11-current-always-1': [
    'The list over all connections says current 1 of every page.',
    describePages('listUsers', () => ({ current: 1 })),
  ],
  'AD-12-total-of-one-page': [
    'totalElements of the list over all connections counts the elements of the page.',
    describePages('listUsers', (_page, { length }) => ({ totalElements: length })),
  ],
  'AD-12-total-one-less': [
    'totalElements of the list of a connection says one less than there are.',
    describePages('listConnectionUsers', ({ totalElements: all }) => ({ totalElements: Math.max(0, all - 1) })),
  ],
  'AD-12-total-counts-users': [
    'totalElements of the list over all connections counts a user of two connections once.',
    describePages('listUsers', (_page, _elements, _query, ask) => ({
      totalElements: new Set(wholeList(ask).map(({ username }) => username)).size,
    })),
  ],
  'AD-12-last-page-not-counted': [
    'totalPages of the list over all connections leaves out a last page that is not full.',
    describePages('listUsers', ({ totalElements, pageSize }) => ({
      totalPages: Math.floor(totalElements / pageSize),
    })),
  ],
  'AD-12-page-too-many': [
    'totalPages of the list of a connection says one more if the last page is full.',
    describePages('listConnectionUsers', ({ totalElements, pageSize }) => ({
      totalPages: Math.floor(totalElements / pageSize) + 1,
    })),
  ],
  'AD-12-element-twice-at-a-border': [
    'The last element of a page of the list over all connections is the first of the next one too.',
    borderMoved('listUsers', -1),
  ],
  'AD-12-element-lost-at-a-border': [
    'The list of a connection leaves out an element between two pages.',
    borderMoved('listConnectionUsers', 1),
  ],
  'AD-12-last-element-left-out': [
    'The last of several pages of the list of a connection lacks the last element, which is counted.',
    changePages('listConnectionUsers', ({ elements, page: { current, totalPages } }) => ({
      elements: current > 1 && current === totalPages ? elements.slice(0, -1) : elements,
    })),
  ],
  'AD-12-order-changes': [
    'Every second page of the list over all connections is cut from the list in the opposite order.',
    (implementation) => {
      let asked = 0;
      return changePages('listUsers', ({ elements, page }, _call, ask) => {
        asked += 1;
        if (asked % 2 === 1) return {};
        const [start, all] = [(page.current - 1) * page.pageSize, wholeList(ask).toReversed()];
        return { elements: all.slice(start, start + elements.length) };
      })(implementation);
    },
  ],
  'AD-12-third-page-of-two': [
    'totalPages of the list over all connections says three if two pages are full.',
    describePages('listUsers', ({ totalPages, totalElements, pageSize }) => ({
      totalPages: totalPages === 2 && totalElements === 2 * pageSize ? 3 : totalPages,
    })),
  ],
};
