import { expect } from '@playwright/test';
import { request as sendRequest } from 'undici';
import type { FaultInput } from '../../../fake/index.js';
import { basic, test } from './fake-test.js';
import { receive, requestText } from './receive.js';

const ME = '/rest/api/2/myself';
const ISSUE = { fields: { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: 'Mine' } };
const authorization = basic('admin');

test.describe('latency', () => {
  for (const moment of ['before', 'after'] as const) {
    test(`${moment} a call is handled holds it up for its time, and other calls not`, async ({ open }) => {
      const { call, tenant } = open();
      tenant.addFault({ kind: 'latency', milliseconds: 600_000, moment, method: 'DELETE' });
      const settled: string[] = [];

      const late = call('DELETE', '/rest/api/2/issue/DEMO-1?deleteSubtasks=true').then(({ status }) =>
        settled.push(`late ${status}`),
      );
      await expect.poll(() => tenant.faults()[0]?.struck).toBe(1);
      settled.push(`quick ${(await call('GET', ME)).status}`);
      const kept = tenant.state().issues.some((issue) => (issue as { key: string }).key === 'DEMO-1');
      tenant.clearFaults();
      await late;

      expect(settled).toEqual(['quick 200', 'late 204']);
      expect(kept).toBe(moment === 'before');
      expect(tenant.state().issues).not.toContainEqual(expect.objectContaining({ key: 'DEMO-1' }));
    });
  }

  test('ends by itself', async ({ open }) => {
    const { call, tenant } = open();
    tenant.addFault({ kind: 'latency', milliseconds: { from: 1, to: 20 } });

    expect((await call('GET', ME)).status).toBe(200);
    expect(tenant.journal()).toMatchObject([{ status: 200, faults: ['latency-1'] }]);
  });

  test('before a call is handled: whoever goes away was not heard', async ({ open }) => {
    const { tenant, url } = open();
    tenant.addFault({ kind: 'latency', milliseconds: 600_000 });
    const leaving = new AbortController();
    const gone = sendRequest(`${url}/rest/api/2/issue/DEMO-1?deleteSubtasks=true`, {
      method: 'DELETE',
      headers: { authorization },
      signal: leaving.signal,
    });
    await expect.poll(() => tenant.faults()[0]?.struck).toBe(1);
    const before = tenant.state();

    leaving.abort();

    await expect(gone).rejects.toThrow('abort');
    await expect.poll(() => tenant.journal()).toHaveLength(1);
    expect(tenant.journal()).toMatchObject([{ method: 'DELETE', status: 0, responseBody: '', faults: ['latency-1'] }]);
    expect(tenant.state()).toStrictEqual(before);
  });
});

test.describe('error-response', () => {
  test('answers 429 with Retry-After and the headers of a rate limit', async ({ open }) => {
    const { call, tenant } = open();
    tenant.addFault({ kind: 'error-response', status: 429, retryAfter: 7, headers: { 'X-RateLimit-Remaining': '0' } });

    const reply = await call('GET', ME);

    expect(reply).toMatchObject({
      status: 429,
      body: { errorMessages: ['Refused with 429 by a fault that was asked for.'], errors: {} },
      headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0', 'content-type': 'application/json;charset=UTF-8' },
    });
  });

  test('answers 500 without Retry-After', async ({ open }) => {
    const { call, tenant } = open();
    tenant.addFault({ kind: 'error-response', status: 500 });

    const reply = await call('GET', ME);

    expect(reply.status).toBe(500);
    expect(reply.headers).not.toHaveProperty('retry-after');
  });

  test("answers with a proxy's page", async ({ open }) => {
    const { tenant, url } = open();
    tenant.addFault({ kind: 'error-response', status: 503, retryAfter: 0, body: '<h1>Büro zu</h1>' });

    const { statusCode, headers, body } = await sendRequest(`${url}${ME}`, { headers: { authorization } });

    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'content-type': 'text/html;charset=UTF-8', 'retry-after': '0' });
    expect(await body.text()).toBe('<h1>Büro zu</h1>');
  });

  for (const moment of ['before', 'after'] as const) {
    test(`${moment} the call is handled changes ${moment === 'before' ? 'nothing' : 'what the call changes'}`, async ({
      open,
    }) => {
      const { call, tenant } = open();
      const before = tenant.state().issues.length;
      tenant.addFault({ kind: 'error-response', status: 503, moment });

      const reply = await call('POST', '/rest/api/2/issue', { json: ISSUE });

      expect(reply.status).toBe(503);
      expect(tenant.state().issues).toHaveLength(before + (moment === 'before' ? 0 : 1));
      expect(tenant.journal()).toMatchObject([
        { endpoint: 'POST /issue', caller: 'admin', requestBody: JSON.stringify(ISSUE), status: 503 },
      ]);
    });
  }

  test('of an upload leaves the connection usable, and keeps no bytes', async ({ open }) => {
    const { tenant, url } = open();
    tenant.addFault({ kind: 'error-response', status: 503, count: 1 });
    const upload = async () => {
      const body = new FormData();
      body.append('file', new File(['x'.repeat(100_000)], 'log.txt'));
      const headers = { authorization, 'x-atlassian-token': 'no-check' };
      return (await fetch(`${url}/rest/api/2/issue/DEMO-1/attachments`, { method: 'POST', headers, body })).status;
    };

    expect([await upload(), await upload()]).toEqual([503, 200]);
    expect(tenant.journal()).toMatchObject([
      { requestBody: '', endpoint: 'POST /issue/{issueIdOrKey}/attachments' },
      { requestBody: 'file: log.txt (100000 bytes)' },
    ]);
  });
});

test.describe('connection-reset', () => {
  for (const [reset, ending] of [
    [true, 'reset'],
    [false, 'closed'],
  ] as const) {
    test(`before the call is handled: nothing comes, nothing is changed, the connection is ${ending}`, async ({
      open,
    }) => {
      const { tenant, url } = open();
      const before = tenant.state();
      tenant.addFault({ kind: 'connection-reset', moment: 'before', reset });

      const received = await receive(url, requestText(url, 'POST', '/rest/api/2/issue', ISSUE));

      expect(received).toEqual({ text: '', ending });
      expect(tenant.state()).toStrictEqual(before);
      expect(tenant.journal()).toMatchObject([
        {
          url: '/rest/api/2/issue',
          requestBody: JSON.stringify(ISSUE),
          status: 0,
          responseBody: '',
          faults: ['connection-reset-1'],
        },
      ]);
    });

    test(`after it was handled: nothing comes, the change is made, the connection is ${ending}`, async ({ open }) => {
      const { tenant, url } = open();
      const before = tenant.state().issues.length;
      tenant.addFault({ kind: 'connection-reset', moment: 'after', reset });

      const received = await receive(url, requestText(url, 'POST', '/rest/api/2/issue', ISSUE));

      expect(received).toEqual({ text: '', ending });
      expect(tenant.state().issues).toHaveLength(before + 1);
      expect(tenant.journal()).toMatchObject([{ endpoint: 'POST /issue', status: 0, responseBody: '' }]);
    });

    test(`during the answer: half of it comes, then the connection is ${ending}`, async ({ open }) => {
      const { call, tenant, url } = open();
      const whole = JSON.stringify((await call('GET', ME, { headers: { host: 'x' } })).body);
      tenant.addFault({ kind: 'connection-reset', moment: 'during', reset });

      const received = await receive(url, requestText(url, 'GET', ME));

      const half = whole.slice(0, Math.floor(whole.length / 2));
      expect(received.ending).toBe(ending);
      expect(received.text).toContain(`Content-Length: ${whole.length}\r\n`);
      expect(received.text.split('\r\n\r\n')[1]).toBe(half);
      expect(tenant.journal()[1]).toMatchObject({ status: 200, responseBody: half, faults: ['connection-reset-1'] });
    });
  }

  test('during an answer without a body breaks off in its headers', async ({ open }) => {
    const { tenant, url } = open();
    tenant.addFault({ kind: 'connection-reset', moment: 'during', reset: false });

    const received = await receive(url, requestText(url, 'DELETE', '/rest/api/2/issue/DEMO-1?deleteSubtasks=true'));

    expect(received).toEqual({ text: 'HTTP/1.1 204 No Content\r\nDate: ', ending: 'closed' });
    expect(tenant.state().issues).not.toContainEqual(expect.objectContaining({ key: 'DEMO-1' }));
  });
});

test.describe('malformed', () => {
  for (const [what, path] of [
    ['an object', ME],
    ['a list', '/rest/api/2/priority'],
    ['an empty list', '/rest/api/it/1.0/default-template/template/7'],
  ] as const) {
    test(`makes ${what} no JSON, and nothing is missing`, async ({ open }) => {
      const { call, tenant, url } = open();
      const whole = JSON.stringify((await call('GET', path)).body);
      tenant.addFault({ kind: 'malformed' });

      const { statusCode, headers, body } = await sendRequest(`${url}${path}`, { headers: { authorization } });

      const text = await body.text();
      expect(statusCode).toBe(200);
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
      expect(text.replace(/,(.)$/, '$1')).toBe(whole);
      expect(headers).toMatchObject({ 'content-length': String(text.length), 'content-type': /^application\/json/ });
    });
  }
});

test.describe('truncated', () => {
  test('ends the answer if HTTP sees nothing wrong', async ({ open }) => {
    const { call, tenant, url } = open();
    const whole = JSON.stringify((await call('GET', ME)).body);
    tenant.addFault({ kind: 'truncated', at: 0.25 });

    const { headers, body } = await sendRequest(`${url}${ME}`, { headers: { authorization } });

    const text = await body.text();
    expect(text).toBe(whole.slice(0, Math.floor(whole.length / 4)));
    expect(headers).toMatchObject({ 'content-length': String(text.length), connection: 'keep-alive' });
  });

  test('ends the answer short of its Content-Length', async ({ open }) => {
    const { call, tenant, url } = open();
    const whole = JSON.stringify((await call('GET', ME, { headers: { host: 'x' } })).body);
    tenant.addFault({ kind: 'truncated', contentLength: 'whole' });

    const received = await receive(url, requestText(url, 'GET', ME));

    expect(received.ending).toBe('closed');
    expect(received.text).toContain(`Content-Length: ${whole.length}\r\n`);
    expect(received.text.split('\r\n\r\n')[1]).toBe(whole.slice(0, Math.floor(whole.length / 2)));
  });
});

test('slow-body sends the body in pieces, and pauses between them', async ({ open }) => {
  const { tenant, url } = open();
  const id = tenant.addFault({ kind: 'slow-body', pieces: 4, pause: 60_000 });
  const { headers, body } = await sendRequest(`${url}${ME}`, { headers: { authorization } });
  const chunks: Buffer[] = [];
  const reader = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  chunks.push((await reader.next()).value as Buffer);
  const length = Number(headers['content-length']);

  const first = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  tenant.removeFault(id);
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) chunks.push(next.value);

  expect(first).toBe(Math.ceil(length / 4));
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ name: 'admin' });
  expect(tenant.journal()).toMatchObject([{ status: 200, responseBody: Buffer.concat(chunks).toString() }]);
});

const bodiless: readonly FaultInput[] = [
  { kind: 'malformed' },
  { kind: 'truncated' },
  { kind: 'truncated', contentLength: 'whole' },
  { kind: 'slow-body' },
];

for (const fault of bodiless) {
  test(`${JSON.stringify(fault)} leaves an answer without a body alone, and waits for one that has one`, async ({
    open,
  }) => {
    const { call, tenant } = open();
    tenant.addFault({ ...fault, count: 1 });

    const reply = await call('PUT', '/rest/api/2/issue/DEMO-1', { json: { fields: { summary: 'x' } } });

    expect(reply).toMatchObject({ status: 204, body: undefined });
    expect(tenant.faults()).toMatchObject([{ matched: 0, struck: 0 }]);
    expect(tenant.journal()).toMatchObject([{ faults: [] }]);
  });
}

test('malformed leaves bytes alone, and truncated does not', async ({ open }) => {
  const { tenant, url } = open();
  const form = new FormData();
  form.append('file', new File(['0123456789'], 'log.txt'));
  const headers = { authorization, 'x-atlassian-token': 'no-check' };
  const added = await fetch(`${url}/rest/api/2/issue/DEMO-1/attachments`, { method: 'POST', headers, body: form });
  const [{ content }] = (await added.json()) as [{ content: string }];
  const download = async () => (await fetch(content, { headers })).text();

  tenant.addFault({ kind: 'malformed' });
  const whole = await download();
  tenant.addFault({ kind: 'truncated', at: 0.3 });

  expect([whole, await download()]).toEqual(['0123456789', '012']);
});
