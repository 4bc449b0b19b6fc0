import { expect } from '@playwright/test';
import { basic, test } from './fake-test.js';

const errorBody = (...errorMessages: readonly string[]) => ({ errorMessages, errors: {} });

test.describe('logging in', () => {
  const good = { 'by name and password': basic('tess'), 'by name in other letters': basic('TESS', 'tess') };

  for (const [title, authorization] of Object.entries({ ...good, 'with a token': 'bearer tess-token' })) {
    test(`${title} works`, async ({ open }) => {
      const reply = await open().call('GET', '/rest/api/2/myself', { authorization });

      expect(reply).toMatchObject({ status: 200, body: { name: 'tess' } });
    });
  }

  const refused = {
    'a wrong password': basic('tess', 'wrong'),
    'a password that only starts right': basic('tess', 'tess2'),
    'no password': basic('tess', ''),
    'an unknown name': basic('nobody'),
    'a token in place of a password': basic('tess', 'tess-token'),
    'another scheme': 'Negotiate tess-token',
    'a scheme alone': 'Basic',
    'no Base64': 'Basic tess:tess',
  };

  for (const [title, authorization] of Object.entries(refused)) {
    test(`${title} is refused`, async ({ open }) => {
      const reply = await open().call('GET', '/rest/api/2/myself', { authorization });

      expect(reply.status).toBe(401);
      expect(reply.headers).toMatchObject({
        'content-type': 'text/html;charset=UTF-8',
        'www-authenticate': expect.stringMatching(/^OAuth realm="http%3A/),
        'x-ausername': 'anonymous',
        'x-seraph-loginreason': 'AUTHENTICATED_FAILED',
      });
      expect(reply.body).toContain('Basic Authentication Failure - Reason : AUTHENTICATED_FAILED');
    });
  }

  for (const [title, authorization] of [
    ['a wrong token', 'Bearer wrong'],
    ['a password in place of a token', 'Bearer tess'],
  ] as const) {
    test(`${title} is taken for no login`, async ({ open }) => {
      const { call } = open();

      const reply = await call('GET', '/rest/api/2/myself', { authorization });
      expect(reply).toMatchObject({ status: 401, body: errorBody('You have to log in to call this.') });
      expect(reply.headers['x-seraph-loginreason']).toBeUndefined();
      expect(await call('GET', '/rest/api/2/project', { authorization })).toMatchObject({ status: 200, body: [] });
    });
  }

  test('five wrong passwords in a row lead to a CAPTCHA, even before the right one', async ({ open }) => {
    const { call, tenant } = open();
    const statusOf = async (password: string) =>
      (await call('GET', '/rest/api/2/myself', { authorization: basic('tess', password) })).status;
    const statuses: number[] = [];
    for (const password of ['a', 'b', 'tess', 'a', 'b', 'c', 'd', 'e']) statuses.push(await statusOf(password));
    expect(statuses).toEqual([401, 401, 200, 401, 401, 401, 401, 401]);

    const denied = await call('GET', '/rest/tms/1.0/api/steps', { authorization: basic('tess') });

    expect(denied.status).toBe(403);
    expect(denied.headers).toMatchObject({
      'x-seraph-loginreason': 'AUTHENTICATION_DENIED',
      'x-authentication-denied-reason': expect.stringMatching(/^CAPTCHA_CHALLENGE; login-url=http:.*\/login\.jsp$/),
    });
    const json = { username: 'tess', password: 'tess' };
    expect((await call('POST', '/rest/auth/1/session', { authorization: null, json })).status).toBe(403);
    tenant.restart();
    expect(await statusOf('tess')).toBe(200);
  });

  test('a CAPTCHA comes as late as a property says', async ({ open }) => {
    const { call, tenant } = open();
    tenant.configure({ 'jira.maximum.authentication.attempts.allowed': '1' });
    tenant.restart();
    const statusOf = async (password: string) =>
      (await call('GET', '/rest/api/2/myself', { authorization: basic('tess', password) })).status;

    expect(await statusOf('wrong')).toBe(401);
    expect(await statusOf('tess')).toBe(403);
  });

  test('nobody at all is asked to log in', async ({ open }) => {
    const reply = await open().call('GET', '/rest/api/2/myself', { authorization: null });

    expect(reply).toMatchObject({ status: 401, body: errorBody('You have to log in to call this.') });
    expect(reply.headers['www-authenticate']).toMatch(/^OAuth realm=/);
  });

  test('an inactive user is refused, by password and by token', async ({ open }) => {
    const { tenant, call } = open();
    tenant.add({
      users: [
        { key: 'U', name: 'deleted', displayName: 'Gone', password: 'deleted', token: 'gone-token', active: false },
      ],
    });

    expect((await call('GET', '/rest/api/2/myself', { authorization: basic('deleted') })).status).toBe(401);
    expect((await call('GET', '/rest/api/2/myself', { authorization: 'Bearer gone-token' })).status).toBe(401);
  });

  test('a password with a colon and letters beyond ASCII works', async ({ open }) => {
    const { tenant, call } = open();
    tenant.add({ users: [{ key: 'U', name: 'jürgen', displayName: 'Jürgen', password: 'a:ß:🙂' }] });

    expect((await call('GET', '/rest/api/2/myself', { authorization: basic('jürgen', 'a:ß:🙂') })).status).toBe(200);
  });
});
