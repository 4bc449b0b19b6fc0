import { expect } from '@playwright/test';
import { request } from 'undici';
import { contrastsOfText } from '../pages/contrasts-of-text.js';
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

test('a page that follows does not keep the fake from closing', async ({ start, look }) => {
  const watched = await start();
  const page = await look(watched, '#/tenants/main/projects', { mayComplain: /ERR_/ });
  await expect(page.getByRole('link', { name: 'DEMO' })).toBeVisible();

  await watched.fake.close();

  await expect(page.getByRole('status')).toHaveText('The fake does not answer.');
  await expect(page.getByRole('link', { name: 'DEMO' })).toBeVisible();
  await page.close();
});

test('a fake that ends and starts again is told and shown again, on a narrow page too', async ({ start, look }) => {
  const first = await start();
  await first.call('GET', '/rest/api/2/myself');
  await first.call('GET', '/jria/rest/api/2/myself');
  const page = await look(first, '#/tenants/main/requests', { width: 390, mayComplain: /ERR_/ });
  await expect(page.locator('.requests li')).toHaveCount(1);
  await expect(page.getByText('1 request reached no tracker.')).toBeVisible();
  const header = await page.locator('.crumbs').boundingBox();

  await first.fake.close();
  await expect(page.getByText('The fake does not answer.')).toBeVisible();
  expect((await page.locator('.crumbs').boundingBox())?.height).toBe(header?.height);
  const again = await start({ port: Number(new URL(first.fake.url).port) });
  await again.call('GET', '/rest/api/2/field');

  await expect(page.locator('.requests .path')).toHaveText(['/rest/api/2/field']);
  await expect(page.getByText('The fake does not answer.')).toHaveCount(0);
  await expect(page.getByText('reached no tracker')).toHaveCount(0);
});

test('the console asks for the token, keeps it in its tab, and shows what it opens', async ({ start, look }) => {
  const watched = await start({ controlToken: TOKEN });
  const page = await look(watched, '#/tenants/main/projects', { mayComplain: /401/ });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const token = page.getByLabel('Token of the control API');
  await expect(token).toBeFocused();
  await token.pressSequentially('half of');
  // What is typed stays while the console keeps asking.
  for (let asked = 0; asked < 2; asked += 1) await page.waitForResponse(/\/control\/tenants/);
  await expect(token).toHaveValue('half of');

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

/** In how many lines the count is, and what of the filters it lies upon. */
const roomOfCount = `(() => {
  const output = document.querySelector('output');
  const own = output.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(output);
  const overlaps = [...document.querySelectorAll('.filters :is(input, select, button)')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
  });
  return { lines: range.getClientRects().length, overlaps: overlaps.map((one) => one.outerHTML) };
})()`;
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

for (const width of [1400, 360]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a console that is ${width} wide and ${colorScheme} is legible, whatever is in it`, async ({
      start,
      look,
    }) => {
      const watched = await start();
      const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: unbroken, labels: [unbroken] };
      watched.main.addFault({ kind: 'stub', path: `/${unbroken}`, json: { [unbroken]: unbroken } });
      await watched.call('POST', '/rest/api/2/issue', { json: { fields } });
      await watched.call('GET', `/rest/api/2/isue/${unbroken}?${unbroken}=${unbroken}`);
      const page = await look(watched, '', { colorScheme, width });

      for (const [view, sign] of views) {
        await page.evaluate(`location.hash = '${view}'`);
        await expect(page.locator(sign).first()).toBeVisible();
        await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
        expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width);
        const contrasts = await page.evaluate<[string, number][]>(contrastsOfText);
        const faint = contrasts.filter(([, contrast]) => contrast < 4.5);
        expect(faint, view).toEqual([]);
      }
    });
  }
}

for (const width of [390, 900]) {
  test(`the count of a full journal has room beside the filters at ${width} pixels`, async ({ start, look }) => {
    const watched = await start();
    for (let made = 0; made < 1_200; made += 1) await watched.call('GET', `/rest/api/2/serverInfo?call=${made}`);
    const page = await look(watched, '#/tenants/main/requests?words=serverInfo&status=200&failed=on', { width });
    const count = page.locator('output');
    await expect(count).toHaveText('0 of 1,000 requests');
    await page.getByLabel('failed only').uncheck();
    await page.getByRole('searchbox').fill('call=1');
    await expect(count).toHaveText('200 of 1,000 requests');

    const { lines, overlaps } = await page.evaluate<{ lines: number; overlaps: string[] }>(roomOfCount);
    expect({ lines, overlaps }).toEqual({ lines: 1, overlaps: [] });
  });
}
