import { expect } from '@playwright/test';
import { request as sendRequest } from 'undici';
import { CONTROL_PATH, startFake } from '../../../fake/index.js';
import { basic, sender, test } from './fake-test.js';

const ME = '/rest/api/2/myself';
const late = { kind: 'latency', milliseconds: 600_000 } as const;

test.describe('several faults', () => {
  test('strike one call: it waits, and its answer is spoiled twice', async ({ open }) => {
    const { call, tenant, url } = open();
    const whole = JSON.stringify((await call('GET', ME)).body);
    tenant.addFault({ kind: 'slow-body', pieces: 3, pause: 1 });
    tenant.addFault({ kind: 'truncated', at: 0.99 });
    tenant.addFault({ kind: 'malformed' });
    tenant.addFault({ kind: 'latency', milliseconds: 1 });

    const { body } = await sendRequest(`${url}${ME}`, { headers: { authorization: basic('admin') } });

    expect(await body.text()).toBe(`${whole.slice(0, -1)},}`.slice(0, Math.floor((whole.length + 1) * 0.99)));
    expect(tenant.journal()[1]?.faults).toEqual(['latency-4', 'malformed-3', 'truncated-2', 'slow-body-1']);
  });

  test('strike until one leaves the others nothing', async ({ open }) => {
    const { call, tenant } = open();
    tenant.addFault({ kind: 'malformed' });
    tenant.addFault({ kind: 'error-response', status: 500 });
    tenant.addFault({ kind: 'error-response', status: 503 });
    tenant.addFault({ kind: 'connection-reset', moment: 'before', count: 1 });

    await expect(call('GET', ME)).rejects.toThrow(/ECONNRESET|other side closed/);
    const reply = await call('GET', ME);

    expect(reply.status).toBe(500);
    expect(tenant.faults().map(({ id, struck }) => `${id} ${struck}`)).toEqual([
      'malformed-1 0',
      'error-response-2 1',
      'error-response-3 0',
      'connection-reset-4 1',
    ]);
  });

  test('after a call: the refusal is what is spoiled', async ({ open }) => {
    const { tenant, url } = open();
    tenant.addFault({ kind: 'error-response', status: 500, moment: 'after' });
    tenant.addFault({ kind: 'malformed' });

    const { statusCode, body } = await sendRequest(`${url}${ME}`, { headers: { authorization: basic('admin') } });

    expect([statusCode, await body.text()]).toEqual([
      500,
      '{"errorMessages":["Refused with 500 by a fault that was asked for."],"errors":{},}',
    ]);
  });
});

test('a fault is of its tenant alone', async ({ open }) => {
  const [one, other] = [open(), open()];
  one.tenant.addFault({ kind: 'error-response', status: 503 });

  expect([(await one.call('GET', ME)).status, (await other.call('GET', ME)).status]).toEqual([503, 200]);
});

test('a reset goes back to the faults a tenant was opened with, as if they had never struck', async ({ open }) => {
  const { call, tenant } = open({ faults: [{ kind: 'error-response', status: 503, count: 1 }] });
  const first = await call('GET', ME);
  tenant.addFault({ kind: 'error-response', status: 500 });
  const second = await call('GET', ME);

  tenant.reset();

  expect(tenant.faults()).toMatchObject([{ id: 'error-response-1', matched: 0, struck: 0 }]);
  const again = [(await call('GET', ME)).status, (await call('GET', ME)).status];
  expect([first.status, second.status, ...again]).toEqual([503, 500, 503, 200]);
});

for (const [what, end] of [
  ['closing its tenant', (tracker: { close(): void }) => tracker.close()],
  ['resetting its tenant', (tracker: { reset(): void }) => tracker.reset()],
] as const) {
  test(`${what} lets a call go on that was held up`, async () => {
    const fake = await startFake();
    const tenant = fake.control.tenant('main');
    tenant.addFault(late);
    const answered = sender(fake.url)('GET', ME);
    await expect.poll(() => tenant.faults()[0]?.struck).toBe(1);

    end(tenant);

    expect((await answered).status).toBe(200);
    await fake.close();
  });
}

test('closing the fake answers at once what latencies held up, and holds nothing up any more', async () => {
  const fake = await startFake({ faults: [late, { kind: 'slow-body', pieces: 2, pause: 60_000 }] });
  const tenant = fake.control.tenant('main');
  const answered = sender(fake.url)('GET', ME);
  await expect.poll(() => tenant.faults()[0]?.struck).toBe(1);

  const closed = fake.close();

  expect(await answered).toMatchObject({ status: 200, body: { name: 'admin' } });
  await closed;
});

test.describe('over HTTP', () => {
  test('faults are added, listed, removed one by one and all at once', async ({ fake, open }) => {
    const { call, tenant } = open();
    const control = sender(`${fake.url}${CONTROL_PATH}/tenants/${tenant.name}`);
    const tooMany = { kind: 'error-response', status: 429, retryAfter: 1, endpoint: 'getMyself', count: 1 };

    const added = [
      await control('POST', '/faults', { json: tooMany }),
      await control('POST', '/faults', { json: { kind: 'latency', milliseconds: 1 } }),
      await control('POST', '/faults', { json: { kind: 'malformed', method: 'PUT' } }),
    ];
    const statuses = [(await call('GET', ME)).status, (await call('GET', ME)).status];
    const listed = await control('GET', '/faults');
    const removed = await control('DELETE', '/faults/latency-2');
    const left = await control('GET', '/faults');
    const cleared = await control('DELETE', '/faults');

    expect(added).toMatchObject([
      { status: 201, body: { id: 'error-response-1' } },
      { status: 201, body: { id: 'latency-2' } },
      { status: 201, body: { id: 'malformed-3' } },
    ]);
    expect(statuses).toEqual([429, 200]);
    expect(listed.body).toEqual([
      { id: 'error-response-1', fault: { ...tooMany, seed: 1, moment: 'before' }, matched: 2, struck: 1 },
      {
        id: 'latency-2',
        fault: { kind: 'latency', milliseconds: 1, seed: 1, moment: 'before' },
        matched: 2,
        struck: 2,
      },
      { id: 'malformed-3', fault: { kind: 'malformed', method: 'PUT', seed: 1 }, matched: 0, struck: 0 },
    ]);
    expect(removed).toMatchObject({ status: 204, body: undefined });
    expect(left.body).toMatchObject([{ id: 'error-response-1' }, { id: 'malformed-3' }]);
    expect(cleared.status).toBe(204);
    expect((await control('GET', '/faults')).body).toEqual([]);
  });

  test('the journal names the faults of a call', async ({ fake, open }) => {
    const { call, tenant } = open();
    tenant.addFault({ kind: 'error-response', status: 503, count: 1 });
    await call('GET', ME);
    await call('GET', ME);

    const journal = await sender(`${fake.url}${CONTROL_PATH}/tenants/${tenant.name}`)('GET', '/journal');

    expect(journal.body).toMatchObject([
      { url: ME, endpoint: 'GET /myself', caller: 'admin', status: 503, faults: ['error-response-1'] },
      { url: ME, endpoint: 'GET /myself', caller: 'admin', status: 200, faults: [] },
    ]);
  });

  test('a tenant is opened with faults', async ({ fake }) => {
    const control = sender(`${fake.url}${CONTROL_PATH}`);

    const opened = await control('POST', '/tenants', { json: { faults: [{ kind: 'error-response', status: 503 }] } });

    const { name, contextPath } = opened.body as { name: string; contextPath: string };
    expect((await sender(`${fake.url}${contextPath}`)('GET', ME)).status).toBe(503);
    await control('DELETE', `/tenants/${name}`);
  });
});

const kinds = "'latency' | 'connection-reset' | 'error-response' | 'stub' | 'malformed' | 'truncated' | 'slow-body'";

const refusals: readonly (readonly [unknown, RegExp])[] = [
  [{}, /^kind: Invalid/],
  [{ kind: 'quake' }, new RegExp(`^kind: Invalid (discriminator value. Expected ${kinds}|input)`)],
  [[], /^Invalid input: expected object, received array/],
  [{ kind: 'connection-reset' }, /^moment: Invalid option: expected one of "before"\|"after"\|"during"/],
  [{ kind: 'connection-reset', moment: 'after', wait: 3 }, /^Unrecognized key: "wait"/],
  [{ kind: 'error-response', status: 200 }, /^status: Too small: expected number to be >=400/],
  [{ kind: 'error-response', status: 503, headers: { A: 'a\r\nB: b' } }, /^headers\.A: Invalid string/],
  [{ kind: 'error-response', status: 503, headers: { 'A b': 'a' } }, /^headers\.A b: /],
  [{ kind: 'latency', milliseconds: -1 }, /^milliseconds: Too small: expected number to be >=0/],
  [{ kind: 'latency', milliseconds: 'long' }, /^milliseconds: Invalid input: expected number, received string/],
  [{ kind: 'latency', milliseconds: { from: 5, to: 4 } }, /^milliseconds: from must not be greater than to/],
  [{ kind: 'latency', milliseconds: { from: 5, to: 'x' } }, /^milliseconds\.to: Invalid input/],
  [{ kind: 'slow-body', pieces: 1 }, /^pieces: Too small/],
  [{ kind: 'truncated', at: 1 }, /^at: Too big/],
  [{ kind: 'malformed', share: 0 }, /^share: Too small: expected number to be >0/],
  [{ kind: 'malformed', share: 1.5 }, /^share: Too big: expected number to be <=1/],
  [{ kind: 'malformed', count: 0 }, /^count: Too small/],
  [{ kind: 'malformed', seed: 'x' }, /^seed: Invalid input/],
  [{ kind: 'malformed', path: 'rest' }, /^path: Invalid string: must start with "\/"/],
  [{ kind: 'malformed', method: 'FETCH' }, /^method: Invalid option/],
  [{ kind: 'malformed', caller: [] }, /^caller: Too small/],
  [
    { kind: 'malformed', endpoint: 'getMyslef' },
    /^endpoint: There is no endpoint 'getMyslef'\. Did you mean getMyself\?/,
  ],
  [
    { kind: 'malformed', endpoint: ['getMyself', 'x'] },
    /^endpoint\.1: There is no endpoint 'x'\. The endpoint table has the names\./,
  ],
];

for (const [fault, reason] of refusals) {
  test(`the fault ${JSON.stringify(fault)} is refused, and nothing is added`, async ({ fake, open }) => {
    const { tenant } = open();

    const reply = await sender(`${fake.url}${CONTROL_PATH}/tenants/${tenant.name}`)('POST', '/faults', { json: fault });

    const { errorMessages } = reply.body as { errorMessages: [string] };
    expect(reply.status).toBe(400);
    expect(errorMessages[0]).toMatch(/^The fault can't be used: .+\.$/);
    expect(errorMessages[0].replace("The fault can't be used: ", '')).toMatch(reason);
    expect(tenant.faults()).toEqual([]);
  });
}

test('a fault that is not there is not removed', async ({ fake, open }) => {
  const { tenant } = open({ faults: [{ kind: 'malformed' }] });

  const reply = await sender(`${fake.url}${CONTROL_PATH}/tenants/${tenant.name}`)(
    'DELETE',
    '/faults/connection-reset-1',
  );

  expect(reply).toMatchObject({
    status: 404,
    body: { errorMessages: ['There is no fault connection-reset-1. There are: malformed-1.'] },
  });
});

test('a tenant is not opened with a fault that can not be used', ({ fake }) => {
  const before = fake.control.list();

  expect(() => fake.control.open({ faults: [{ kind: 'error-response', status: 1 }] })).toThrow(
    "The fault can't be used: 0.status: Too small: expected number to be >=400.",
  );
  expect(fake.control.list()).toEqual(before);
});
