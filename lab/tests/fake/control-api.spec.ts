import { expect } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import { basic, sender, startTest as test, TEMPLATES } from './fake-test.js';
import type { Sent } from './fake-test.js';

const MYSELF = '/rest/api/2/myself';
const name = 'shop';

test('a tenant is opened at its name as the default world, listed, and closed', async ({ start }) => {
  const { fake, control } = await start();
  const call = sender(`${fake.url}/${name}`);

  const opened = await control('POST', '/tenants', { json: { name } });

  expect(opened).toMatchObject({ status: 201, body: { name, contextPath: `/${name}` } });
  expect((await call('GET', `${TEMPLATES}/template/1472`)).body).toMatchObject([{ id: 130 }, { id: 131 }]);
  const rows = { entries: 2, templates: 2, projects: 5, issues: 5, comments: 1, attachments: 0, connections: 3 };
  const listed = { name, contextPath: `/${name}`, rows: expect.objectContaining(rows) as unknown };
  expect((await control('GET', '/tenants')).body).toContainEqual(expect.objectContaining(listed));
  expect((await control('DELETE', `/tenants/${name}`)).status).toBe(204);
  expect([(await control('GET', `/tenants/${name}`)).status, (await call('GET', MYSELF)).status]).toStrictEqual([
    404, 404,
  ]);
  expect((await control('POST', '/tenants', { json: { name } })).status).toBe(201);
});

test('a tenant is opened from a world, with assumptions, under its own path', async ({ start }) => {
  const { fake, control } = await start();
  const world = { ...documentsWorld, title: 'A world of its own', entries: [] };
  const contextPath = '/far/tracker';
  const assumptions = { 'DT-N09': 404 };
  const call = sender(`${fake.url}${contextPath}`);

  const opened = await control('POST', '/tenants', { json: { name, world, contextPath, assumptions } });

  expect(opened).toMatchObject({ status: 201, body: { name, contextPath } });
  expect((await call('GET', '/rest/api/2/serverInfo')).body).toMatchObject({ serverTitle: 'A world of its own' });
  expect((await control('GET', `/tenants/${name}`)).body).toMatchObject({
    assumptions: { ...assumptions, 'DT-N02': 404 },
  });
  expect((await call('DELETE', `${TEMPLATES}/template/1472`)).status).toBe(404);
  expect((await sender(`${fake.url}/${name}`)('GET', MYSELF)).status).toBe(404);
});

test('rows are added all or none, are part of the state, and go with a reset', async ({ start }) => {
  const { fake, control } = await start();
  await control('POST', '/tenants', { json: { name } });
  const state = async () => (await control('GET', `/tenants/${name}/state`)).body as { templates: object[] };
  const before = await state();
  const row = { id: 21, templateId: 20, projectId: 11101, issueTypeId: 10001 };
  const add = (entry: object) =>
    control('POST', `/tenants/${name}/rows`, { json: { templates: [{ id: 20, name: 'Added' }], entries: [entry] } });

  const refused = await add({ ...row, templateId: 22 });
  const unchanged = await state();
  const added = await add(row);

  const errorMessages = ["The world can't be loaded:\n  - entries.21: no template 22"];
  expect(refused).toMatchObject({ status: 400, body: { errorMessages, errors: {} } });
  expect(unchanged).toStrictEqual(before);
  expect(added).toMatchObject({ status: 204, body: undefined });
  expect(await state()).toMatchObject({ templates: [{ id: 7 }, { id: 20 }, { id: 1472 }] });
  expect(await state()).toHaveProperty('entries', expect.arrayContaining([{ ...row, transitions: [] }]));
  await sender(`${fake.url}/${name}`)('DELETE', `${TEMPLATES}/template/1472`);
  expect((await control('POST', `/tenants/${name}/reset`)).status).toBe(204);
  expect(await state()).toStrictEqual(before);
  expect((await control('GET', `/tenants/${name}/journal`)).body).toStrictEqual([]);
});

/** A call that is refused beside an open tenant, and a part of the message. */
type Refused = readonly [call: string, status: number, sent: Sent, message: string];

const openTenant = 'POST /tenants';
const opening = (json: unknown, status: number, message: string): Refused => [openTenant, status, { json }, message];
const contextPaths = ['/rest', 'jira', '/a b', '/jira/rest/deep', '/..'];
const refused: readonly Refused[] = [
  ['GET /worlds', 404, {}, 'The control API has no GET /worlds. It has: GET /tenants, POST /tenants, '],
  ['PUT /tenants/shop/state', 404, {}, 'The control API has no PUT /tenants/'],
  opening({ name }, 409, 'There is a tenant named shop already.'),
  opening({ contextPath: '/shop' }, 409, 'The context path /shop is that of the tenant shop already.'),
  ...contextPaths.map((contextPath) => {
    const reason = 'it is empty or like /jira, and not /rest, /secure or /control.';
    return opening({ contextPath }, 400, `The context path ${contextPath} can't be used: ${reason}`);
  }),
  ...['.', '..'].map((name) =>
    opening({ name, contextPath: '/dots' }, 400, `A tenant can't be named ${name}: no client sends that as a step`),
  ),
  opening({ world: 'large' }, 400, 'world: has to be an object'),
  opening({ world: { ...documentsWorld, version: '9' } }, 400, 'loaded:\n  - version: a version such as 9.12.0'),
  opening({ assumptions: { 'DT-N09': 'often' } }, 400, "can't be used: DT-N09: has to be a number"),
  opening({ assumptions: { 'DT-N99': 1 } }, 400, 'Unrecognized key: "DT-N99" (did you mean'),
  ['POST /tenants/shop/rows', 400, { json: null }, 'the document: has to be an object'],
  [openTenant, 400, { text: '{"name"' }, 'The body is no JSON: '],
  [openTenant, 415, { text: '{}', contentType: null }, 'The body has to have the content type application/json;'],
  ['GET /tenants/constructor', 404, {}, 'There is no tenant named constructor.'],
];

test('calls that can not be done are refused with the reason, and change nothing', async ({ start }) => {
  const { fake, control } = await start();
  const tenant = fake.control.open({ name });
  const before = tenant.state();

  for (const [call, status, sent, message] of refused) {
    const [method = '', path = ''] = call.split(' ');
    const reply = await control(method, path, sent);
    const told = [expect.stringContaining(message)];
    expect.soft({ call, ...reply }).toMatchObject({ call, status, body: { errorMessages: told, errors: {} } });
  }
  expect(tenant.state()).toStrictEqual(before);
});

test('what a program without types says wrong is refused with what was meant', async ({ start }) => {
  const { fake, main, control } = await start();
  const untyped = (options: object) => options;

  expect(() => main.rows('usrs' as never)).toThrow('There is no table usrs. Did you mean users?');
  expect(() => main.rows('users', untyped({ word: 'x' }))).toThrow('rows has no option word. Did you mean words?');
  expect(() => main.rows('gizmos' as never)).toThrow('There is no table gizmos. There are: ');
  expect(() => main.advance(-5)).toThrow('The clock only moves forward, not by -5 ms: reset() sets it back.');
  expect(() => main.advance(NaN)).toThrow('not by NaN ms');
  expect(() => fake.control.open(untyped({ wrold: 'x' }))).toThrow('open has no option wrold. Did you mean world?');
  await expect(startFake(untyped({ prot: 1 }))).rejects.toThrow('startFake has no option prot. Did you mean port?');
  expect(await control('GET', '/tenants/main/tables/usrs')).toMatchObject({
    status: 404,
    body: { errorMessages: [expect.stringContaining('users?')] },
  });
});

const TOKEN = 'open-Sesame-7.+/=';

const pages = "The control API can't be called by pages of";
const elsewhere: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{ origin: 'https://evil.example' }, `${pages} https://evil.example.`],
  [{ origin: 'null' }, `${pages} null.`],
  [{ 'sec-fetch-site': 'cross-site' }, `${pages} another origin.`],
  // A name that was led to this machine.
  [
    { host: 'evil.example:8099' },
    'The control API is not served at evil.example:8099: call it by localhost, or start the fake with --allow-host evil.example (in a program: allowedHosts).',
  ],
];

test('the control API refuses what a page of another origin can send, and changes nothing', async ({ start }) => {
  const { main, control } = await start();
  main.add({ templates: [{ id: 20, name: 'Stays' }] });
  const reset = '/tenants/main/reset';
  const refused = (message: string) => ({ errorMessages: [message], errors: {} });

  for (const [headers, message] of elsewhere) {
    for (const [method, path] of [
      ['GET', '/tenants'],
      ['POST', reset],
    ] as const) {
      const { status, body } = await control(method, path, { headers });
      expect.soft({ status, body }, `${method}: ${message}`).toStrictEqual({ status: 403, body: refused(message) });
    }
  }
  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const message = `The control API takes the content type application/json; ${contentType} was sent.`;
    const { status, body } = await control('POST', reset, { contentType });
    expect.soft({ status, body }).toStrictEqual({ status: 415, body: refused(message) });
  }
  expect(main.rows('templates', { where: { id: ['20'] } }).total).toBe(1);
});

test('the control API is served at names of this machine and of allowedHosts alone', async ({ start }) => {
  const { control } = await start({ allowedHosts: ['tracker', 'Fake.internal'] });
  const answersAt = (headers: Readonly<Record<string, string>>) => control('POST', '/tenants/main/reset', { headers });
  for (const headers of [
    {},
    { host: 'localhost:8099', origin: 'http://localhost:8099' },
    { host: '[::1]:8099' },
    { host: 'Tracker.LOCALHOST.:8099' },
    { host: '127.8.0.1' },
    { host: '[::ffff:7f00:1]:8099' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    ...['tracker:8099', 'TRACKER', 'fake.internal'].map((host) => ({ host })),
  ]) {
    expect.soft(await answersAt(headers), JSON.stringify(headers)).toMatchObject({ status: 204, body: undefined });
  }
  const machines = ['10.1.2.3', '0.0.0.0:8099', '[2001:db8::1]:8099', '[::ffff:10.1.2.3]'];
  const names = ['fake.local', 'other.internal', 'localhost.evil.example', 'tracker-fake:8099', 'evillocalhost'];
  for (const host of [...machines, ...names, 'other', 'tracker.evil.example']) {
    const body = { errorMessages: [expect.stringContaining('--allow-host')] };
    expect.soft(await answersAt({ host }), host).toMatchObject({ status: 403, body });
  }
});

test('a fake that other machines reach answers at its addresses, and at no other name', async ({ start }) => {
  const { control } = await start({ host: '0.0.0.0', controlToken: TOKEN });
  for (const [host, status] of [
    ['192.168.0.7:8099', 200],
    ['[2001:db8::1]', 200],
    ['tracker', 403],
  ] as const) {
    const reply = await control('GET', '/tenants', { authorization: `Bearer ${TOKEN}`, headers: { host } });
    expect(reply.status, host).toBe(status);
  }
});

test.describe('the token of the control API', () => {
  const asks = 'The control API asks for its token: send the header Authorization, with Bearer and the token.';
  const differs = 'That is not the token of the control API.';
  const calls = ['GET /tenants', 'GET /tenants/main/journal', 'POST /tenants/main/reset', 'GET /nowhere', 'GET '];
  const wrong = [
    ...[null, basic('admin'), 'Bearer ', `Bearer ${TOKEN} ${TOKEN}`].map(
      (authorization) => [authorization, asks] as const,
    ),
    ...['open-Sesame-8.+/=', TOKEN.slice(0, -1), TOKEN.toLowerCase()].map(
      (word) => [`Bearer ${word}`, differs] as const,
    ),
  ];

  test('is asked for, and refused if it is another', async ({ start }) => {
    const { fake, control } = await start({ controlToken: TOKEN });
    const before = fake.control.list()[0]?.revision;
    const headers = { 'www-authenticate': 'Bearer realm="control API"' };
    for (const [authorization, message] of wrong) {
      for (const call of calls) {
        const [method = '', path = ''] = call.split(' ');
        const refusal = { status: 401, body: { errorMessages: [message], errors: {} }, headers };
        expect
          .soft(await control(method, path, { authorization }), `${call} by ${authorization}`)
          .toMatchObject(refusal);
      }
    }
    expect(fake.control.list()[0]?.revision).toBe(before);
  });

  test('opens the control API, but not to pages of another origin, and no tracker', async ({ start }) => {
    const { main, call, control } = await start({ controlToken: TOKEN });
    const authorization = `Bearer ${TOKEN}`;

    for (const login of [authorization, `bearer  ${TOKEN}`]) {
      const reply = await control('GET', '/tenants', { authorization: login });
      expect(reply).toMatchObject({ status: 200, body: [{ name: 'main' }] });
    }
    const headers = { origin: 'https://evil.example' };
    expect((await control('POST', '/tenants/main/reset', { authorization, headers })).status).toBe(403);
    expect((await call('GET', '/rest/api/2/myself', { authorization })).status).toBe(401);
    expect((await call('GET', '/rest/api/2/myself')).status).toBe(200);
    expect(JSON.stringify(main.journal())).not.toContain(TOKEN);
  });
});
