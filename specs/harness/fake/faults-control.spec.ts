import { expect } from '@playwright/test';
import { request as sendRequest } from 'undici';
import { CONTROL_PATH, startFake } from '../../../fake/index.js';
import { basic, sender, test } from './fake-test.js';

const ME = '/rest/api/2/myself';
const late = { kind: 'latency', milliseconds: 600_000 } as const;

test.describe('several faults', () => {
  test('strike one call: it waits, and its answer is spoiled twice', async ({ open }) => {
    const { call, space, url } = open();
    const whole = JSON.stringify((await call('GET', ME)).body);
    space.addFault({ kind: 'dribble', pieces: 3, pause: 1 });
    space.addFault({ kind: 'truncated', at: 0.99 });
    space.addFault({ kind: 'malformed' });
    space.addFault({ kind: 'latency', milliseconds: 1 });

    const { body } = await sendRequest(`${url}${ME}`, { headers: { authorization: basic('admin') } });

    expect(await body.text()).toBe(`${whole.slice(0, -1)},}`.slice(0, Math.floor((whole.length + 1) * 0.99)));
    expect(space.journal()[1]?.faults).toEqual(['latency-4', 'malformed-3', 'truncated-2', 'dribble-1']);
  });

  test('strike until one leaves the others nothing', async ({ open }) => {
    const { call, space } = open();
    space.addFault({ kind: 'malformed' });
    space.addFault({ kind: 'refuse', status: 500 });
    space.addFault({ kind: 'refuse', status: 503 });
    space.addFault({ kind: 'drop', moment: 'before', count: 1 });

    await expect(call('GET', ME)).rejects.toThrow(/ECONNRESET|other side closed/);
    const reply = await call('GET', ME);

    expect(reply.status).toBe(500);
    expect(space.faults().map(({ id, struck }) => `${id} ${struck}`)).toEqual([
      'malformed-1 0',
      'refuse-2 1',
      'refuse-3 0',
      'drop-4 1',
    ]);
  });

  test('after a call: the refusal is what is spoiled', async ({ open }) => {
    const { space, url } = open();
    space.addFault({ kind: 'refuse', status: 500, moment: 'after' });
    space.addFault({ kind: 'malformed' });

    const { statusCode, body } = await sendRequest(`${url}${ME}`, { headers: { authorization: basic('admin') } });

    expect([statusCode, await body.text()]).toEqual([
      500,
      '{"errorMessages":["Refused with 500 by a fault that was asked for."],"errors":{},}',
    ]);
  });
});

test('a fault is of its space alone', async ({ open }) => {
  const [one, other] = [open(), open()];
  one.space.addFault({ kind: 'refuse', status: 503 });

  expect([(await one.call('GET', ME)).status, (await other.call('GET', ME)).status]).toEqual([503, 200]);
});

test('a reset goes back to the faults a space was opened with, as if they had never struck', async ({ open }) => {
  const { call, space } = open({ faults: [{ kind: 'refuse', status: 503, count: 1 }] });
  const first = await call('GET', ME);
  space.addFault({ kind: 'refuse', status: 500 });
  const second = await call('GET', ME);

  space.reset();

  expect(space.faults()).toMatchObject([{ id: 'refuse-1', matched: 0, struck: 0 }]);
  const again = [(await call('GET', ME)).status, (await call('GET', ME)).status];
  expect([first.status, second.status, ...again]).toEqual([503, 500, 503, 200]);
});

for (const [what, end] of [
  ['closing its space', (tracker: { close(): void }) => tracker.close()],
  ['resetting its space', (tracker: { reset(): void }) => tracker.reset()],
] as const) {
  test(`${what} lets a call go on that was held up`, async () => {
    const fake = await startFake();
    const space = fake.control.space('main');
    space.addFault(late);
    const answered = sender(fake.url)('GET', ME);
    await expect.poll(() => space.faults()[0]?.struck).toBe(1);

    end(space);

    expect((await answered).status).toBe(200);
    await fake.close();
  });
}

test('closing the fake answers at once what latencies held up, and holds nothing up any more', async () => {
  const fake = await startFake({ faults: [late, { kind: 'dribble', pieces: 2, pause: 60_000 }] });
  const space = fake.control.space('main');
  const answered = sender(fake.url)('GET', ME);
  await expect.poll(() => space.faults()[0]?.struck).toBe(1);

  const closed = fake.close();

  expect(await answered).toMatchObject({ status: 200, body: { name: 'admin' } });
  await closed;
});

test.describe('over HTTP', () => {
  test('faults are added, listed, removed one by one and all at once', async ({ fake, open }) => {
    const { call, space } = open();
    const control = sender(`${fake.url}${CONTROL_PATH}/spaces/${space.name}`);
    const refuse = { kind: 'refuse', status: 429, retryAfter: 1, endpoint: 'getMyself', count: 1 };

    const added = [
      await control('POST', '/faults', { json: refuse }),
      await control('POST', '/faults', { json: { kind: 'latency', milliseconds: 1 } }),
      await control('POST', '/faults', { json: { kind: 'malformed', method: 'PUT' } }),
    ];
    const statuses = [(await call('GET', ME)).status, (await call('GET', ME)).status];
    const listed = await control('GET', '/faults');
    const removed = await control('DELETE', '/faults/latency-2');
    const left = await control('GET', '/faults');
    const cleared = await control('DELETE', '/faults');

    expect(added).toMatchObject([
      { status: 201, body: { id: 'refuse-1' } },
      { status: 201, body: { id: 'latency-2' } },
      { status: 201, body: { id: 'malformed-3' } },
    ]);
    expect(statuses).toEqual([429, 200]);
    expect(listed.body).toEqual([
      { id: 'refuse-1', fault: { ...refuse, seed: 1, moment: 'before' }, matched: 2, struck: 1 },
      {
        id: 'latency-2',
        fault: { kind: 'latency', milliseconds: 1, seed: 1, moment: 'before' },
        matched: 2,
        struck: 2,
      },
      { id: 'malformed-3', fault: { kind: 'malformed', method: 'PUT', seed: 1 }, matched: 0, struck: 0 },
    ]);
    expect(removed).toMatchObject({ status: 204, body: undefined });
    expect(left.body).toMatchObject([{ id: 'refuse-1' }, { id: 'malformed-3' }]);
    expect(cleared.status).toBe(204);
    expect((await control('GET', '/faults')).body).toEqual([]);
  });

  test('the journal names the faults of a call', async ({ fake, open }) => {
    const { call, space } = open();
    space.addFault({ kind: 'refuse', status: 503, count: 1 });
    await call('GET', ME);
    await call('GET', ME);

    const journal = await sender(`${fake.url}${CONTROL_PATH}/spaces/${space.name}`)('GET', '/journal');

    expect(journal.body).toMatchObject([
      { url: ME, endpoint: 'GET /myself', caller: 'admin', status: 503, faults: ['refuse-1'] },
      { url: ME, endpoint: 'GET /myself', caller: 'admin', status: 200, faults: [] },
    ]);
  });

  test('a space is opened with faults', async ({ fake }) => {
    const control = sender(`${fake.url}${CONTROL_PATH}`);

    const opened = await control('POST', '/spaces', { json: { faults: [{ kind: 'refuse', status: 503 }] } });

    const { name, contextPath } = opened.body as { name: string; contextPath: string };
    expect((await sender(`${fake.url}${contextPath}`)('GET', ME)).status).toBe(503);
    await control('DELETE', `/spaces/${name}`);
  });
});

const kinds = "'latency' | 'drop' | 'refuse' | 'malformed' | 'truncated' | 'dribble'";

const refusals: readonly (readonly [unknown, RegExp])[] = [
  [{}, /^kind: Invalid/],
  [{ kind: 'quake' }, new RegExp(`^kind: Invalid (discriminator value. Expected ${kinds}|input)`)],
  [[], /^Invalid input: expected object, received array/],
  [{ kind: 'drop' }, /^moment: Invalid option: expected one of "before"\|"after"\|"during"/],
  [{ kind: 'drop', moment: 'after', wait: 3 }, /^Unrecognized key: "wait"/],
  [{ kind: 'refuse', status: 200 }, /^status: Too small: expected number to be >=400/],
  [{ kind: 'refuse', status: 503, headers: { A: 'a\r\nB: b' } }, /^headers\.A: Invalid string/],
  [{ kind: 'refuse', status: 503, headers: { 'A b': 'a' } }, /^headers\.A b: /],
  [{ kind: 'latency', milliseconds: -1 }, /^milliseconds: Too small: expected number to be >=0/],
  [{ kind: 'latency', milliseconds: 'long' }, /^milliseconds: Invalid input: expected number, received string/],
  [{ kind: 'latency', milliseconds: { from: 5, to: 4 } }, /^milliseconds: from must not be greater than to/],
  [{ kind: 'latency', milliseconds: { from: 5, to: 'x' } }, /^milliseconds\.to: Invalid input/],
  [{ kind: 'dribble', pieces: 1 }, /^pieces: Too small/],
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
    const { space } = open();

    const reply = await sender(`${fake.url}${CONTROL_PATH}/spaces/${space.name}`)('POST', '/faults', { json: fault });

    const { errorMessages } = reply.body as { errorMessages: [string] };
    expect(reply.status).toBe(400);
    expect(errorMessages[0]).toMatch(/^The fault can't be used: .+\.$/);
    expect(errorMessages[0].replace("The fault can't be used: ", '')).toMatch(reason);
    expect(space.faults()).toEqual([]);
  });
}

test('a fault that is not there is not removed', async ({ fake, open }) => {
  const { space } = open({ faults: [{ kind: 'malformed' }] });

  const reply = await sender(`${fake.url}${CONTROL_PATH}/spaces/${space.name}`)('DELETE', '/faults/drop-1');

  expect(reply).toMatchObject({
    status: 404,
    body: { errorMessages: ['There is no fault drop-1. There are: malformed-1.'] },
  });
});

test('a space is not opened with a fault that can not be used', ({ fake }) => {
  const before = fake.control.list();

  expect(() => fake.control.open({ faults: [{ kind: 'refuse', status: 1 }] })).toThrow(
    "The fault can't be used: 0.status: Too small: expected number to be >=400.",
  );
  expect(fake.control.list()).toEqual(before);
});
