import { expect } from '@playwright/test';
import { request } from 'undici';
import { test } from './console-test.js';

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

async function get(url: string, accept: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const { statusCode, headers, body } = await request(url, { method, headers: { accept } });
  return { status: statusCode, headers, text: await body.text() };
}

test('a browser at the root of the server is given the console', async ({ start }) => {
  const { fake } = await start();

  const { status, headers, text } = await get(`${fake.url}/`, html);

  expect([status, headers['content-type']]).toEqual([200, 'text/html;charset=UTF-8']);
  expect(text).toContain('<title>Fake tracker</title>');
});

test('the page runs no script and asks for nothing but its own', async ({ start }) => {
  const { fake } = await start();

  const { headers, text } = await get(`${fake.url}/`, html);

  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(text).not.toMatch(/https?:\/\//);
});

test('the console is under the control path too, whatever is accepted', async ({ start }) => {
  const { fake } = await start({ contextPath: '/jira' });

  for (const path of ['/control/console', '/control/console?x=1']) {
    const { status, headers } = await get(`${fake.url}${path}`, '*/*');
    expect([status, headers['content-type']]).toEqual([200, 'text/html;charset=UTF-8']);
  }
  expect((await get(`${fake.url}/control`, html)).status).toBe(200);
  expect(await get(`${fake.url}/`, html, 'HEAD')).toMatchObject({ status: 200, text: '' });
});

test('a request at the root that is not for HTML is answered as ever', async ({ start }) => {
  const { fake } = await start();

  for (const [accept, method] of [
    ['*/*', 'GET'],
    ['application/json', 'GET'],
    [html, 'POST'],
  ] as const) {
    const { status, text } = await get(`${fake.url}/`, accept, method);
    expect([status, text]).toEqual([
      404,
      '{"errorMessages":["At / a browser finds the console; a tracker is asked below its /rest/. There are trackers at: /."],"errors":{}}',
    ]);
  }
});

test('a browser at the paths of a tracker is given what the tracker answers', async ({ start }) => {
  const { fake } = await start();

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
