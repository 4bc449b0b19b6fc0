import { readFileSync } from 'node:fs';
import { createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { expect } from '@playwright/test';
import { answer, isFor, serverInfo, test } from './doctor-test.js';
import { listen, tlsFile } from '../wire/servers.js';

/** A certificate of an authority that is known nowhere else, and its key. */
const pem = readFileSync(tlsFile('unvouched'));
const keys = { cert: pem, key: pem };

const onData = (listener: (socket: Socket) => unknown) =>
  createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => listener(socket));
  });
const beginning = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{';

const servers: readonly (readonly [what: string, scheme: string, open: () => Server, says: RegExp])[] = [
  [
    'has a certificate of an unknown authority',
    'https',
    () => createTlsServer(keys, (_request, response) => answer(response, 200, serverInfo)),
    /: the certificate of \S+ is signed by an authority that is not known here, and \S+ sends no certificate of that authority \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\) → if the authority is an intermediate one, /,
  ],
  [
    'speaks HTTP/2 only',
    'https',
    () => createHttp2Server(keys),
    /speaks HTTP\/2 only \(\w+\) → have it, or the proxy in front of it, speak HTTP\/1\.1/,
  ],
  [
    'speaks no TLS',
    'https',
    () => onData((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    /^missing: .* speaks no TLS \(\w+\) → write http:\/\/ in /,
  ],
  ['takes too long', 'http', () => onData(() => undefined), /did not answer in time .* → raise TRACKER_TIMEOUT/],
  [
    'breaks off its answer',
    'http',
    () => onData((socket) => socket.end(beginning)),
    /got an answer that could not be read: it broke off/,
  ],
  [
    'does not end its answer',
    'http',
    () => onData((socket) => socket.write(beginning)),
    /got an answer that could not be read: it began and did not end in time/,
  ],
];

for (const [what, scheme, open, says] of servers) {
  test(`a server that ${what} is described as that`, async ({ subject }) => {
    const { url } = await listen(open(), `${scheme}://127.0.0.1`);

    const { of } = await subject.runChecks({ url, env: { TRACKER_TIMEOUT: '500' } });

    expect(of('reachable')).toEqual([expect.stringMatching(says)]);
  });
}

test('a closed port is named, and what depends on an answer is not checked', async ({ subject }) => {
  const { of, lines, predictions } = await subject.runChecks({ url: 'http://127.0.0.1:1' });

  expect(of('reachable')).toEqual([
    'missing: GET http://127.0.0.1:1/rest/api/2/serverInfo: nothing listens at 127.0.0.1:1 (ECONNREFUSED) → ' +
      'check the port in TRACKER_URL and whether a server runs there.',
  ]);
  expect(of('credentials')).toEqual(['not checked: no tracker answers']);
  const others = lines.filter(({ check }) => check !== 'reachable');
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['not checked']));
  expect(predictions).toBeUndefined();
});

const page = { 'Content-Type': 'text/html' };
const html = '<html><title>No</title></html>';

const sso = 'https://sso.test/login';
const noApi =
  'missing: GET URL/rest/api/2/serverInfo answered 200, with the web page “No”, no REST API → check TRACKER_URL, its ' +
  'context path included, and whether a login page or a maintenance page stands before the tracker.';
const refusal =
  'answered 403 with the web page “No”, and no sign of a tracker: a proxy or a firewall before it refuses';

for (const [check, status, headers, body, says] of [
  ['reachable', 200, page, html, noApi],
  ['reachable', 200, {}, '{"name":"another service"}', 'answered 200, with what no tracker answers'],
  ['reachable', 302, { Location: sso }, '', `answered 302, a redirect to ${sso} → `],
  ['reachable', 407, {}, '{}', 'give the proxy its credentials in HTTPS_PROXY.'],
  ['reachable', 429, {}, '{}', 'wait until the tracker takes requests again, and set TRACKER_RATE.'],
  ['credentials', 403, page, html, refusal],
  ['credentials', 403, { ...page, 'X-AREQUESTID': '1x2x3' }, html, 'qa is refused (403)'],
] as const) {
  test(`an answer of ${status} with ${JSON.stringify(headers)} and “${body}” is explained`, async ({ subject }) => {
    const url = await subject.serve((request, response) => {
      if (check === 'credentials' && isFor(request, '/serverInfo')) answer(response, 200, serverInfo);
      else response.writeHead(status, headers).end(body);
    });

    const { of } = await subject.runChecks({ url, login: { username: 'qa', password: 'secret' } });

    expect(of(check)).toEqual([expect.stringContaining(says.replace('URL', url))]);
  });
}
