import { connect } from 'node:net';
import { expect } from '@playwright/test';
import { Client } from 'undici';
import { startFake } from '../../../fake/index.js';
import { exchangeText } from './exchange-text.js';
import { basic, sender, TEMPLATES, test } from './fake-test.js';

test.describe('connections', () => {
  for (const [what, call] of Object.entries({
    'a body that does not fit': { path: `${TEMPLATES}/template/7`, body: '{"defaults": 1}', status: 400 },
    'an unknown path': { path: '/rest/api/2/nothing', body: '{"defaults": []}', status: 404 },
    'a body nobody asked for': { path: '/rest/api/2/nothing', body: 'x'.repeat(300_000), status: 404 },
  })) {
    test(`${what} is refused and the next call of the client is answered`, async ({ fake, open }) => {
      const { contextPath } = open().tenant;
      const client = new Client(fake.url);
      const headers = { authorization: basic('admin'), 'content-type': 'application/json' };

      const refusal = await client.request({ method: 'POST', headers, path: contextPath + call.path, body: call.body });
      await refusal.body.text();
      const next = await client.request({ method: 'GET', headers, path: `${contextPath}/rest/api/2/myself` });

      expect([refusal.statusCode, next.statusCode]).toEqual([call.status, 200]);
      expect(await next.body.json()).toMatchObject({ name: 'admin' });
      await client.close();
    });
  }

  for (const path of ['/nowhere', '/rest/api/2/nothing', '/rest/api/2/myself']) {
    test(`the connection is kept if GET ${path} is refused`, async () => {
      const fake = await startFake();

      const refusal = await sender(fake.url)('GET', path, { authorization: null });

      expect(refusal.status).toBeGreaterThanOrEqual(400);
      expect(refusal.headers['connection']).toBe('keep-alive');
      await fake.close();
    });
  }

  test('what is no HTTP is answered with 400', async ({ fake }) => {
    expect(await exchangeText(Number(new URL(fake.url).port), ['hello\r\n\r\n'])).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('close ends connections that nobody uses, and nobody is served any more', async () => {
    const fake = await startFake();
    const client = new Client(fake.url);
    const answered = await client.request({ method: 'GET', path: '/rest/api/2/serverInfo' });
    await answered.body.text();

    await fake.close();

    expect(answered.statusCode).toBe(200);
    await expect(client.request({ method: 'GET', path: '/rest/api/2/serverInfo' })).rejects.toThrow(
      /ECONNREFUSED|closed/,
    );
    await client.destroy();
  });

  test('close is done once, however often it is called', async () => {
    const fake = await startFake();

    await Promise.all([fake.close(), fake.close()]);

    await expect(fake.close()).resolves.toBeUndefined();
  });

  test('a client that goes away in the middle of its request is no defect of the fake', async ({ fake, open }) => {
    const { call, tenant } = open();
    const told: unknown[] = [];
    const write = process.stderr.write.bind(process.stderr);
    process.stderr.write = (text: unknown) => told.push(text) > 0;
    const socket = connect(Number(new URL(fake.url).port), '127.0.0.1');
    const path = `${tenant.contextPath}${TEMPLATES}/template/7`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('admin')}\r\nContent-Length: 9\r\n\r\nhalf`,
    );
    await expect.poll(async () => (await call('GET', '/rest/api/2/myself')).status).toBe(200);

    socket.destroy();

    await expect.poll(async () => (await call('GET', '/rest/api/2/myself')).status).toBe(200);
    process.stderr.write = write;
    expect(told).toEqual([]);
  });

  test('close does not wait for ever for a client that sends nothing', async () => {
    const fake = await startFake();
    const socket = connect(Number(new URL(fake.url).port), '127.0.0.1');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('connect', resolve));
    const login = `Authorization: ${basic('admin')}`;
    socket.write(`POST /rest/api/2/issue HTTP/1.1\r\nHost: x\r\n${login}\r\nContent-Length: 10\r\n\r\nhalf`);

    await fake.close();

    expect(await ended).toBe(false);
  });
});
