import { expect } from '@playwright/test';
import { request } from 'undici';
import { startFake } from '../../../fake/index.js';
import { test } from './console-test.js';

interface Sent {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path?: string;
  readonly status: number;
  readonly message?: string;
}

const pages = "The control API can't be called by pages of";
const refused: readonly Sent[] = [
  {
    title: 'a page of another origin',
    headers: { origin: 'https://evil.example' },
    status: 403,
    message: `${pages} https://evil.example.`,
  },
  { title: 'a page without an origin of its own', headers: { origin: 'null' }, status: 403, message: `${pages} null.` },
  {
    title: 'a page of another port of this machine',
    headers: { origin: 'http://127.0.0.1:1' },
    status: 403,
    message: `${pages} http://127.0.0.1:1.`,
  },
  {
    title: 'a name that was led to this machine',
    headers: { host: 'evil.example:8099' },
    method: 'GET',
    status: 403,
    message:
      'The control API is not served at evil.example:8099: call it by localhost, or start the fake with --allow-host evil.example (in a program: allowedHosts).',
  },
  {
    title: 'a page of a name that was led to this machine',
    headers: { host: 'evil.example:8099', origin: 'http://evil.example:8099' },
    status: 403,
    message:
      'The control API is not served at evil.example:8099: call it by localhost, or start the fake with --allow-host evil.example (in a program: allowedHosts).',
  },
  {
    title: 'a picture that another site asks for',
    headers: { 'sec-fetch-site': 'cross-site' },
    method: 'GET',
    status: 403,
    message: `${pages.replace(' pages of', '')} pages of another origin.`,
  },
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map((type) => ({
    title: `a form that sends ${type}`,
    headers: { 'content-type': type },
    status: 415,
    message: `The control API takes the content type application/json; ${type} was sent.`,
  })),
];

for (const { title, headers, method = 'POST', path = '/tenants/main/reset', status, message } of refused) {
  test(`the control API refuses ${title}`, async ({ start }) => {
    const { fake, main } = await start();
    main.add({ templates: [{ id: 20, name: 'Stays' }] });

    const answer = await request(`${fake.url}/control${method === 'GET' ? '/tenants' : path}`, { method, headers });

    expect([answer.statusCode, await answer.body.json()]).toEqual([status, { errorMessages: [message], errors: {} }]);
    expect(main.rows('templates', { where: { id: ['20'] } }).total).toBe(1);
  });
}

for (const host of [
  'fake.local',
  'fake.internal',
  'localhost.evil.example',
  'tracker-fake:8099',
  'evillocalhost',
  '10.1.2.3',
  '0.0.0.0:8099',
  '[2001:db8::1]:8099',
  '[::ffff:10.1.2.3]',
]) {
  test(`the control API is not served at ${host}, which may lead anywhere`, async ({ start }) => {
    const { fake } = await start();

    const answer = await request(`${fake.url}/control/tenants`, { headers: { host } });

    expect([answer.statusCode, await answer.body.text()]).toEqual([403, expect.stringContaining('--allow-host')]);
  });
}

const allowed: readonly Sent[] = [
  { title: 'a client without an origin', headers: {}, status: 204 },
  { title: 'localhost by name', headers: { host: 'localhost:8099', origin: 'http://localhost:8099' }, status: 204 },
  { title: 'an IPv6 address', headers: { host: '[::1]:8099', origin: 'http://[::1]:8099' }, status: 204 },
  { title: 'a name below localhost', headers: { host: 'Tracker.LOCALHOST.:8099' }, status: 204 },
  { title: 'another address of this machine', headers: { host: '127.8.0.1' }, status: 204 },
  { title: 'an IPv4 address as IPv6 writes it', headers: { host: '[::ffff:7f00:1]:8099' }, status: 204 },
  { title: 'its own page', headers: { 'sec-fetch-site': 'same-origin' }, status: 204 },
  { title: 'an address that somebody typed', headers: { 'sec-fetch-site': 'none' }, status: 204 },
];

for (const { title, headers, status } of allowed) {
  test(`the control API answers ${title}`, async ({ start }) => {
    const { fake } = await start();

    const answer = await request(`${fake.url}/control/tenants/main/reset`, { method: 'POST', headers });

    expect(answer.statusCode).toBe(status);
  });
}

test('the control API answers names that the fake was started with', async ({ start }) => {
  const { fake } = await start({ allowedHosts: ['tracker', 'Fake.internal'] });
  const statuses: number[] = [];
  for (const host of ['tracker:8099', 'TRACKER', 'fake.internal', 'other', 'tracker.evil.example']) {
    statuses.push((await request(`${fake.url}/control/tenants`, { headers: { host } })).statusCode);
  }

  expect(statuses).toEqual([200, 200, 200, 403, 403]);
});

test('a fake that other machines reach answers its addresses, and no name it was not started with', async () => {
  const controlToken = 'a-token-of-tests';
  const fake = await startFake({ host: '0.0.0.0', controlToken });
  const statuses: number[] = [];
  for (const host of ['192.168.0.7:8099', '[2001:db8::1]', 'tracker']) {
    const headers = { host, authorization: `Bearer ${controlToken}` };
    statuses.push((await request(`${fake.url}/control/tenants`, { headers })).statusCode);
  }
  await fake.close();

  expect(statuses).toEqual([200, 200, 403]);
});

test('in a browser, a page of another origin changes nothing and reads nothing', async ({ start, visit }) => {
  const { fake, main } = await start();
  const other = await start();
  main.add({ templates: [{ id: 20, name: 'Stays' }] });
  const page = await visit(`${other.fake.url}/rest/api/2/serverInfo`, { mayComplain: /40[34]/ }, () => true);

  const outcomes = await page.evaluate<string[], string>(async (url) => {
    const outcome = (sent: Promise<Response>) => sent.then(({ type }) => type).catch(() => 'refused');
    return [
      await outcome(fetch(`${url}/tenants/main/reset`, { method: 'POST', mode: 'no-cors' })),
      await outcome(fetch(`${url}/tenants/main`, { mode: 'no-cors' })),
    ];
  }, `${fake.url}/control`);

  expect(outcomes).toEqual(['opaque', 'opaque']);
  expect(main.rows('templates', { where: { id: ['20'] } }).total).toBe(1);
});
