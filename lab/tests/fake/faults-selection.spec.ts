import { expect } from '@playwright/test';
import { request as sendRequest } from 'undici';
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
      expect.soft({ selector, struck }).toStrictEqual({ selector, struck: wanted });
    }
  });

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

    expect(alone.length).toBeGreaterThan(15);
    expect(alone.length).toBeLessThan(45);
    expect(among.filter((name) => name.startsWith('tess'))).toStrictEqual(alone);
    expect(reseeded).not.toStrictEqual(alone);
  });
});

const WATCHERS = '/rest/watchers/1.0/issue/QA-1';
const authorization = basic('admin');

test('a stub answers an address that nothing is served at, with or without a login', async ({ open }) => {
  const { call, tenant } = open();
  tenant.addFault({
    kind: 'stub',
    method: 'GET',
    path: '/rest/watchers/*/issue/*',
    json: { watchers: ['tess'] },
    headers: { 'X-Page': '1' },
  });

  const replies = [await call('GET', WATCHERS), await call('GET', WATCHERS, { authorization: null })];

  const headers = { 'content-type': 'application/json;charset=UTF-8', 'x-page': '1' };
  expect(replies).toMatchObject(replies.map(() => ({ status: 200, body: { watchers: ['tess'] }, headers })));
  expect((await call('POST', WATCHERS, { json: {} })).status).toBe(404);
  expect(tenant.faults()).toMatchObject([{ id: 'stub-1', matched: 2, struck: 2 }]);
});

test('a stub answers in place of an endpoint, which changes nothing', async ({ open }) => {
  const { call, tenant } = open();
  const before = tenant.state();
  tenant.addFault({ kind: 'stub', endpoint: 'createIssue', status: 201, json: { key: 'DEMO-99' } });

  const reply = await call('POST', '/rest/api/2/issue', { json: { fields: {} } });

  expect(reply).toMatchObject({ status: 201, body: { key: 'DEMO-99' } });
  expect(tenant.state()).toStrictEqual(before);
});

const bodies: readonly (readonly [string, Partial<FaultInput>, string | undefined, string])[] = [
  ['text', { body: 'queued' }, 'text/plain;charset=UTF-8', 'queued'],
  ['text of a content type', { body: '<a/>', contentType: 'text/xml' }, 'text/xml', '<a/>'],
  ['JSON that is a text', { json: 'ok' }, 'application/json;charset=UTF-8', '"ok"'],
  ['a header that names the content type', { body: 'a', headers: { 'content-type': 'text/csv' } }, 'text/csv', 'a'],
  ['nothing', { status: 404 }, undefined, ''],
  ['no body if there can be none', { status: 204, body: 'x' }, undefined, ''],
];

test('a stub answers text, JSON, or nothing', async ({ open }) => {
  for (const [what, told, type, text] of bodies) {
    const { tenant, url } = open();
    tenant.addFault({ kind: 'stub', ...told } as FaultInput);

    const { headers, body } = await sendRequest(`${url}${ME}`, { headers: { authorization } });

    expect.soft([headers['content-type'], await body.text()], what).toStrictEqual([type, text]);
  }
});
