import { expect } from '@playwright/test';
import { request } from 'undici';
import { startTest as test } from './fake-test.js';

const TOKEN = 'open-Sesame-7.+/=';

interface Sent {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly status?: number;
  readonly message: string;
}

const pages = "The control API can't be called by pages of";
const evil = { host: 'evil.example:8099' };
const tenants = { method: 'GET', path: '/tenants' } as const;
const notServed =
  'The control API is not served at evil.example:8099: call it by localhost, or start the fake with --allow-host evil.example (in a program: allowedHosts).';
const refused: readonly Sent[] = [
  {
    title: 'a page of another origin',
    headers: { origin: 'https://evil.example' },
    message: `${pages} https://evil.example.`,
  },
  { title: 'a page without an origin of its own', headers: { origin: 'null' }, message: `${pages} null.` },
  { title: 'a name that was led to this machine', headers: evil, ...tenants, message: notServed },
  {
    title: 'a picture that another site asks for',
    headers: { 'sec-fetch-site': 'cross-site' },
    ...tenants,
    message: `${pages.replace(' pages of', '')} pages of another origin.`,
  },
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map((type) => ({
    title: `a form that sends ${type}`,
    headers: { 'content-type': type },
    status: 415,
    message: `The control API takes the content type application/json; ${type} was sent.`,
  })),
];

test('the control API refuses what a page of another origin can send, and changes nothing', async ({ start }) => {
  const { fake, main } = await start();
  main.add({ templates: [{ id: 20, name: 'Stays' }] });
  for (const { title, headers, method = 'POST', path = '/tenants/main/reset', status = 403, message } of refused) {
    const answer = await request(`${fake.url}/control${path}`, { method, headers });

    const body = { errorMessages: [message], errors: {} };
    expect.soft([answer.statusCode, await answer.body.json()], title).toEqual([status, body]);
  }
  expect(main.rows('templates', { where: { id: ['20'] } }).total).toBe(1);
});

test('the control API is served at names of this machine and those that the fake was started with, no others', async ({
  start,
}) => {
  const { fake } = await start({ allowedHosts: ['tracker', 'Fake.internal'] });
  const answersAt = async (headers: Readonly<Record<string, string>>) => {
    const { statusCode, body } = await request(`${fake.url}/control/tenants/main/reset`, { method: 'POST', headers });
    return [statusCode, await body.text()];
  };
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
    expect.soft(await answersAt(headers), JSON.stringify(headers)).toEqual([204, '']);
  }
  const machines = ['10.1.2.3', '0.0.0.0:8099', '[2001:db8::1]:8099', '[::ffff:10.1.2.3]'];
  const names = ['fake.local', 'other.internal', 'localhost.evil.example', 'tracker-fake:8099', 'evillocalhost'];
  for (const host of [...machines, ...names, 'other', 'tracker.evil.example']) {
    expect.soft(await answersAt({ host }), host).toEqual([403, expect.stringContaining('--allow-host')]);
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
