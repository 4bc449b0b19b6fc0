import { expect } from '@playwright/test';
import { test } from '../fake/fake-test.js';
import type { OpenTracker } from '../fake/fake-test.js';

const HOUR = 3_600_000;
const tess = 'JIRAUSER10001';

function updateMail({ directory }: OpenTracker, mail: string) {
  const data = [{ userKey: tess, fields: [{ mail }] }];
  return directory('PUT', '/update', { json: { connectionId: '1', update: [{ data }] } });
}

const good = { connectionId: 2, userKey: tess, values: { mail: 'good@example.com' } };
const values = { mail: 'moved@example.com', title: 'Lead' };
const nowhere = "There is no connection 'Nowhere'. There are: Corporate AD, Partners, Old directory.";

const refused = [
  ['/synchronize', { connection: 'Nowhere' }, 404, nowhere],
  ['/synchronize', { connection: '1', every: 5 }, 400, 'The body: '],
  ['/synchronize', { every: 0 }, 400, 'every'],
  ['/directory', { write: [good, { ...good, connectionId: 9 }] }, 400, 'no connection 9'],
  ['/directory', { write: [good, { ...good, userKey: 'NOBODY' }] }, 400, 'no user with the key NOBODY'],
  ['/directory', { write: [good, { ...good, values: { shoeSize: '9' } }] }, 400, 'has no attribute shoeSize'],
  ['/directory', { remove: [{ connectionId: 2, userKey: 'JIRAUSER10000' }] }, 400, 'the directory holds no such user'],
  ['/properties', { 'ext.adas.rest.whitelist': ['tess'] }, 400, 'whitelist'],
] as const;

test('a call that has something wrong is refused as a whole', async ({ open }) => {
  const { control, tenant } = open();
  const before = tenant.state();

  for (const [path, json, status, says] of refused) {
    const reply = await control('POST', path, { json });

    expect.soft(reply.status, path).toBe(status);
    expect.soft(JSON.stringify(reply.body), path).toContain(says);
  }
  expect(tenant.state()).toStrictEqual(before);
});

const every = (milliseconds: number | null) => ['/synchronize', { every: milliseconds }] as const;

const intervals = [
  ['happens when the clock of the tenant has moved on by it', [every(HOUR)], HOUR, 'tess@example.com'],
  ['does not happen before', [every(HOUR)], HOUR / 2, 'new'],
  ['happens again and again', [every(HOUR), ['/clock', { milliseconds: HOUR }]], HOUR, 'tess@example.com'],
  ['takes the place of the one before', [every(HOUR), every(10 * HOUR)], 2 * HOUR, 'new'],
  ['ends with an interval of null', [every(HOUR), every(null)], 2 * HOUR, 'new'],
  ['ends with a reset', [every(HOUR), ['/reset', undefined]], 2 * HOUR, 'new'],
] as const;

test('a synchronization with an interval happens by the clock of the tenant', async ({ open }) => {
  for (const [what, calls, wait, mail] of intervals) {
    const tracker = open();
    for (const [path, json] of calls) await tracker.control('POST', path, { json });
    await updateMail(tracker, 'new');

    await tracker.control('POST', '/clock', { json: { milliseconds: wait } });

    expect.soft((await tracker.directory('GET', '/connection/1/user/tess')).body, what).toMatchObject({ mail });
  }
});

const writes = [
  [
    'writes values',
    { write: [{ connectionId: 1, userKey: tess, values }] },
    'tess',
    { status: 200, body: { mail: 'tess@example.com' } },
    { status: 200, body: { whenCreated: '', ...values, displayName: '', department: '', manager: '' } },
  ],
  [
    'adds a user',
    { write: [{ connectionId: 1, userKey: 'JIRAUSER10002', values }] },
    'guest',
    { status: 404 },
    { status: 200, body: values },
  ],
  ['removes a user', { remove: [{ connectionId: 1, userKey: tess }] }, 'tess', { status: 200 }, { status: 404 }],
] as const;

test('what POST /directory writes, adds or removes shows only after a synchronization', async ({ open }) => {
  for (const [what, json, user, before, after] of writes) {
    const { control, directory } = open();

    expect((await control('POST', '/directory', { json })).status).toBe(204);

    expect.soft(await directory('GET', `/connection/1/user/${user}`), what).toMatchObject(before);
    await control('POST', '/synchronize', { json: {} });
    expect.soft(await directory('GET', `/connection/1/user/${user}`), what).toMatchObject(after);
  }
});
