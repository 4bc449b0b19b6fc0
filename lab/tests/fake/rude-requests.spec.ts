import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { exchangeText } from './exchange-text.js';
import { basic, sender, test } from './fake-test.js';

const LOGIN = `Host: x\r\nConnection: close\r\nAuthorization: ${basic('admin')}\r\n`;
const MYSELF = '/rest/api/2/myself';

const requests: readonly (readonly [what: string, text: string, answer: RegExp])[] = [
  ['a URL in place of a path', `GET http://proxied.example${MYSELF} HTTP/1.1\r\n${LOGIN}\r\n`, / 200 .*"admin"/s],
  ['a URL without a path', `GET http://proxied.example HTTP/1.1\r\n${LOGIN}\r\n`, / 404 .*At \/ a browser/s],
  ['CONNECT', `CONNECT x.example:80 HTTP/1.1\r\n${LOGIN}\r\n`, / 405 .*CONNECT is not served/s],
  ['headers of 1 MB', `GET ${MYSELF} HTTP/1.1\r\n${LOGIN}X: ${'x'.repeat(1_000_000)}\r\n\r\n`, / 431 .*16 KB/s],
  ['100,000 lines of headers', `GET ${MYSELF} HTTP/1.1\r\n${LOGIN}${'x: y\r\n'.repeat(100_000)}\r\n`, / 431 .*16 KB/s],
  [
    'a chunk of no size',
    `POST ${MYSELF} HTTP/1.1\r\n${LOGIN}Transfer-Encoding: chunked\r\n\r\nz\r\n`,
    / 400 .*no HTTP/s,
  ],
  [
    'a length and chunks',
    `POST ${MYSELF} HTTP/1.1\r\n${LOGIN}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    / 400 /,
  ],
  ['two hosts', `GET ${MYSELF} HTTP/1.1\r\nhOST: y\r\n${LOGIN}\r\n`, / 400 .*more than one Host header/s],
  ['the same host twice', `GET /control/tenants HTTP/1.1\r\nHost: x\r\n${LOGIN}\r\n`, / 400 .*more than one Host/s],
  ['two lengths', `POST ${MYSELF} HTTP/1.1\r\n${LOGIN}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, / 400 /],
];

test.describe('rude requests', () => {
  for (const [what, text, answer] of requests) {
    test(`${what}: answered as the tracker answers errors, and the next client is answered too`, async () => {
      const fake = await startFake();

      const answered = await exchangeText(Number(new URL(fake.url).port), [text]);

      expect(answered.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(answered).toMatch(answer);
      expect((await sender(fake.url)('GET', MYSELF)).status).toBe(200);
      await fake.close();
    });
  }

  test('a compressed body is answered with 415', async ({ open }) => {
    const { url } = open();

    const response = await fetch(`${url}/rest/api/2/issue`, {
      method: 'POST',
      headers: { authorization: basic('admin'), 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync('{"fields":{}}'),
    });

    expect(response.status).toBe(415);
    expect(await response.text()).toContain('the content encoding gzip was sent');
  });

  test('a client that resets its tunnel does no harm', async () => {
    const fake = await startFake();
    const socket = connect(Number(new URL(fake.url).port), '127.0.0.1');
    socket.write(`CONNECT x.example:80 HTTP/1.1\r\n${LOGIN}\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resetAndDestroy();

    expect((await sender(fake.url)('GET', MYSELF)).status).toBe(200);
    await fake.close();
  });
});
