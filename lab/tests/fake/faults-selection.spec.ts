import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from '@playwright/test';
import type { FaultInput } from '../../../fake/index.js';
import { draw, WireFaults } from '../../../fake/faults/wire-faults.js';
import { latency, nothingYet } from '../../../fake/faults/fault-kinds.js';
import { basic, test } from './fake-test.js';
import type { OpenTracker } from './fake-test.js';

const ME = '/rest/api/2/myself';
const unavailable = { kind: 'error-response', status: 503 } as const;

type Selector = Omit<FaultInput, 'kind'>;

/** Calls of several kinds, in this order, and whether each was struck. */
async function struckBy({ call, tenant }: OpenTracker, selector: Selector): Promise<string[]> {
  tenant.addFault({ ...unavailable, ...selector });
  const tess = basic('tess');
  const calls: readonly (readonly [string, string, object?])[] = [
    ['GET', ME],
    ['GET', `${ME}?x=1`, { authorization: tess }],
    ['GET', '/rest/api/2/issue/DEMO-1/comment', { authorization: null }],
    ['GET', '/rest/api/latest/issue/DEMO-1', { authorization: basic('tess', 'wrong') }],
    ['PUT', '/rest/api/2/issue/DEMO-1', { json: { fields: { summary: 'x' } } }],
    ['GET', '/rest/nothing.here'],
  ];
  const struck: string[] = [];
  for (const [index, [method, path, sent]] of calls.entries()) {
    if ((await call(method, path, sent)).status === 503) struck.push(`${index} ${method}`);
  }
  return struck;
}

const all = ['0 GET', '1 GET', '2 GET', '3 GET', '4 PUT', '5 GET'];

const selectors: readonly (readonly [Selector, readonly string[]])[] = [
  [{}, all],
  [{ method: 'PUT' }, ['4 PUT']],
  [{ method: ['PUT', 'DELETE'] }, ['4 PUT']],
  [{ endpoint: 'getMyself' }, ['0 GET', '1 GET']],
  [{ endpoint: ['editIssue', 'getIssue'] }, ['3 GET', '4 PUT']],
  [{ endpoint: 'getIssue', method: 'PUT' }, []],
  [{ path: ME }, ['0 GET', '1 GET']],
  [{ path: '/rest/api/*/issue/DEMO-*' }, ['3 GET', '4 PUT']],
  [{ path: '/rest/api/2/**' }, ['0 GET', '1 GET', '2 GET', '4 PUT']],
  [{ path: ['/rest/nothing.here', '/rest/api/2/issue/*/comment'] }, ['2 GET', '5 GET']],
  [{ path: '/rest/nothing?here' }, []],
  [{ path: '/rest/n.thing.here' }, []],
  [{ caller: 'tess' }, ['1 GET']],
  [{ caller: null }, ['2 GET', '3 GET']],
  [{ caller: ['tess', null] }, ['1 GET', '2 GET', '3 GET']],
  [{ count: 2 }, ['0 GET', '1 GET']],
  [{ count: 1, method: 'PUT' }, ['4 PUT']],
  [{ share: 1 }, all],
];

for (const [selector, struck] of selectors) {
  test(`a fault with ${JSON.stringify(selector)} strikes ${struck.join(', ') || 'nothing'}`, async ({ open }) => {
    expect(await struckBy(open(), selector)).toEqual(struck);
  });
}

/** Which of a hundred calls of each of two users are struck. */
async function chosen(tracker: OpenTracker, fault: Selector, names: readonly string[]): Promise<string[]> {
  tracker.tenant.addFault({ ...unavailable, ...fault });
  const struck: string[] = [];
  for (let time = 0; time < 100; time += 1) {
    for (const name of names) {
      const { status } = await tracker.call('GET', `/rest/api/2/user?username=${name}`);
      if (status === 503) struck.push(`${name} ${time}`);
    }
  }
  return struck.sort();
}

/** The bytes that are in use once everything else is collected. */
function heapInUse(): number {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

for (const selector of [{}, { share: 0.5 }]) {
  test(`a fault does not keep the URLs that it has seen: ${JSON.stringify(selector)}`, () => {
    const faults = new WireFaults([{ kind: 'latency', milliseconds: 0, ...selector }]);
    const before = heapInUse();
    for (let index = 0; index < 20_000; index += 1) {
      const url = Buffer.from(`/${index}/${'x'.repeat(4_000)}`).toString();
      const request = { method: 'GET', url, endpoint: null, caller: null };
      for (const live of faults.at('before', request)) live.strike(request, nothingYet);
    }

    expect(heapInUse() - before).toBeLessThan(20_000_000);
  });
}

test.describe('a share', () => {
  test('is about that part of the calls, spread over them', async ({ open }) => {
    const struck = await chosen(open(), { share: 0.3 }, ['tess']);

    expect(struck.length).toBeGreaterThan(15);
    expect(struck.length).toBeLessThan(45);
    expect(struck.filter((name) => Number(name.split(' ')[1]) < 50).length).toBeGreaterThan(5);
  });

  test('is the same calls for the same seed, whatever comes between them', async ({ open }) => {
    const alone = await chosen(open(), { share: 0.3, seed: 7 }, ['tess']);
    const among = await chosen(open(), { share: 0.3, seed: 7 }, ['admin', 'tess', 'guest']);

    expect(among.filter((name) => name.startsWith('tess'))).toEqual(alone);
  });

  test('is other calls for another seed', async ({ open }) => {
    const one = await chosen(open(), { share: 0.3, seed: 7 }, ['tess']);
    const other = await chosen(open(), { share: 0.3, seed: 8 }, ['tess']);

    expect(other).not.toEqual(one);
  });

  test('of two faults with one seed is not of the same calls', async ({ open }) => {
    const one = await chosen(open(), { share: 0.3 }, ['tess']);
    const other = await chosen(open(), { share: 0.3, path: '/rest/**' }, ['tess']);

    expect(other).not.toEqual(one);
  });

  test('with a count ends with the count', async ({ open }) => {
    const all = await chosen(open(), { share: 0.3 }, ['tess']);
    const tracker = open();
    tracker.tenant.addFault({ kind: 'latency', milliseconds: 0 });
    await tracker.call('GET', ME);
    const struck = await chosen(tracker, { share: 0.3, count: 3 }, ['tess']);

    expect(all.length).toBeGreaterThan(3);
    expect(struck).toHaveLength(3);
    expect(tracker.tenant.faults()).toMatchObject([{ struck: 101 }, { matched: 100, struck: 3 }]);
  });
});

test('draws are spread evenly from 0 to 1, and the same for the same texts', () => {
  const draws = Array.from({ length: 1_000 }, (_, index) => draw('a', String(index)));

  expect(draws.every((number) => number >= 0 && number < 1)).toBe(true);
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const there = draws.filter((number) => Math.floor(number * 10) === tenth).length;
    expect([tenth, there > 60 && there < 140]).toEqual([tenth, true]);
  }
  expect(draw('a', '7')).toBe(draws[7]);
  expect(draw('a7')).not.toBe(draws[7]);
});

for (const [chance, wait] of [
  [0, 10],
  [0.5, 11],
  [0.999, 12],
] as const) {
  test(`latency from 10 to 12 is ${wait} if chance is ${chance}`, () => {
    const fault = { kind: 'latency', milliseconds: { from: 10, to: 12 }, moment: 'before' } as const;

    expect(latency.effect(fault, nothingYet, () => chance)).toEqual({ wait });
  });
}
