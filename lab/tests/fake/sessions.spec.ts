import { expect } from '@playwright/test';
import { basic, test } from './fake-test.js';
import type { OpenTracker, Reply } from './fake-test.js';

const MYSELF = '/rest/api/2/myself';
const SESSION = '/rest/auth/1/session';
const credentials = { username: 'tess', password: 'tess' };

/** The cookies of an answer as its client sends them back. */
function cookieOf({ headers }: Reply): string {
  const lines = [headers['set-cookie'] ?? []].flat();
  return lines.map((line) => line.split(';')[0]).join('; ');
}

const me = ({ call }: OpenTracker, authorization: string | null, cookie = '') =>
  call('GET', MYSELF, { authorization, ...(cookie !== '' && { headers: { cookie } }) });

const logIn = async (tracker: OpenTracker, name = 'tess') => cookieOf(await me(tracker, basic(name)));

async function whoIs(tracker: OpenTracker, cookie: string): Promise<unknown> {
  const { status, body } = await me(tracker, null, cookie);
  return status === 200 ? (body as { name: string }).name : status;
}

const session = ({ call }: OpenTracker, method: string, cookie = '', json?: object) =>
  call(method, SESSION, {
    authorization: null,
    ...(cookie !== '' && { headers: { cookie } }),
    ...(json !== undefined && { json }),
  });

test.describe('logging in', () => {
  test('with wrong credentials is refused, and a wrong token is taken for no login', async ({ open }) => {
    const { call } = open();
    const wrong = ['wrong', 'tess2', '', 'tess-token'].map((password) => basic('tess', password));

    for (const authorization of [...wrong, basic('nobody'), 'Negotiate tess-token', 'Basic', 'Basic tess:tess']) {
      expect.soft(await call('GET', MYSELF, { authorization }), authorization).toMatchObject({
        status: 401,
        body: expect.stringContaining('Basic Authentication Failure - Reason : AUTHENTICATED_FAILED'),
        headers: {
          'content-type': 'text/html;charset=UTF-8',
          'www-authenticate': expect.stringMatching(/^OAuth realm="http%3A/),
          'x-ausername': 'anonymous',
          'x-seraph-loginreason': 'AUTHENTICATED_FAILED',
        },
      });
    }
    const errorMessages = ['You have to log in to call this.'];
    for (const authorization of ['Bearer wrong', 'Bearer tess', null]) {
      const reply = await call('GET', MYSELF, { authorization });
      const asked = { 'www-authenticate': expect.stringMatching(/^OAuth realm=/) };
      expect(reply).toMatchObject({ status: 401, body: { errorMessages, errors: {} }, headers: asked });
      expect(reply.headers['x-seraph-loginreason']).toBeUndefined();
      expect(await call('GET', '/rest/api/2/project', { authorization })).toMatchObject({ status: 200, body: [] });
    }
  });

  test('wrongly five times in a row, or as often as a property says, leads to a CAPTCHA', async ({ open }) => {
    const { call, tenant } = open();
    const statuses: number[] = [];
    const tryAll = async (...passwords: readonly string[]) => {
      for (const password of passwords) {
        statuses.push((await call('GET', MYSELF, { authorization: basic('tess', password) })).status);
      }
      return statuses.splice(0);
    };
    expect(await tryAll('a', 'b', 'tess', 'a', 'b', 'c', 'd', 'e')).toStrictEqual([
      401, 401, 200, 401, 401, 401, 401, 401,
    ]);

    expect(await call('GET', '/rest/tms/1.0/api/steps', { authorization: basic('tess') })).toMatchObject({
      status: 403,
      headers: {
        'x-seraph-loginreason': 'AUTHENTICATION_DENIED',
        'x-authentication-denied-reason': expect.stringMatching(/^CAPTCHA_CHALLENGE; login-url=http:.*\/login\.jsp$/),
      },
    });
    expect((await call('POST', SESSION, { authorization: null, json: credentials })).status).toBe(403);
    tenant.configure({ 'jira.maximum.authentication.attempts.allowed': '1' });
    tenant.restart();
    expect(await tryAll('tess', 'wrong', 'tess')).toStrictEqual([200, 401, 403]);
  });
});

test('a login by name and password opens a session, whose cookie logs in, also if the call is refused', async ({
  open,
}) => {
  const tracker = open({ contextPath: '/jira' });

  const reply = await me(tracker, basic('tess'));
  const refused = await tracker.call('GET', '/rest/api/2/issue/NONE-1', { authorization: basic('tess') });

  expect(reply.headers['set-cookie']).toStrictEqual([
    expect.stringMatching(/^JSESSIONID=[0-9A-F]{32}; Path=\/jira; HttpOnly$/),
    expect.stringMatching(/^atlassian\.xsrf\.token=[^;]+; Path=\/jira$/),
  ]);
  expect(await whoIs(tracker, cookieOf(reply))).toBe('tess');
  expect([refused.status, await whoIs(tracker, cookieOf(refused))]).toStrictEqual([404, 'tess']);
  const root = await me(open({ contextPath: '' }), basic('tess'));
  expect(root.headers['set-cookie']).toContainEqual(expect.stringMatching(/^JSESSIONID=\w+; Path=\/; HttpOnly$/));
});

test('POST /session logs in, counts what is wrong, and ends the session that its client had', async ({ open }) => {
  const tracker = open();
  const before = await logIn(tracker, 'guest');

  const wrong = await session(tracker, 'POST', '', { ...credentials, password: 'wrong' });
  const reply = await session(tracker, 'POST', before, { username: 'TESS', password: 'tess' });

  expect(wrong).toMatchObject({ status: 401, body: { errorMessages: ['Login failed'] } });
  expect(wrong.headers['set-cookie']).toBeUndefined();
  const value = /JSESSIONID=(\w+)/.exec(cookieOf(reply))?.[1];
  const body = { session: { name: 'JSESSIONID', value }, loginInfo: { failedLoginCount: 1, loginCount: 1 } };
  expect(reply).toMatchObject({ status: 200, body });
  expect([await whoIs(tracker, cookieOf(reply)), await whoIs(tracker, before)]).toStrictEqual(['tess', 401]);
  const latest = { authorization: null, json: credentials };
  expect((await tracker.call('POST', '/rest/auth/latest/session', latest)).status).toBe(200);
});

test('DELETE /session logs out of one session, and is refused if nobody is logged in', async ({ open }) => {
  const tracker = open();
  const [cookie, other] = [await logIn(tracker), await logIn(tracker)];

  expect((await session(tracker, 'DELETE', cookie)).status).toBe(204);

  expect([await whoIs(tracker, cookie), await whoIs(tracker, other)]).toStrictEqual([401, 'tess']);
  expect((await session(tracker, 'DELETE')).status).toBe(401);
  const { status, headers } = await tracker.call('DELETE', SESSION, { authorization: basic('tess') });
  expect([status, headers['set-cookie']]).toStrictEqual([204, undefined]);
});
