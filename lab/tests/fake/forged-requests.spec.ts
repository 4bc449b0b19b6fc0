import { expect } from '@playwright/test';
import { basic, test } from './fake-test.js';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const elsewhere = { origin: 'https://elsewhere.example.com' };

for (const { title, headers, status } of [
  { title: 'of another origin', headers: { ...browser, ...elsewhere }, status: 403 },
  {
    title: 'of another origin, though it says no-check',
    headers: { ...browser, ...elsewhere, 'x-atlassian-token': 'no-check' },
    status: 403,
  },
  {
    title: 'that a link of another origin sent',
    headers: { ...browser, referer: 'https://elsewhere.example.com/page' },
    status: 403,
  },
  { title: 'of no origin, such as a file', headers: { ...browser, origin: 'null' }, status: 403 },
  { title: 'that says nothing of its origin', headers: browser, status: 204 },
  { title: 'of a program, whatever its origin', headers: elsewhere, status: 204 },
] as const) {
  test(`a request of a browser ${title} is answered with ${status}`, async ({ open }) => {
    const { url } = open();
    const body = JSON.stringify({ fields: { summary: 'Forged' } });
    const sent = { authorization: basic('tess'), 'content-type': 'application/json', ...headers };

    const response = await fetch(`${url}/rest/api/2/issue/DEMO-1`, { method: 'PUT', headers: sent, body });

    expect(response.status).toBe(status);
  });
}

test('a page of the tracker itself may have a browser change it', async ({ open }) => {
  const { url, tenant } = open();
  const headers = { authorization: basic('tess'), 'content-type': 'application/json', ...browser };
  const forged = { method: 'DELETE', headers: { ...headers, ...elsewhere } };
  const own = { method: 'DELETE', headers: { ...headers, origin: new URL(url).origin } };

  expect((await fetch(`${url}/rest/api/2/issue/DEMO-1`, { headers: forged.headers })).status).toBe(200);
  expect((await fetch(`${url}/rest/api/2/issue/DEMO-1`, forged)).status).toBe(403);
  expect(tenant.journal().at(-1)).toMatchObject({
    refused: 'request',
    responseBody: expect.stringContaining('XSRF check failed: a page of https://elsewhere.example.com'),
  });
  expect((await fetch(`${url}/rest/api/2/issue/DEMO-1?deleteSubtasks=true`, own)).status).toBe(204);
});
