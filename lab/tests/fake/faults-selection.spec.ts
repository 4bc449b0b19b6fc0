import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from '@playwright/test';
import { nothingYet } from '../../../fake/faults/fault-kinds.js';
import { draw, WireFaults } from '../../../fake/faults/wire-faults.js';
import type { FaultInput } from '../../../fake/index.js';
import { basic, test } from './fake-test.js';
import type { OpenTracker } from './fake-test.js';

const ME = '/rest/api/2/myself';
const unavailable = { kind: 'error-response', status: 503 } as const;

test.describe('a fault strikes', () => {
  type Selector = Omit<FaultInput, 'kind'>;

  const calls: readonly (readonly [method: string, path: string, sent?: object])[] = [
    ['GET', ME],
    ['GET', `${ME}?x=1`, { authorization: basic('tess') }],
    ['GET', '/rest/api/2/issue/DEMO-1/comment', { authorization: null }],
    ['GET', '/rest/api/latest/issue/DEMO-1', { authorization: basic('tess', 'wrong') }],
    ['PUT', '/rest/api/2/issue/DEMO-1', { json: { fields: { summary: 'x' } } }],
    ['GET', '/rest/nothing.here'],
  ];

  /** Which of these calls are struck. */
  const selectors: readonly (readonly [Selector, readonly number[]])[] = [
    [{}, [0, 1, 2, 3, 4, 5]],
    [{ method: 'PUT' }, [4]],
    [{ method: ['PUT', 'DELETE'] }, [4]],
    [{ endpoint: 'getMyself' }, [0, 1]],
    [{ endpoint: ['editIssue', 'getIssue'] }, [3, 4]],
    [{ endpoint: 'getIssue', method: 'PUT' }, []],
    [{ path: ME }, [0, 1]],
    [{ path: '/rest/api/*/issue/DEMO-*' }, [3, 4]],
    [{ path: '/rest/api/2/**' }, [0, 1, 2, 4]],
    [{ path: ['/rest/nothing.here', '/rest/api/2/issue/*/comment'] }, [2, 5]],
    [{ path: '/rest/nothing?here' }, []],
    [{ path: '/rest/n.thing.here' }, []],
    [{ caller: 'tess' }, [1]],
    [{ caller: null }, [2, 3]],
    [{ caller: ['tess', null] }, [1, 2, 3]],
    [{ count: 2 }, [0, 1]],
    [{ count: 1, method: 'PUT' }, [4]],
    [{ share: 1 }, [0, 1, 2, 3, 4, 5]],
  ];

  test('the calls that it selects', async ({ open }) => {
    for (const [selector, wanted] of selectors) {
      const { call, tenant } = open();
      tenant.addFault({ ...unavailable, ...selector });
      const struck: number[] = [];
      for (const [index, one] of calls.entries()) {
        struck.push(...((await call(...one)).status === 503 ? [index] : []));
      }
      expect.soft({ selector, struck }).toEqual({ selector, struck: wanted });
    }
  });

  /** Which of a hundred calls of each of some users are struck. */
  async function chosen(tracker: OpenTracker, fault: Selector, ...names: readonly string[]): Promise<string[]> {
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

  test('about its share of the calls, spread over them, the same ones for the same seed', async ({ open }) => {
    const share = 0.3;
    const alone = await chosen(open(), { share, seed: 7 }, 'tess');
    const among = await chosen(open(), { share, seed: 7 }, 'admin', 'tess', 'guest');
    const reseeded = await chosen(open(), { share, seed: 8 }, 'tess');
    const [one, other] = [
      await chosen(open(), { share }, 'tess'),
      await chosen(open(), { share, path: '/rest/**' }, 'tess'),
    ];

    expect(alone.length).toBeGreaterThan(15);
    expect(alone.length).toBeLessThan(45);
    expect(alone.filter((name) => Number(name.split(' ')[1]) < 50).length).toBeGreaterThan(5);
    expect(among.filter((name) => name.startsWith('tess'))).toEqual(alone);
    expect(reseeded).not.toEqual(alone);
    expect(other).not.toEqual(one);
  });

  test('its share of the calls until its count is reached', async ({ open }) => {
    const tracker = open();
    tracker.tenant.addFault({ kind: 'latency', milliseconds: 0 });

    expect(await chosen(tracker, { share: 0.3, count: 3 }, 'tess')).toHaveLength(3);
    expect(tracker.tenant.faults()).toMatchObject([{ struck: 100 }, { matched: 100, struck: 3 }]);
  });

  test('without keeping the URLs that it has seen', () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    for (const selector of [{}, { share: 0.5 }]) {
      const faults = new WireFaults([{ kind: 'latency', milliseconds: 0, ...selector }]);
      collect();
      const before = process.memoryUsage().heapUsed;
      for (let index = 0; index < 20_000; index += 1) {
        const url = Buffer.from(`/${index}/${'x'.repeat(4_000)}`).toString();
        const request = { method: 'GET', url, endpoint: null, caller: null };
        for (const live of faults.at('before', request)) live.strike(request, nothingYet);
      }
      collect();
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    }
  });

  test('by draws that are spread evenly from 0 to 1, and the same for the same texts', () => {
    const draws = Array.from({ length: 1_000 }, (_, index) => draw('a', String(index)));
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => draws.filter((one) => Math.floor(one * 10) === tenth).length,
    );

    expect(tenths.filter((count) => count > 60 && count < 140)).toHaveLength(10);
    expect([draw('a', '7') === draws[7], draw('a7') === draws[7]]).toEqual([true, false]);
  });
});
