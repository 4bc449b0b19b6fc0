import { expect, test as base } from '@playwright/test';
import { CONTROL_PATH, ControlTokenError, startFake } from '../../../fake/index.js';
import type { Fake } from '../../../fake/index.js';
import { isLoopback } from '../../../fake/control/access.js';
import { basic, sender } from './fake-test.js';

const TOKEN = 'open-Sesame-7.+/=';

/** Playwright's `test` with a fake whose control API asks for a token. */
const test = base.extend<object, { fake: Fake }>({
  fake: [
    async ({}, use) => {
      const fake = await startFake({ controlToken: TOKEN });
      await use(fake);
      await fake.close();
    },
    { scope: 'worker' },
  ],
});

const asks = 'The control API asks for its token: send the header Authorization, with Bearer and the token.';
const differs = 'That is not the token of the control API.';

const refused: readonly { readonly title: string; readonly authorization: string | null; readonly message: string }[] =
  [
    { title: 'no token', authorization: null, message: asks },
    { title: 'a login of the tracker', authorization: basic('admin'), message: asks },
    { title: 'an empty token', authorization: 'Bearer ', message: asks },
    { title: 'two words', authorization: `Bearer ${TOKEN} ${TOKEN}`, message: asks },
    { title: 'another token', authorization: 'Bearer open-Sesame-8.+/=', message: differs },
    { title: 'a part of the token', authorization: `Bearer ${TOKEN.slice(0, -1)}`, message: differs },
    { title: 'the token in other letters', authorization: `Bearer ${TOKEN.toLowerCase()}`, message: differs },
  ];

for (const { title, authorization, message } of refused) {
  for (const call of [
    'GET /tenants',
    'GET /tenants/main/journal',
    'POST /tenants/main/reset',
    'GET /nowhere',
    'GET ',
  ]) {
    test(`the control API refuses ${call} with ${title}`, async ({ fake }) => {
      const [method = '', path = ''] = call.split(' ');
      const [tenant] = fake.control.list();

      const reply = await sender(`${fake.url}${CONTROL_PATH}`)(method, path, { authorization });

      expect(reply).toMatchObject({ status: 401, body: { errorMessages: [message], errors: {} } });
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="control API"');
      expect(fake.control.list()[0]?.revision).toBe(tenant?.revision);
    });
  }
}

for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`]) {
  test(`the control API answers ${authorization}`, async ({ fake }) => {
    const reply = await sender(`${fake.url}${CONTROL_PATH}`)('GET', '/tenants', { authorization });

    expect(reply).toMatchObject({ status: 200, body: [{ name: 'main' }] });
  });
}

test('a page of another origin that knows the token is refused nonetheless', async ({ fake }) => {
  const headers = { origin: 'https://evil.example' };
  const reply = await sender(`${fake.url}${CONTROL_PATH}`)('POST', '/tenants/main/reset', {
    authorization: `Bearer ${TOKEN}`,
    headers,
  });

  expect(reply.status).toBe(403);
});

test('the token opens the control API, and no tracker', async ({ fake }) => {
  const call = sender(fake.url);

  expect((await call('GET', '/rest/api/2/myself', { authorization: `Bearer ${TOKEN}` })).status).toBe(401);
  expect((await call('GET', '/rest/api/2/myself')).status).toBe(200);
  expect(JSON.stringify(fake.control.tenant('main').journal())).not.toContain(TOKEN);
});

for (const host of ['0.0.0.0', '::', '', '192.0.2.1', 'tracker.example.com']) {
  test(`a fake on "${host}" does not start without a token`, async () => {
    const starting = startFake({ host });

    await expect(starting).rejects.toThrow(ControlTokenError);
    await expect(starting).rejects.toThrow(/needs a token: name one with --control-token or TRACKER_CONTROL_TOKEN/);
  });
}

for (const [host, at] of [
  [undefined, '127.0.0.1'],
  ['localhost', 'localhost'],
] as const) {
  test(`a fake on ${host ?? 'no host that was told'} needs no token, and is local`, async () => {
    const fake = await startFake({ host });

    expect([new URL(fake.url).hostname, fake.isLocal]).toEqual([at, true]);
    expect((await sender(`${fake.url}${CONTROL_PATH}`)('GET', '/tenants')).status).toBe(200);
    await fake.close();
  });
}

test('a fake on every address is reached under its URL, with a token', async () => {
  const fake = await startFake({ host: '0.0.0.0', controlToken: TOKEN });
  const control = sender(`${fake.url}${CONTROL_PATH}`);

  expect([new URL(fake.url).hostname, fake.isLocal]).toEqual(['127.0.0.1', false]);
  expect((await control('GET', '/tenants')).status).toBe(401);
  expect((await control('GET', '/tenants', { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  await fake.close();
});

test('an address is of this machine alone where it is one of its loopback', () => {
  const local = ['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'];
  const open = ['0.0.0.0', '::', '', '10.0.0.1', '128.0.0.1', '::2', 'fe80::1', '::ffff:10.0.0.1', 'localhost.example'];

  expect(local.filter((host) => !isLoopback(host))).toEqual([]);
  expect(open.filter((host) => isLoopback(host))).toEqual([]);
});
