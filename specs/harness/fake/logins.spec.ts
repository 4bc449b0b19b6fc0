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
    'a wrong token': 'Bearer wrong',
    'a token in place of a password': basic('tess', 'tess-token'),
    'a password in place of a token': 'Bearer tess',
    'another scheme': 'Negotiate tess-token',
    'a scheme alone': 'Basic',
    'no Base64': 'Basic tess:tess',
  };

  for (const [title, authorization] of Object.entries(refused)) {
    test(`${title} is refused`, async ({ open }) => {
      const reply = await open().call('GET', '/rest/api/2/myself', { authorization });

      expect(reply).toMatchObject({
        status: 401,
        body: errorBody('The user name, password or token is not valid.'),
      });
      expect(reply.headers['www-authenticate']).toBe('Basic realm="Tracker"');
    });
  }

  test('nobody at all is asked to log in', async ({ open }) => {
    const reply = await open().call('GET', '/rest/api/2/myself', { authorization: null });

    expect(reply).toMatchObject({ status: 401, body: errorBody('You have to log in to call this.') });
    expect(reply.headers['www-authenticate']).toBe('Basic realm="Tracker"');
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
