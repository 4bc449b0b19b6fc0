import { expect } from '@playwright/test';
import { basic, startTest as test } from './fake-test.js';

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

test('the control API is served at names of this machine and those that the fake was started with, no others', async ({
  start,
}) => {
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

test('a fake that other machines reach answers its addresses, and no name it was not started with', async ({
  start,
}) => {
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
