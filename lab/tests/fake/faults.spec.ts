import { expect } from '@playwright/test';
import { request as sendRequest } from 'undici';
import { CONTROL_PATH } from '../../../fake/control/access.js';
import type { Fake } from '../../../fake/index.js';
import { basic, sender, test, exchange, requestText } from './fake-test.js';
import type { OpenTracker } from './fake-test.js';

const ME = '/rest/api/2/myself';
const DEMO = '/rest/api/2/issue/DEMO-1?deleteSubtasks=true';
const ISSUE = { fields: { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: 'Mine' } };
const sent = JSON.stringify(ISSUE);
const creation = ['Content-Type: application/json', `Content-Length: ${sent.length}`, 'Connection: close'];
const headers = { authorization: basic('admin') };
const late = { kind: 'latency', milliseconds: 600_000 } as const;
const unavailable = { kind: 'error-response', status: 503 } as const;

const keysOf = ({ tenant }: OpenTracker) => (tenant.state().issues as { key: string }[]).map(({ key }) => key);

test.describe('latency', () => {
  for (const moment of ['before', 'after'] as const) {
    test(`${moment} a call is handled holds it up for its time, and other calls not`, async ({ open }) => {
      const tracker = open();
      const { call, tenant } = tracker;
      tenant.addFault({ ...late, moment, method: 'DELETE' });
      const settled: string[] = [];

      const held = call('DELETE', DEMO).then(({ status }) => settled.push(`late ${status}`));
      await expect.poll(() => tenant.faults()[0]?.struck).toBe(1);
      settled.push(`quick ${(await call('GET', ME)).status}`);
      const kept = keysOf(tracker).includes('DEMO-1');
      tenant.clearFaults();
      await held;

      expect([settled, kept]).toStrictEqual([['quick 200', 'late 204'], moment === 'before']);
      expect(keysOf(tracker)).not.toContain('DEMO-1');
    });
  }

  test('ends by itself, and is drawn from a range', async ({ open }) => {
    const { call, tenant } = open();
    tenant.addFault({ kind: 'latency', milliseconds: { from: 1, to: 20 } });

    expect((await call('GET', ME)).status).toBe(200);
    expect(tenant.journal()).toMatchObject([{ status: 200, faults: ['latency-1'] }]);
  });

  for (const [what, more, end] of [
    ['a close of its tenant', [], ({ control }: Fake) => control.tenant('main').close()],
    ['a reset of its tenant', [], ({ control }: Fake) => control.tenant('main').reset()],
    ['the fake', [{ kind: 'slow-body', pieces: 2, pause: 60_000 }], (fake: Fake) => fake.close()],
  ] as const) {
    test(`ends with ${what}`, async ({ start }) => {
      const { fake, main, call } = await start({ faults: [late, ...more] });
      const answered = call('GET', ME);
      await expect.poll(() => main.faults()[0]?.struck).toBe(1);

      await end(fake);

      expect(await answered).toMatchObject({ status: 200, body: { name: 'admin' } });
    });
  }
});

test('an error response is as it says, with Retry-After and further headers, or with a page', async ({ open }) => {
  const { call, tenant } = open();
  const answers = [
    { status: 429, retryAfter: 7, headers: { 'X-RateLimit-Remaining': '0' } },
    { status: 500 },
    { status: 503, retryAfter: 0, body: '<h1>Büro zu</h1>' },
  ];
  for (const answer of answers) tenant.addFault({ kind: 'error-response', ...answer, count: 1 });

  const [limited, broken, page] = [await call('GET', ME), await call('GET', ME), await call('GET', ME)];

  expect(limited).toMatchObject({
    status: 429,
    body: { errorMessages: ['Refused with 429 by a fault that was asked for.'], errors: {} },
    headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0', 'content-type': 'application/json;charset=UTF-8' },
  });
  expect(broken.status).toBe(500);
  expect(broken.headers).not.toHaveProperty('retry-after');
  const html = { 'content-type': 'text/html;charset=UTF-8', 'retry-after': '0' };
  expect(page).toMatchObject({ status: 503, body: '<h1>Büro zu</h1>', headers: html });
});

for (const [moment, made] of [['before', 0] as const, ['after', 1] as const]) {
  test(`a refusal or a reset ${moment} the call is handled makes ${made} issues`, async ({ open }) => {
    for (const [fault, status, text, ending] of [
      [unavailable, 503, / 503 /, 'closed'],
      [{ kind: 'connection-reset', reset: true }, 0, /^$/, 'reset'],
      [{ kind: 'connection-reset', reset: false }, 0, /^$/, 'closed'],
    ] as const) {
      const { tenant, url } = open();
      const before = tenant.state().issues.length;
      const id = tenant.addFault({ ...fault, moment });

      const received = await exchange(url, requestText(url, 'POST /rest/api/2/issue', creation, sent));

      expect(received).toStrictEqual({ text: expect.stringMatching(text), ending });
      expect(tenant.state().issues).toHaveLength(before + made);
      const heard = { endpoint: 'POST /issue', caller: 'admin', requestBody: sent, status, faults: [id] };
      expect(tenant.journal()).toMatchObject([heard]);
    }
  });
}

for (const [reset, ending] of [[true, 'reset'] as const, [false, 'closed'] as const]) {
  test(`a reset during the answer: half of it comes, then the connection is ${ending}`, async ({ open }) => {
    const { call, tenant, url } = open();
    const whole = JSON.stringify((await call('GET', ME, { headers: { host: 'x' } })).body);
    tenant.addFault({ kind: 'connection-reset', moment: 'during', reset });

    const received = await exchange(url, requestText(url, `GET ${ME}`));

    const half = whole.slice(0, Math.floor(whole.length / 2));
    expect(received.ending).toBe(ending);
    expect(received.text).toContain(`Content-Length: ${whole.length}\r\n`);
    expect(received.text.split('\r\n\r\n')[1]).toBe(half);
    expect(tenant.journal()[1]).toMatchObject({ status: 200, responseBody: half, faults: ['connection-reset-1'] });
  });
}

test.describe('a spoiled body', () => {
  test('that is malformed is no JSON, and lacks nothing', async ({ open }) => {
    for (const path of [ME, '/rest/api/2/priority', '/rest/api/it/1.0/default-template/template/7']) {
      const { call, tenant } = open();
      const whole = JSON.stringify((await call('GET', path)).body);
      tenant.addFault({ kind: 'malformed' });

      const { status, body, headers: answered } = await call('GET', path);

      const text = String(body);
      expect(status).toBe(200);
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
      expect(text.replace(/,(.)$/, '$1')).toBe(whole);
      expect(answered).toMatchObject({ 'content-length': String(text.length), 'content-type': /^application\/json/ });
    }
  });

  test('that is truncated looks whole to HTTP, or is short of its Content-Length', async ({ open }) => {
    const { call, tenant, url } = open();
    const whole = JSON.stringify((await call('GET', ME)).body);
    const quarter = whole.slice(0, Math.floor(whole.length / 4));
    tenant.addFault({ kind: 'truncated', at: 0.25, count: 1 });

    const { body: text, headers: answered } = await call('GET', ME);
    tenant.addFault({ kind: 'truncated', contentLength: 'whole' });
    const short = await exchange(url, requestText(url, `GET ${ME}`));

    expect(text).toBe(quarter);
    expect(answered).toMatchObject({ 'content-length': String(quarter.length), connection: 'keep-alive' });
    const [head = '', body = ''] = short.text.split('\r\n\r\n');
    expect(short.ending).toBe('closed');
    const length = Number(/Content-Length: (\d+)/.exec(head)?.[1]);
    expect(body).toHaveLength(Math.floor(length / 2));
  });

  test('that is slow comes in pieces, with pauses between them', async ({ open }) => {
    const { tenant, url } = open();
    const id = tenant.addFault({ kind: 'slow-body', pieces: 4, pause: 60_000 });
    const { headers: answered, body } = await sendRequest(`${url}${ME}`, { headers });
    const chunks: Buffer[] = [];
    const reader = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const first = (await reader.next()).value as Buffer;
    chunks.push(first);

    tenant.removeFault(id);
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) chunks.push(next.value);

    expect(first).toHaveLength(Math.ceil(Number(answered['content-length']) / 4));
    const text = Buffer.concat(chunks).toString();
    expect(JSON.parse(text)).toMatchObject({ name: 'admin' });
    expect(tenant.journal()).toMatchObject([{ status: 200, responseBody: text }]);
  });
});

test('faults go back to those that a tenant was opened with, by a reset', async ({ open }) => {
  const { call, tenant } = open({ faults: [{ ...unavailable, count: 1 }] });
  const statuses = [(await call('GET', ME)).status];
  tenant.addFault({ kind: 'error-response', status: 500 });
  statuses.push((await call('GET', ME)).status);

  tenant.reset();

  expect(tenant.faults()).toMatchObject([{ id: 'error-response-1', matched: 0, struck: 0 }]);
  statuses.push((await call('GET', ME)).status, (await call('GET', ME)).status);
  expect(statuses).toStrictEqual([503, 500, 503, 200]);
});

const kinds = "'latency' | 'connection-reset' | 'error-response' | 'stub' | 'malformed' | 'truncated' | 'slow-body'";
const status503 = { kind: 'error-response', status: 503 };

const refusals: readonly (readonly [unknown, RegExp])[] = [
  [{ kind: 'quake' }, new RegExp(`^kind: Invalid (discriminator value. Expected ${kinds}|input)`)],
  [{ kind: 'connection-reset', moment: 'after', wait: 3 }, /^Unrecognized key: "wait"/],
  [{ ...status503, headers: { A: 'a\r\nB: b' } }, /^headers\.A: Invalid string/],
  [{ ...status503, headers: { 'Transfer-Encoding': 'x' } }, /^headers: Transfer-Encoding can't be set/],
  [{ kind: 'latency', milliseconds: { from: 5, to: 4 } }, /^milliseconds: from must not be greater than to/],
  [{ kind: 'malformed', path: 'rest' }, /^path: Invalid string: must start with "\/"/],
  [{ kind: 'stub', endpoint: 'getMyslef' }, /^endpoint: There is no endpoint 'getMyslef'\. Did you mean getMyself\?/],
  [{ kind: 'stub', json: 1, body: 'x' }, /json and body exclude each other/],
  ...['content-length', 'Connection', 'keep-alive', 'proxy-connection', 'TE', 'trailer', 'upgrade'].map(
    (name) => [{ kind: 'stub', headers: { [name]: '9' } }, new RegExp(`^headers: ${name} can't be set`)] as const,
  ),
];

test('faults and stubs that can not be used are refused with the reason, and not added', async ({ fake, open }) => {
  const { tenant } = open();
  const control = sender(`${fake.url}${CONTROL_PATH}/tenants/${tenant.name}`);

  for (const [json, reason] of refusals) {
    const { status, body } = await control('POST', '/faults', { json });
    const [message = ''] = (body as { errorMessages: string[] }).errorMessages;
    const told = message.replace(/^The fault can't be used: /, '');
    expect
      .soft([status, told === message, told], JSON.stringify(json))
      .toStrictEqual([400, false, expect.stringMatching(reason)]);
  }
  expect(tenant.faults()).toStrictEqual([]);
  const before = fake.control.list();
  expect(() => fake.control.open({ faults: [{ kind: 'error-response', status: 1 }] })).toThrow(
    "The fault can't be used: 0.status: has to be at least 400.",
  );
  expect(fake.control.list()).toStrictEqual(before);
});
