import { changeBodies, changeHandlers } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { changeQuery, lists, pageIn, wholeList, withQuery } from './answers.js';
import type { AnsweredElement, AnsweredPage } from './answers.js';

type Descriptor = AnsweredPage['page'];

/** The answer of a list with another description of its page. */
function describeOtherwise(
  names: (typeof lists)[number] | typeof lists,
  change: (page: Descriptor) => Partial<Descriptor>,
) {
  return changeBodies(names, (body: AnsweredPage) => ({ ...body, page: { ...body.page, ...change(body.page) } }));
}

/** The answer of a list with other elements. */
function elementsOtherwise(
  name: (typeof lists)[number],
  change: (elements: readonly AnsweredElement[], page: Descriptor) => readonly object[],
) {
  return changeBodies(name, ({ elements, page }: AnsweredPage) => ({ elements: change(elements, page), page }));
}

/** A list whose pages after the first begin some elements early or late. */
function borderMoved(name: (typeof lists)[number], by: -1 | 1) {
  return changeHandlers(name, (call, answer) => {
    const right = answer(call);
    const { elements, page } = pageIn(right);
    if (page.current === 1 || elements.length === 0) return right;
    const start = (page.current - 1) * page.pageSize + by;
    return { ...right, json: { elements: wholeList(call, answer).slice(start, start + page.pageSize), page } };
  });
}

/** Defects of the pages of lists: their elements, their size, their number, and what they say of themselves. */
export const pageDefects: DefectTable = {
  'AD-08-key-for-username': [
    'The elements of the list over all connections have the user key as username.',
    changeBodies('listUsers', (body: AnsweredPage, { state }) => ({
      ...body,
      elements: body.elements.map((element) => ({
        ...element,
        username: state.tables.users.first('name', element.username.toLowerCase())?.key,
      })),
    })),
  ],
  'AD-08-username-left-out': [
    'The elements of the list over all connections have the user name as name.',
    elementsOtherwise('listUsers', (elements) =>
      elements.map(({ username, ...rest }) => ({ name: username, ...rest })),
    ),
  ],
  'AD-08-id-for-connection': [
    'The elements of the list of a connection have its id as configurationName.',
    changeBodies('listConnectionUsers', (body: AnsweredPage, { state }) => ({
      ...body,
      elements: body.elements.map((element) => ({
        ...element,
        configurationName: String(state.tables.connections.first('name', element.configurationName)?.id),
      })),
    })),
  ],
  'AD-08-fields-beside-username': [
    'The elements of the list over all connections have the attributes beside username, and no fields.',
    elementsOtherwise('listUsers', (elements) => elements.map(({ fields, ...rest }) => ({ ...fields, ...rest }))),
  ],
  'AD-08-fields-empty': [
    'The elements of the list over all connections have empty fields.',
    elementsOtherwise('listUsers', (elements) => elements.map((element) => ({ ...element, fields: {} }))),
  ],
  'AD-09-fifty-by-default': [
    'Without size, a page of the list over all connections holds 50.',
    changeQuery('listUsers', (query) => (query.size === undefined ? Object.assign({}, query, { size: '50' }) : query)),
  ],
  'AD-09-twenty-four-by-default': [
    'Without size, a page of the list of a connection holds 24.',
    changeQuery('listConnectionUsers', (query) =>
      query.size === undefined ? Object.assign({}, query, { size: '24' }) : query,
    ),
  ],
  'AD-09-twenty-six-elements-by-default': [
    'Without size, a page of the list over all connections says 25 and holds 26.',
    changeHandlers('listUsers', (call, answer) => {
      const right = answer(call);
      if (call.query.size !== undefined) return right;
      const { elements } = pageIn(answer(withQuery(call, { size: '26' })));
      return { ...right, json: { ...pageIn(right), elements } };
    }),
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
    changeBodies(lists, (body: AnsweredPage) => ({
      ...body,
      page: { ...body.page, pageSize: body.elements.length },
    })),
  ],
  'AD-10-page-size-always-25': [
    'pageSize says 25, whatever size is given.',
    describeOtherwise(lists, () => ({ pageSize: 25 })),
  ],
  'AD-11-first-page-out-of-reach': [
    'In the list over all connections page=1 is the second page, and no number the first.',
    changeHandlers('listUsers', (call, answer) => {
      const { page } = call.query;
      if (page === undefined || !/^[1-9]\d*$/.test(page)) return answer(call);
      const right = answer(withQuery(call, { page: String(Number(page) + 1) }));
      const body = pageIn(right);
      return { ...right, json: { ...body, page: { ...body.page, current: Number(page) } } };
    }),
  ],
  'AD-11-current-from-0': [
    'The list of a connection says current 0 of its first page.',
    describeOtherwise('listConnectionUsers', ({ current }) => ({ current: current - 1 })),
  ],
  'AD-11-page-ignored': [
    'The list of a connection answers its first page, whatever page is asked for, and says that it is another.',
    changeHandlers('listConnectionUsers', (call, answer) => {
      const right = answer(call);
      const { page, elements } = pageIn(right);
      const first = pageIn(answer(withQuery(call, { page: '1' })));
      return { ...right, json: { elements: elements.length === 0 ? [] : first.elements, page } };
    }),
  ],
  'AD-11-current-always-1': [
    'The list over all connections says current 1 of every page.',
    describeOtherwise('listUsers', () => ({ current: 1 })),
  ],
  'AD-12-total-of-one-page': [
    'totalElements of the list over all connections counts the elements of the page.',
    changeBodies('listUsers', (body: AnsweredPage) => ({
      ...body,
      page: { ...body.page, totalElements: body.elements.length },
    })),
  ],
  'AD-12-total-one-less': [
    'totalElements of the list of a connection says one less than there are.',
    describeOtherwise('listConnectionUsers', ({ totalElements }) => ({
      totalElements: Math.max(0, totalElements - 1),
    })),
  ],
  'AD-12-total-counts-users': [
    'totalElements of the list over all connections counts a user of two connections once.',
    changeHandlers('listUsers', (call, answer) => {
      const right = answer(call);
      const { elements, page } = pageIn(right);
      const totalElements = new Set(wholeList(call, answer).map(({ username }) => username)).size;
      return { ...right, json: { elements, page: { ...page, totalElements } } };
    }),
  ],
  'AD-12-last-page-not-counted': [
    'totalPages of the list over all connections leaves out a last page that is not full.',
    describeOtherwise('listUsers', ({ totalElements, pageSize }) => ({
      totalPages: Math.floor(totalElements / pageSize),
    })),
  ],
  'AD-12-page-too-many': [
    'totalPages of the list of a connection says one more if the last page is full.',
    describeOtherwise('listConnectionUsers', ({ totalElements, pageSize }) => ({
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
    elementsOtherwise('listConnectionUsers', (elements, { current, totalPages }) =>
      current > 1 && current === totalPages ? elements.slice(0, -1) : elements,
    ),
  ],
  'AD-12-order-changes': [
    'Every second page of the list over all connections is cut from the list in the opposite order.',
    (implementation) => {
      let asked = 0;
      return changeHandlers('listUsers', (call, answer) => {
        const right = answer(call);
        asked += 1;
        if (asked % 2 === 1) return right;
        const { elements, page } = pageIn(right);
        const start = (page.current - 1) * page.pageSize;
        const other = [...wholeList(call, answer)].reverse().slice(start, start + elements.length);
        return { ...right, json: { elements: other, page } };
      })(implementation);
    },
  ],
  'AD-12-third-page-of-two': [
    'totalPages of the list over all connections says three if two pages are full.',
    changeBodies('listUsers', (body: AnsweredPage) => {
      const { totalPages, totalElements, pageSize } = body.page;
      return totalPages === 2 && totalElements === 2 * pageSize
        ? { ...body, page: { ...body.page, totalPages: 3 } }
        : body;
    }),
  ],
};
