import { expect } from '@playwright/test';
import { basic, test } from './directory-test.js';
import type { OpenTracker } from './directory-test.js';

const HOUR = 3_600_000;

/** Changes the mail of tess in a connection. */
function updateMail({ directory }: OpenTracker, connectionId: string, mail: string) {
  const data = [{ userKey: 'JIRAUSER10001', fields: [{ mail }] }];
  return directory('PUT', '/update', { json: { connectionId, update: [{ data }] } });
}

/** The mail of tess, by the name of the connection. */
async function mailsOfTess({ directory }: OpenTracker): Promise<Record<string, string | undefined>> {
  const { body } = await directory('GET', '/user/tess');
  const byConnection = Object.entries(body as Record<string, Record<string, string>>);
  return Object.fromEntries(byConnection.map(([name, values]) => [name, values['mail']]));
}

test.describe('POST /synchronize', () => {
  test('overwrites what was updated in the connection named by id', async ({ open }) => {
    const tracker = open();
    await updateMail(tracker, '1', 'one@new.example');
    await updateMail(tracker, '2', 'two@new.example');

    const reply = await tracker.control('POST', '/synchronize', { json: { connection: '1' } });

    expect(reply).toEqual({ status: 204, body: undefined });
    expect(await mailsOfTess(tracker)).toEqual({ 'Corporate AD': 'tess@example.com', Partners: 'two@new.example' });
  });

  test('overwrites what was updated in the connection named by name', async ({ open }) => {
    const tracker = open();
    await updateMail(tracker, '1', 'one@new.example');
    await updateMail(tracker, '2', 'two@new.example');

    await tracker.control('POST', '/synchronize', { json: { connection: 'Partners' } });

    expect(await mailsOfTess(tracker)).toEqual({ 'Corporate AD': 'one@new.example', Partners: 'tess@partner.example' });
  });

  test('overwrites what was updated in any connection if none is named', async ({ open }) => {
    const tracker = open();
    const before = tracker.tenant.state();
    await updateMail(tracker, '1', 'one@new.example');
    await updateMail(tracker, '2', 'two@new.example');

    await tracker.control('POST', '/synchronize', { json: {} });

    expect(tracker.tenant.state()).toStrictEqual(before);
  });

  test('keeps the name that an update gave the connection', async ({ open }) => {
    const tracker = open();
    await tracker.directory('PUT', '/update', {
      json: { connectionId: '1', update: [{ connection: [{ name: 'Renamed' }] }] },
    });

    await tracker.control('POST', '/synchronize', { json: {} });

    expect(await mailsOfTess(tracker)).toEqual({ Renamed: 'tess@example.com', Partners: 'tess@partner.example' });
  });

  test('refuses a connection that is not there, and names those that are', async ({ open }) => {
    const { control, tenant } = open();
    const before = tenant.state();

    const reply = await control('POST', '/synchronize', { json: { connection: 'Nowhere' } });

    const message = "There is no connection 'Nowhere'. There are: Corporate AD, Partners, Old directory.";
    expect(reply).toEqual({ status: 404, body: { errorMessages: [message], errors: {} } });
    expect(tenant.state()).toStrictEqual(before);
  });

  for (const [name, json] of Object.entries({
    'a connection and an interval': { connection: '1', every: 5 },
    'an interval of nothing': { every: 0 },
    'an interval below nothing': { every: -5 },
    'an interval that is text': { every: 'hour' },
    'a connection that is a number': { connection: 1 },
    'a property nobody knows': { at: 'noon' },
  })) {
    test(`refuses ${name}`, async ({ open }) => {
      expect((await open().control('POST', '/synchronize', { json })).status).toBe(400);
    });
  }
});

test.describe('POST /synchronize with an interval', () => {
  test('synchronizes when the clock of the tenant has moved on by it', async ({ open }) => {
    const tracker = open();
    await tracker.control('POST', '/synchronize', { json: { every: HOUR } });
    await updateMail(tracker, '1', 'new@new.example');

    await tracker.control('POST', '/clock', { json: { milliseconds: HOUR } });

    expect((await mailsOfTess(tracker))['Corporate AD']).toBe('tess@example.com');
  });

  test('does not synchronize before', async ({ open }) => {
    const tracker = open();
    await tracker.control('POST', '/synchronize', { json: { every: HOUR } });
    await updateMail(tracker, '1', 'new@new.example');

    await tracker.control('POST', '/clock', { json: { milliseconds: HOUR / 2 } });

    expect((await mailsOfTess(tracker))['Corporate AD']).toBe('new@new.example');
  });

  test('synchronizes again and again', async ({ open }) => {
    const tracker = open();
    await tracker.control('POST', '/synchronize', { json: { every: HOUR } });
    await tracker.control('POST', '/clock', { json: { milliseconds: HOUR } });
    await updateMail(tracker, '1', 'second@new.example');
    const between = await mailsOfTess(tracker);

    await tracker.control('POST', '/clock', { json: { milliseconds: HOUR } });

    expect(between['Corporate AD']).toBe('second@new.example');
    expect((await mailsOfTess(tracker))['Corporate AD']).toBe('tess@example.com');
  });

  test('takes the place of the interval before', async ({ open }) => {
    const tracker = open();
    await tracker.control('POST', '/synchronize', { json: { every: HOUR } });
    await tracker.control('POST', '/synchronize', { json: { every: 10 * HOUR } });
    await updateMail(tracker, '1', 'new@new.example');

    await tracker.control('POST', '/clock', { json: { milliseconds: 2 * HOUR } });

    expect((await mailsOfTess(tracker))['Corporate AD']).toBe('new@new.example');
  });

  test('ends with an interval of null', async ({ open }) => {
    const tracker = open();
    await tracker.control('POST', '/synchronize', { json: { every: HOUR } });
    await tracker.control('POST', '/synchronize', { json: { every: null } });
    await updateMail(tracker, '1', 'new@new.example');

    await tracker.control('POST', '/clock', { json: { milliseconds: 2 * HOUR } });

    expect((await mailsOfTess(tracker))['Corporate AD']).toBe('new@new.example');
  });

  test('ends with a reset', async ({ open }) => {
    const tracker = open();
    await tracker.control('POST', '/synchronize', { json: { every: HOUR } });
    await tracker.control('POST', '/reset');
    await updateMail(tracker, '1', 'new@new.example');

    await tracker.control('POST', '/clock', { json: { milliseconds: 2 * HOUR } });

    expect((await mailsOfTess(tracker))['Corporate AD']).toBe('new@new.example');
  });
});

test.describe('POST /directory', () => {
  const values = { mail: 'moved@example.com', title: 'Lead' };

  test('writes values that show only after a synchronization', async ({ open }) => {
    const tracker = open();

    const reply = await tracker.control('POST', '/directory', {
      json: { write: [{ connectionId: 1, userKey: 'JIRAUSER10001', values }] },
    });
    const before = await mailsOfTess(tracker);
    await tracker.control('POST', '/synchronize', { json: { connection: '1' } });

    expect(reply.status).toBe(204);
    expect(before['Corporate AD']).toBe('tess@example.com');
    const { body } = await tracker.directory('GET', '/connection/1/user/tess');
    expect(body).toEqual({
      whenCreated: '',
      mail: 'moved@example.com',
      displayName: '',
      title: 'Lead',
      department: '',
      manager: '',
    });
  });

  test('adds a user who shows only after a synchronization', async ({ open }) => {
    const tracker = open();

    await tracker.control('POST', '/directory', {
      json: { write: [{ connectionId: 1, userKey: 'JIRAUSER10002', values }] },
    });
    const before = await tracker.directory('GET', '/connection/1/user/guest');
    await tracker.control('POST', '/synchronize', { json: {} });

    expect(before.status).toBe(404);
    expect((await tracker.directory('GET', '/connection/1/user/guest')).body).toMatchObject(values);
  });

  test('removes a user who is gone only after a synchronization', async ({ open }) => {
    const tracker = open();

    await tracker.control('POST', '/directory', { json: { remove: [{ connectionId: 1, userKey: 'JIRAUSER10001' }] } });
    const before = await tracker.directory('GET', '/connection/1/user/tess');
    await tracker.control('POST', '/synchronize', { json: {} });

    expect(before.status).toBe(200);
    expect((await tracker.directory('GET', '/connection/1/user/tess')).status).toBe(404);
    expect(await mailsOfTess(tracker)).toEqual({ Partners: 'tess@partner.example' });
  });

  test('shows values of a connection that is not enabled in no read, synchronized or not', async ({ open }) => {
    const tracker = open();

    await tracker.control('POST', '/directory', {
      json: { write: [{ connectionId: 3, userKey: 'JIRAUSER10001', values: { mail: 'hidden@old.example' } }] },
    });
    await tracker.control('POST', '/synchronize', { json: {} });

    expect(JSON.stringify((await tracker.directory('GET', '/user')).body)).not.toContain('hidden@old.example');
    expect(JSON.stringify((await tracker.directory('GET', '/user/tess')).body)).not.toContain('hidden@old.example');
  });

  for (const [fault, write] of Object.entries({
    'no connection 9': { connectionId: 9, userKey: 'JIRAUSER10001', values: {} },
    'no user with the key NOBODY': { connectionId: 1, userKey: 'NOBODY', values: {} },
    'the connection has no attribute shoeSize': {
      connectionId: 1,
      userKey: 'JIRAUSER10001',
      values: { shoeSize: '9' },
    },
  })) {
    test(`is all or nothing, and says: ${fault}`, async ({ open }) => {
      const { control, tenant } = open();
      const before = tenant.state();

      const good = { connectionId: 2, userKey: 'JIRAUSER10001', values: { mail: 'good@example.com' } };
      const reply = await control('POST', '/directory', { json: { write: [good, write] } });

      expect(reply.status).toBe(400);
      expect(JSON.stringify(reply.body)).toContain(fault);
      expect(tenant.state()).toStrictEqual(before);
    });
  }

  test('refuses to remove a user whom the directory does not hold', async ({ open }) => {
    const { control, tenant } = open();
    const before = tenant.state();

    const reply = await control('POST', '/directory', {
      json: { remove: [{ connectionId: 2, userKey: 'JIRAUSER10000' }] },
    });

    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain('the directory holds no such user');
    expect(tenant.state()).toStrictEqual(before);
  });
});

test.describe('POST /properties and /restart', () => {
  const whitelist = (names: string) => ({ json: { 'ext.adas.rest.whitelist': names } });
  const asTess = { authorization: basic('tess') };

  test('a property takes effect after a restart and not before', async ({ open }) => {
    const { control, directory } = open();

    const configured = await control('POST', '/properties', whitelist('guest, tess'));
    const before = await directory('GET', '/connection', asTess);
    const restarted = await control('POST', '/restart');

    expect([configured.status, restarted.status]).toEqual([204, 204]);
    expect(before.status).toBe(403);
    expect((await directory('GET', '/connection', asTess)).status).toBe(200);
  });

  test('a property that is taken away goes with a restart and not before', async ({ open }) => {
    const { control, directory } = open();
    await control('POST', '/properties', whitelist('tess'));
    await control('POST', '/restart');

    await control('POST', '/properties', whitelist(''));
    const before = await directory('GET', '/connection', asTess);
    await control('POST', '/restart');

    expect(before.status).toBe(200);
    expect((await directory('GET', '/connection', asTess)).status).toBe(403);
  });

  test('a restart keeps what the tracker holds, updates included', async ({ open }) => {
    const tracker = open();
    await updateMail(tracker, '1', 'new@new.example');
    const before = tracker.tenant.state();

    await tracker.control('POST', '/restart');

    expect(tracker.tenant.state()).toStrictEqual(before);
  });

  test('a reset goes back to the properties of the world', async ({ open }) => {
    const { control, directory } = open();
    await control('POST', '/properties', whitelist('tess'));
    await control('POST', '/restart');

    await control('POST', '/reset');

    expect((await directory('GET', '/connection', asTess)).status).toBe(403);
  });

  test('a property that is no text is refused', async ({ open }) => {
    const reply = await open().control('POST', '/properties', { json: { 'ext.adas.rest.whitelist': ['tess'] } });

    expect(reply.status).toBe(400);
  });
});
