import { createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from '@playwright/test';
import { explainFailure } from '../../../fixtures/outage/explain-failure.js';
import { answer, isFor, serverInfo, test } from './doctor-test.js';
import { selfSigned } from './self-signed.js';

const NOT_CHECKED = 'not checked: no tracker answers';

test('a closed port is named, and what depends on an answer is not checked', async ({ subject }) => {
  const closed = 'http://127.0.0.1:1';

  const { of, lines, predictions } = await subject.runChecks({ url: closed });

  expect(of('reachable')).toEqual([
    `missing: GET ${closed}/rest/api/2/serverInfo: nothing listens at 127.0.0.1:1 (ECONNREFUSED) → ` +
      'check the port in TRACKER_URL and whether the tracker runs.',
  ]);
  expect(of('credentials')).toEqual([NOT_CHECKED]);
  const others = lines.filter(({ check }) => check !== 'reachable');
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['not checked']));
  expect(predictions).toBeUndefined();
});

test('a certificate of an unknown authority leads to TRACKER_CA', async ({ subject }) => {
  const server = createTlsServer(selfSigned, (_request, response) => answer(response, 200, serverInfo));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { of } = await subject.runChecks({ url: `https://${host}` });

  server.close();
  expect(of('reachable')).toEqual([
    `missing: GET https://${host}/rest/api/2/serverInfo: the certificate of ${host} is signed by an authority that is ` +
      'not known here (DEPTH_ZERO_SELF_SIGNED_CERT) → name the file of its certificate authority in TRACKER_CA; if it is ' +
      'set, its file holds others.',
  ]);
});

test('https is no use if the port speaks http', async ({ subject }) => {
  const url = await subject.serve((_request, response) => answer(response, 200, serverInfo));

  const { of } = await subject.runChecks({ url: url.replace('http:', 'https:') });

  expect(of('reachable')).toEqual([expect.stringMatching(/^missing: .* speaks no TLS \(\w+\) → write http:\/\/ in /)]);
});

test('a server that takes too long leads to TRACKER_TIMEOUT', async ({ subject }) => {
  const url = await subject.serve(() => undefined);

  const { of } = await subject.runChecks({ url, env: { TRACKER_TIMEOUT: '200' } });

  expect(of('reachable')).toEqual([
    expect.stringMatching(/^missing: .* did not answer in time .* → raise TRACKER_TIMEOUT/),
  ]);
});

test('a server that speaks HTTP/2 only is told apart from one without TLS', async ({ subject }) => {
  const server = createHttp2Server(selfSigned);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { of } = await subject.runChecks({ url: `https://${host}` });

  server.close();
  expect(of('reachable')).toEqual([
    expect.stringMatching(
      /speaks HTTP\/2 only \(\w+\) → have it, or the proxy in front of the tracker, speak HTTP\/1\.1/,
    ),
  ]);
});

for (const [what, listener, says] of [
  ['closes the connection when it is spoken to', (socket: Socket) => socket.destroy(), 'closed the connection without'],
  ['says something else than HTTP', (socket: Socket) => socket.end('SSH-2.0-x\r\n'), 'answers is no HTTP/1.1'],
  [
    'breaks off its answer',
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
    'got an answer that could not be read: it broke off',
  ],
  [
    'does not end its answer',
    (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
    'got an answer that could not be read: it began and did not end in time',
  ],
] as const) {
  test(`a server that ${what} is described as that`, async ({ subject }) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => listener(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const { of } = await subject.runChecks({ url, env: { TRACKER_TIMEOUT: '500' } });

    server.close();
    expect(of('reachable')).toEqual([expect.stringContaining(says)]);
  });
}

test('a server that does not finish its TLS handshake makes no connection', async ({ subject }) => {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { of } = await subject.runChecks({ url: `https://${host}`, env: { TRACKER_TIMEOUT: '300' } });

  server.close();
  expect(of('reachable')).toEqual([expect.stringContaining(`no connection to ${host} could be made in time`)]);
});

for (const [status, headers, says] of [
  [403, {}, 'answered 403 with the web page “No”, and no sign of a tracker: a proxy or a firewall before it refuses'],
  [403, { 'X-AREQUESTID': '1x2x3' }, 'qa is refused (403)'],
  [407, {}, 'answered 407 with the web page “No”: a proxy asks for a login'],
  [500, {}, 'answered 500 with the page “No”: the tracker, or a proxy before it, is not well'],
  [511, {}, 'answered 511 with the web page “No”: the network asks for a login'],
  [302, { Location: 'http://[' }, 'answered 302, a redirect to what is no URL'],
] as const) {
  test(`a page with status ${status} and ${JSON.stringify(headers)} is explained`, async ({ subject }) => {
    const url = await subject.serve((request, response) => {
      if (isFor(request, '/serverInfo')) answer(response, 200, serverInfo);
      else
        response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end('<html><title>No</title></html>');
    });

    const { of } = await subject.runChecks({ url, login: { username: 'qa', password: 'secret' } });

    expect(of('credentials')).toEqual([expect.stringContaining(says)]);
  });
}

test('a web page is no tracker', async ({ subject }) => {
  const url = await subject.serve((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<html><title>Log in</title></html>');
  });

  const { of } = await subject.runChecks({ url });

  expect(of('reachable')).toEqual([
    `missing: GET ${url}/rest/api/2/serverInfo answered 200, with the web page “Log in”, no REST API → ` +
      'check TRACKER_URL, its context path included, and whether a login page or a maintenance page stands before the tracker.',
  ]);
  expect(of('credentials')).toEqual([NOT_CHECKED]);
});

test('JSON of something else is no tracker', async ({ subject }) => {
  const url = await subject.serve((_request, response) => answer(response, 200, { name: 'another service' }));

  const { of } = await subject.runChecks({ url });

  expect(of('reachable')).toEqual([expect.stringContaining('answered 200, with what no tracker answers')]);
});

for (const wrong of ['', '/jira/more', '/issue']) {
  test(`a context path “${wrong}” leads to the right one if it can be found`, async ({ subject }) => {
    const origin = new URL(subject.url).origin;
    subject.reopen({ name: 'jira' });

    const { of } = await subject.runChecks({ url: `${origin}${wrong}` });

    expect(of('reachable')).toEqual([
      expect.stringMatching(`answered 404.* → a tracker answers at ${origin}/jira: set TRACKER_URL=${origin}/jira\\.$`),
    ]);
  });
}

test('a redirect says where it leads', async ({ subject }) => {
  const url = await subject.serve((_request, response) => {
    response.writeHead(302, { Location: 'https://sso.test/login' });
    response.end();
  });

  const { of } = await subject.runChecks({ url });

  expect(of('reachable')).toEqual([expect.stringContaining('answered 302, a redirect to https://sso.test/login → ')]);
});

for (const [status, remedy] of [
  [407, 'give the proxy its credentials in HTTPS_PROXY.'],
  [429, 'wait until the tracker takes requests again, and set TRACKER_RATE.'],
  [503, 'wait until it is up.'],
] as const) {
  test(`status ${status} has a remedy`, async ({ subject }) => {
    const url = await subject.serve((_request, response) => answer(response, status, {}));

    const { of } = await subject.runChecks({ url });

    expect(of('reachable')).toEqual([expect.stringMatching(`answered ${status}.* → ${remedy}$`)]);
  });
}

for (const [code, text] of [
  ['ENOTFOUND', 'no address is known for tracker.test'],
  ['EAI_AGAIN', 'no address is known for tracker.test'],
  ['EHOSTUNREACH', 'there is no way to tracker.test from here'],
  ['CERT_HAS_EXPIRED', 'the certificate of tracker.test is out of date'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of tracker.test is for another name'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'and tracker.test sends no certificate of that authority'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'leads to an authority that is known here'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'is signed by an authority that is not known here'],
  ['HPE_INVALID_CONSTANT', 'what tracker.test answers is no HTTP/1.1'],
  ['ECONNRESET', 'tracker.test closed the connection without an answer'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no connection to tracker.test could be made in time'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tracker.test and this machine do not agree on how to speak TLS'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tracker.test asks for a certificate of the caller'],
] as const) {
  test(`the error ${code} is put into words, also as one of several`, () => {
    const error = Object.assign(new Error('secret words'), { code });

    for (const one of [error, new AggregateError([error]), new Error('outer', { cause: error })]) {
      expect(explainFailure(one, 'https://tracker.test/x').text).toContain(text);
    }
  });
}
