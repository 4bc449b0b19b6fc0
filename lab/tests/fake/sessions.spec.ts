import { expect } from '@playwright/test';
import { defineEndpoints } from '../../../contracts/index.js';
import { noContent, serve } from '../../../fake/index.js';
import { basic, test } from './fake-test.js';
import type { OpenTracker, Reply } from './fake-test.js';

const MYSELF = '/rest/api/2/myself';
const SESSION = '/rest/auth/1/session';
const hour = 60 * 60 * 1_000;

/** The cookies of an answer as its client sends them back. */
function cookieOf({ headers }: Reply): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Logs in by name and password. @returns the cookies of the session */
async function logIn({ call }: OpenTracker, name = 'tess'): Promise<string> {
  return cookieOf(await call('GET', MYSELF, { authorization: basic(name) }));
}

/** Who a call without credentials is, by its cookies. */
async function whoIs({ call }: OpenTracker, cookie: string): Promise<unknown> {
  const { status, body } = await call('GET', MYSELF, { authorization: null, headers: { cookie } });
  return status === 200 ? (body as { name: string }).name : status;
}

test.describe('a login by name and password', () => {
  test('opens a session, whose cookie logs in', async ({ open }) => {
    const tracker = open({ contextPath: '/jira' });

    const reply = await tracker.call('GET', MYSELF, { authorization: basic('tess') });

    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^JSESSIONID=[0-9A-F]{32}; Path=\/jira; HttpOnly$/),
      expect.stringMatching(/^atlassian\.xsrf\.token=[^;]+; Path=\/jira$/),
    ]);
    expect(await whoIs(tracker, cookieOf(reply))).toBe('tess');
  });

  test('opens one at the root of a server for all its paths', async ({ open }) => {
    const reply = await open({ contextPath: '' }).call('GET', MYSELF);

    expect(reply.headers['set-cookie']).toContainEqual(expect.stringMatching(/^JSESSIONID=\w+; Path=\/; HttpOnly$/));
  });

  test('opens none if the call has one of the same user', async ({ open }) => {
    const tracker = open();
    const cookie = await logIn(tracker);

    const reply = await tracker.call('GET', MYSELF, { authorization: basic('tess'), headers: { cookie } });

    expect(reply).toMatchObject({ status: 200, body: { name: 'tess' } });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  test('opens one even if the call itself is refused', async ({ open }) => {
    const tracker = open();

    const reply = await tracker.call('GET', '/rest/api/2/issue/NONE-1', { authorization: basic('tess') });

    expect(reply.status).toBe(404);
    expect(await whoIs(tracker, cookieOf(reply))).toBe('tess');
  });

  test('is refused with wrong credentials whatever the cookie, and leaves the session as it is', async ({ open }) => {
    const tracker = open();
    const cookie = await logIn(tracker);

    const reply = await tracker.call('GET', MYSELF, { authorization: basic('tess', 'wrong'), headers: { cookie } });

    expect(reply.status).toBe(401);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await whoIs(tracker, cookie)).toBe('tess');
  });

  test('counts for the credentials, not for the cookie of another user, whose session ends', async ({ open }) => {
    const tracker = open();
    const cookie = await logIn(tracker, 'admin');

    const reply = await tracker.call('GET', MYSELF, { authorization: basic('tess'), headers: { cookie } });

    expect(reply).toMatchObject({ status: 200, body: { name: 'tess' } });
    expect(await whoIs(tracker, cookieOf(reply))).toBe('tess');
    expect(await whoIs(tracker, cookie)).toBe(401);
  });

  test('with a token opens none', async ({ open }) => {
    const reply = await open().call('GET', MYSELF, { authorization: 'Bearer tess-token' });

    expect(reply.status).toBe(200);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

test.describe('a session', () => {
  test('is of one tracker alone', async ({ open }) => {
    const [one, other] = [open(), open()];

    expect(await whoIs(other, await logIn(one))).toBe(401);
  });

  test('ends after five hours without a call, by the clock of the tracker', async ({ open }) => {
    const tracker = open();
    const cookie = await logIn(tracker);

    tracker.tenant.advance(4 * hour);
    expect(await whoIs(tracker, cookie)).toBe('tess');
    tracker.tenant.advance(4 * hour);
    expect(await whoIs(tracker, cookie)).toBe('tess');
    tracker.tenant.advance(5 * hour);
    expect(await whoIs(tracker, cookie)).toBe(401);
  });

  test('that has ended is replaced if its client sends credentials too', async ({ open }) => {
    const tracker = open();
    const cookie = await logIn(tracker);
    tracker.tenant.restart();

    const reply = await tracker.call('GET', MYSELF, { authorization: basic('tess'), headers: { cookie } });

    expect(reply.status).toBe(200);
    expect(cookieOf(reply)).not.toBe(cookie);
    expect(await whoIs(tracker, cookieOf(reply))).toBe('tess');
  });

  const endings: Readonly<Record<string, (tracker: OpenTracker) => unknown>> = {
    'a restart of the tracker': ({ tenant }) => tenant.restart(),
    'a reset of the tracker': ({ tenant }) => tenant.reset(),
    'a password that is changed': ({ call }) => call('PUT', '/rest/test/1/password'),
    'a user who is deactivated': ({ call }) => call('PUT', '/rest/test/1/inactive'),
    'a user who is removed': ({ call }) => call('DELETE', '/rest/test/1/user'),
  };
  const accounts = defineEndpoints(
    { name: 'Accounts', basePath: '/rest/test/1' },
    {
      changePassword: { method: 'PUT', path: '/password' },
      deactivate: { method: 'PUT', path: '/inactive' },
      remove: { method: 'DELETE', path: '/user' },
    },
  );

  for (const [title, end] of Object.entries(endings)) {
    test(`ends with ${title}`, async ({ open }) => {
      const tracker = open({
        override: serve(accounts, {
          changePassword: ({ state: { tables } }) => {
            const [user] = tables.users.all().filter(({ name }) => name === 'tess');
            if (user !== undefined) tables.users.set({ ...user, password: 'other' });
            return noContent;
          },
          deactivate: ({ state: { tables } }) => {
            const [user] = tables.users.all().filter(({ name }) => name === 'tess');
            if (user !== undefined) tables.users.set({ ...user, active: false });
            return noContent;
          },
          remove: ({ state: { tables } }) => {
            const [user] = tables.users.all().filter(({ name }) => name === 'tess');
            if (user !== undefined) tables.users.delete(user.key);
            return noContent;
          },
        }),
      });
      const cookie = await logIn(tracker);
      expect(await whoIs(tracker, cookie)).toBe('tess');

      await end(tracker);

      expect(await whoIs(tracker, cookie)).toBe(401);
    });
  }

  test('that is used stays, however many others are opened beside the last thousand', async ({ open }) => {
    const tracker = open();
    const [used, unused] = [await logIn(tracker), await logIn(tracker)];

    for (let opened = 0; opened < 500; opened += 1) await logIn(tracker, 'guest');
    expect(await whoIs(tracker, used)).toBe('tess');
    for (let opened = 0; opened < 499; opened += 1) await logIn(tracker, 'guest');

    expect(await whoIs(tracker, used)).toBe('tess');
    expect(await whoIs(tracker, unused)).toBe(401);
  });

  test('uploads no more without the header that web pages can not send than a login does', async ({ open }) => {
    const tracker = open();
    const cookie = await logIn(tracker, 'admin');

    const reply = await tracker.call('POST', '/rest/api/2/issue/DEMO-1/attachments', {
      authorization: null,
      headers: { cookie },
      contentType: 'multipart/form-data; boundary=x',
      text: '--x--\r\n',
    });

    expect(reply).toMatchObject({ status: 403, body: { errorMessages: [expect.stringContaining('XSRF')] } });
  });
});

test.describe('GET /session', () => {
  test('tells who is logged in, and of the logins before', async ({ open }) => {
    const tracker = open();
    await logIn(tracker);
    await tracker.call('GET', MYSELF, { authorization: basic('tess', 'wrong') });
    const cookie = await logIn(tracker);

    const reply = await tracker.call('GET', SESSION, { authorization: null, headers: { cookie } });

    expect(reply).toMatchObject({ status: 200, body: { name: 'tess' } });
    expect(reply.body).toEqual({
      self: `${tracker.url}/rest/api/2/user?username=tess`,
      name: 'tess',
      loginInfo: {
        failedLoginCount: 1,
        loginCount: 2,
        lastFailedLoginTime: expect.stringMatching(/T/),
        previousLoginTime: expect.stringMatching(/T/),
      },
    });
  });

  test('is refused if nobody is', async ({ open }) => {
    const reply = await open().call('GET', SESSION, { authorization: null });

    const message = 'You are not authenticated. Authentication required to perform this operation.';
    expect(reply).toMatchObject({ status: 401, body: { errorMessages: [message] } });
  });
});

test.describe('POST /session', () => {
  test('logs in without credentials of another kind', async ({ open }) => {
    const tracker = open();

    const reply = await tracker.call('POST', SESSION, {
      authorization: null,
      json: { username: 'TESS', password: 'tess' },
    });

    const value = /JSESSIONID=(\w+)/.exec(cookieOf(reply))?.[1];
    expect(reply).toMatchObject({
      status: 200,
      body: { session: { name: 'JSESSIONID', value }, loginInfo: { failedLoginCount: 0, loginCount: 1 } },
    });
    expect(await whoIs(tracker, cookieOf(reply))).toBe('tess');
  });

  test('is refused with a wrong password, which is counted', async ({ open }) => {
    const tracker = open();
    const json = { username: 'tess', password: 'wrong' };

    const reply = await tracker.call('POST', SESSION, { authorization: null, json });

    expect(reply).toMatchObject({ status: 401, body: { errorMessages: ['Login failed'] } });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const { body } = await tracker.call('GET', SESSION, { authorization: basic('tess') });
    expect(body).toMatchObject({ loginInfo: { failedLoginCount: 1, loginCount: 1 } });
  });

  test('ends the session that its client had', async ({ open }) => {
    const tracker = open();
    const cookie = await logIn(tracker);

    await tracker.call('POST', SESSION, {
      authorization: null,
      headers: { cookie },
      json: { username: 'guest', password: 'guest' },
    });

    expect(await whoIs(tracker, cookie)).toBe(401);
  });

  test('is answered at latest too', async ({ open }) => {
    const json = { username: 'tess', password: 'tess' };

    expect((await open().call('POST', '/rest/auth/latest/session', { authorization: null, json })).status).toBe(200);
  });
});

test.describe('DELETE /session', () => {
  test('logs out', async ({ open }) => {
    const tracker = open();
    const [cookie, other] = [await logIn(tracker), await logIn(tracker)];

    const reply = await tracker.call('DELETE', SESSION, { authorization: null, headers: { cookie } });

    expect(reply.status).toBe(204);
    expect(await whoIs(tracker, cookie)).toBe(401);
    expect(await whoIs(tracker, other)).toBe('tess');
  });

  test('tells a client of no session that it has just ended', async ({ open }) => {
    const reply = await open().call('DELETE', SESSION, { authorization: basic('tess') });

    expect(reply.status).toBe(204);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  test('is refused if nobody is logged in', async ({ open }) => {
    expect((await open().call('DELETE', SESSION, { authorization: null })).status).toBe(401);
  });
});

test('the journal keeps neither cookies nor the bodies of a login, even of one that a fault keeps from it', async ({
  open,
}) => {
  const tracker = open();
  const json = { username: 'tess', password: 'tess' };
  const first = await tracker.call('POST', SESSION, { authorization: null, json: { ...json, password: 'no-such' } });
  expect(first.status).toBe(401);
  const reply = await tracker.call('POST', SESSION, { authorization: null, json });
  await whoIs(tracker, cookieOf(reply));
  tracker.tenant.addFault({ kind: 'error-response', status: 503, endpoint: 'createSession' });
  await tracker.call('POST', SESSION, { authorization: null, json: { ...json, password: 'unheard' } });

  const journal = tracker.tenant.journal();
  const text = JSON.stringify([journal, journal.map(({ id }) => tracker.tenant.exchange(id))]);

  expect(journal.map(({ endpoint, caller }) => [endpoint, caller])).toEqual([
    ['POST /session', null],
    ['POST /session', null],
    ['GET /myself', 'tess'],
    ['POST /session', null],
  ]);
  const [session = '', xsrf = ''] = cookieOf(reply)
    .split('; ')
    .map((pair) => pair.split('=')[1] ?? '');
  for (const secret of [session, xsrf, 'no-such', 'unheard', 'password']) expect(text).not.toContain(secret);
  expect(session).toHaveLength(32);
});

test('faults that are meant for a user strike those whose cookie says so', async ({ open }) => {
  const tracker = open();
  const cookie = await logIn(tracker);
  tracker.tenant.addFault({ kind: 'error-response', status: 503, caller: 'tess' });

  expect(await whoIs(tracker, cookie)).toBe(503);
});
