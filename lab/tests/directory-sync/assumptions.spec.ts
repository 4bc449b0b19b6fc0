import { expect } from '@playwright/test';
import { basic, test } from '../fake/fake-test.js';
import type { OpenTracker, Reply } from '../fake/fake-test.js';

/** The elements of an answered page, as far as a test looks. */
function elementsIn({ body }: Reply) {
  interface Element {
    readonly username: string;
    readonly configurationName: string;
    readonly fields: Readonly<Record<string, string>>;
  }
  return (body as { elements: readonly Element[] }).elements;
}

const emptyPage = { elements: [], page: { current: 1, pageSize: 25, totalPages: 0, totalElements: 0 } };

/** An answer, with the users and the page that it has. */
function seen({ status, body }: Reply) {
  const { elements, page } = (body ?? {}) as { elements?: readonly { readonly username: string }[]; page?: object };
  return { status, body, ...page, names: elements?.map(({ username }) => username) };
}

const byToken = 'Bearer admin-token';
const empties = { connection: 200, user: 203, attribute: 206 };
const browsing = { permission: 'BROWSE_PROJECTS', refusal: 404 };
const both = '/connection/1/user?usernames=tess&userkeys=JIRAUSER10000';

/** What a tracker that answers an open question so answers to a read. */
const answers: readonly (readonly [
  id: string,
  answer: unknown,
  path: string,
  expected: Readonly<Record<string, unknown>>,
  login?: string,
])[] = [
  ['AD-N01', ['bearer'], '/connection', { status: 401 }],
  ['AD-N01', ['bearer'], '/connection', { status: 200 }, byToken],
  ['AD-N01', ['basic'], '/connection', { status: 200 }],
  ['AD-N01', ['basic'], '/connection', { status: 401 }, byToken],
  ['AD-N02', empties, '/connection/9/user/tess', { status: 200, body: {} }],
  ['AD-N02', empties, '/connection/9/user', { status: 200, body: emptyPage }],
  ['AD-N02', empties, '/user/nobody', { status: 203, body: {} }],
  ['AD-N02', empties, '/connection/1/user/tess/field/shoeSize', { status: 206, body: {} }],
  ['AD-N03', browsing, '/connection', { status: 200 }, basic('tess')],
  ['AD-N03', browsing, '/connection', { status: 404 }, basic('guest')],
  ['AD-N04', ['repeated'], '/user?usernames=admin,tess', { names: [] }],
  ['AD-N04', ['repeated'], '/connection/1/user?usernames=admin&usernames=tess', { names: ['admin', 'tess'] }],
  ['AD-N04', ['comma-separated'], '/connection/1/user?usernames=admin,tess', { names: ['admin', 'tess'] }],
  ['AD-N04', ['comma-separated'], '/connection/1/user?usernames=admin&usernames=tess', { names: ['tess'] }],
  ['AD-N05', undefined, '/user?field.department=IT&field.department=Quality', { names: [] }],
  ['AD-N06', { maximum: 2, larger: 'cut' }, '/user?size=3', { pageSize: 2, totalPages: 2, totalElements: 4 }],
  ['AD-N07', 206, '/user?page=99999999999', { status: 206, names: [] }],
  ...['0', '-1', '1.5', 'abc', ''].flatMap(
    (bad) =>
      [
        ['AD-N08', 422, `/user?page=${bad}`, { status: 422 }],
        ['AD-N08', 422, `/connection/1/user?size=${bad}`, { status: 422 }],
        ['AD-N08', 200, `/user?page=${bad}&size=${bad}`, { status: 200, current: 1, pageSize: 25 }],
      ] as const,
  ),
  ['AD-N12', 'union', both, { names: ['admin', 'tess'] }],
  ['AD-N12', 'usernames', both, { names: ['tess'] }],
  ['AD-N12', 'userkeys', both, { names: ['admin'] }],
  ...['union', 'usernames', 'userkeys'].flatMap(
    (value) =>
      [
        ['AD-N12', value, '/connection/1/user?usernames=tess', { names: ['tess'] }],
        ['AD-N12', value, '/connection/1/user?userkeys=JIRAUSER10000', { names: ['admin'] }],
        ['AD-N12', value, '/connection/1/user?field.department=IT', { names: ['admin'] }],
      ] as const,
  ),
  ['AD-N13', { first: 0, unasked: 'last' }, '/user?usernames=nobody', { names: [], current: 0, totalPages: 0 }],
];

test('reads give what the answers to open questions say', async ({ open }) => {
  for (const [id, answer, path, expected, authorization = basic('admin')] of answers) {
    const { directory } = open({ assumptions: { [id]: answer } });

    const reply = seen(await directory('GET', path, { authorization }));

    expect.soft(reply, `${id} ${JSON.stringify(answer)}: ${path}`).toEqual(expect.objectContaining(expected));
  }
});

for (const { first, unasked, current } of [
  { first: 0, unasked: 'first', current: 0 },
  { first: 0, unasked: 'last', current: 1 },
  { first: 1, unasked: 'first', current: 1 },
  { first: 1, unasked: 'last', current: 2 },
] as const) {
  test(`AD-N13: pages count from ${first}, and the ${unasked} is given if none is asked for`, async ({ open }) => {
    const { directory } = open({ assumptions: { 'AD-N13': { first, unasked } } });
    const page = async (query: string) => seen(await directory('GET', `/user?size=2${query}`));
    const pages = [['admin', 'guest'], ['tess', 'tess'], []];

    expect(await page('')).toMatchObject({
      ...{ current, pageSize: 2, totalPages: 2, totalElements: 4 },
      names: pages[current - first],
    });
    for (const [index, names] of pages.entries()) expect(await page(`&page=${first + index}`)).toMatchObject({ names });
    expect((await page(`&page=${first - 1}`)).status).toBe(400);
  });
}

async function updateOf({ directory }: OpenTracker, connectionId: string, ...update: readonly object[]) {
  const { status, body } = await directory('PUT', '/update', { json: { connectionId, update } });
  return { status, body };
}
const dataOf = (userKey: string, ...fields: readonly object[]) => ({ data: [{ userKey, fields }] });
const rename = (tracker: OpenTracker, id: string, name: string) => updateOf(tracker, id, { connection: [{ name }] });

/** Updates of a user who is there, one who is not, and one who is there. */
const withUnknownUser = [
  dataOf('JIRAUSER10000', { mail: 'first' }),
  dataOf('NOBODY', { mail: 'nobody' }),
  dataOf('JIRAUSER10001', { mail: 'last' }, { shoeSize: '9' }),
];

test('AD-N10: of an update with errors nothing or the rest is changed, whatever the status', async ({ open }) => {
  const errorMessages = [expect.stringContaining('NOBODY'), expect.stringContaining('shoeSize')];
  const refusal = { errorMessages, errors: {} };
  for (const [status, changed, body, mails] of [
    [400, 'the rest', refusal, ['first', 'last']],
    [200, 'the rest', {}, ['first', 'last']],
    [409, 'nothing', refusal, ['admin@example.com', 'tess@example.com']],
    [200, 'nothing', refusal, ['admin@example.com', 'tess@example.com']],
  ] as const) {
    const tracker = open({ assumptions: { 'AD-N10': { status, changed } } });

    expect(await updateOf(tracker, '1', ...withUnknownUser)).toEqual({ status, body });
    const now = elementsIn(await tracker.directory('GET', '/connection/1/user?fields=mail'));
    expect(now.map(({ fields }) => fields)).toEqual(mails.map((mail) => ({ mail })));
  }
});

test('AD-N10: a connection keeps its name, and takes neither an empty one nor that of another', async ({ open }) => {
  const tracker = open();
  const before = tracker.tenant.state();
  const refused = (error: string) => ({ status: 400, body: { errorMessages: [error] } });

  expect(await rename(tracker, '1', 'Corporate AD')).toEqual({ status: 200, body: {} });
  expect(await rename(tracker, '1', ' ')).toMatchObject(refused('The name of a connection can not be empty.'));
  expect(await rename(tracker, '1', 'Partners')).toMatchObject(
    refused("There is a connection named 'Partners' already."),
  );
  expect(await updateOf(tracker, '9')).toMatchObject(refused("There is no connection with the id '9'."));
  expect(tracker.tenant.state()).toStrictEqual(before);
});

for (const [value, changed] of [
  ['left as it was', {}],
  ['changed too', { emailAddress: 'new@example.com', displayName: 'New' }],
] as const) {
  test(`AD-N15: the account of an updated user is ${value}`, async ({ open }) => {
    const tracker = open({ assumptions: { 'AD-N15': value } });
    const account = () =>
      (tracker.tenant.state().users as { key: string }[]).find(({ key }) => key === 'JIRAUSER10001');
    const before = account();

    const fields = [{ mail: 'new@example.com' }, { displayName: 'New' }, { department: 'New' }];
    await updateOf(tracker, '1', dataOf('JIRAUSER10001', ...fields));

    expect(account()).toEqual({ ...before, ...changed });
  });
}
