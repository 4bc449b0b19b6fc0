import { expect } from '@playwright/test';
import { request } from 'undici';
import { contrastsOfText } from '../pages/page-test.js';
import { test } from './console-test.js';

const TOKEN = 'open-Sesame-7.+/=';
const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

async function get(url: string, accept: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const { statusCode, headers, body } = await request(url, { method, headers: { accept } });
  return { status: statusCode, headers, text: await body.text() };
}

test('a browser at the root or the control path is given the console, which runs and asks for nothing but its own', async ({
  start,
}) => {
  const { fake } = await start({ contextPath: '/jira' });
  for (const [path, accept] of [
    ['/', html],
    ['/control', html],
    ['/control/console', '*/*'],
    ['/control/console?x=1', '*/*'],
  ] as const) {
    const { status, headers } = await get(`${fake.url}${path}`, accept);
    expect.soft([status, headers['content-type']], path).toEqual([200, 'text/html;charset=UTF-8']);
  }
  const { headers, text } = await get(`${fake.url}/`, html);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(text).toContain('<title>Fake tracker</title>');
  expect(text).not.toMatch(/https?:\/\//);
  expect(await get(`${fake.url}/`, html, 'HEAD')).toMatchObject({ status: 200, text: '' });
});

test('other requests at the root, and a browser at the paths of a tracker, are answered as ever', async ({ start }) => {
  const { fake } = await start();
  for (const [accept, method] of [
    ['*/*', 'GET'],
    ['application/json', 'GET'],
    [html, 'POST'],
  ] as const) {
    const { status, text } = await get(`${fake.url}/`, accept, method);
    expect(status).toBe(404);
    expect(text).toContain('At / a browser finds the console; a tracker is asked below its /rest/.');
  }
  const { status, headers } = await get(`${fake.url}/rest/api/2/serverInfo`, html);
  expect([status, headers['content-type']]).toEqual([200, 'application/json;charset=UTF-8']);
});

test('a fake that ends and starts again is told and shown again', async ({ start, look }) => {
  const first = await start();
  await first.call('GET', '/rest/api/2/myself');
  const page = await look(first, '#/tenants/main/requests', { mayComplain: /ERR_/ });
  await expect(page.locator('.requests li')).toHaveCount(1);

  await first.fake.close();
  await expect(page.getByText('The fake does not answer.')).toBeVisible();
  const again = await start({ port: Number(new URL(first.fake.url).port) });
  await again.call('GET', '/rest/api/2/field');

  await expect(page.locator('.requests .path')).toHaveText(['/rest/api/2/field']);
  await expect(page.getByText('The fake does not answer.')).toHaveCount(0);
});

test('the console asks for the token, keeps it in its tab, and shows what it opens', async ({ start, look }) => {
  const watched = await start({ controlToken: TOKEN });
  const page = await look(watched, '#/tenants/main/projects', { mayComplain: /401/ });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const token = page.getByLabel('Token of the control API');
  await expect(token).toBeFocused();
  await token.fill('not-the-token');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('That is not the token of the control API.')).toBeVisible();
  await page.getByLabel('Token of the control API').fill(TOKEN);
  await page.getByRole('button', { name: 'Open' }).click();

  await expect(page.getByRole('link', { name: 'DEMO' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'DEMO' })).toBeVisible();
  await expect(token).toHaveCount(0);
  expect(requests.filter((url) => decodeURIComponent(url).includes(TOKEN))).toEqual([]);
});

const unbroken = 'x'.repeat(200);
/** Views by what follows the `#`, each with something that it shows when it is complete. */
const views = [
  ['/tenants', 'table'],
  ['/tenants/main/requests', '.requests li'],
  ['/tenants/main/requests/2', '.near'],
  ['/tenants/main/projects/HELP', 'table'],
  ['/tenants/main/templates/7', 'dl'],
  ['/tenants/main/plans/QA-2', 'table'],
  ['/tenants/main/issues/DEMO-3', 'dl'],
  ['/tenants/main/connections/1', 'table'],
  ['/tenants/main/faults', 'table'],
] as const;

test('a console that is wide and light or narrow and dark is legible, whatever is in it', async ({ start, look }) => {
  const watched = await start();
  const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: unbroken, labels: [unbroken] };
  watched.main.addFault({ kind: 'stub', path: `/${unbroken}`, json: { [unbroken]: unbroken } });
  await watched.call('POST', '/rest/api/2/issue', { json: { fields } });
  await watched.call('GET', `/rest/api/2/isue/${unbroken}?${unbroken}=${unbroken}`);
  const page = await look(watched);

  for (const [view, sign] of views) {
    await page.evaluate(`location.hash = '${view}'`);
    await expect(page.locator(sign).first()).toBeVisible();
    await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
    for (const [width, colorScheme] of [
      [1400, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width);
      const contrasts = await page.evaluate<[string, number][]>(contrastsOfText);
      const faint = contrasts.filter(([, contrast]) => contrast < 4.5);
      expect.soft(faint, `${view}, ${colorScheme}`).toEqual([]);
    }
  }
});

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

test('the control API refuses what a page of somebody else can send, and changes nothing', async ({ start }) => {
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
