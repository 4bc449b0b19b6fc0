import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { explainFailure } from '../../../fixtures/outage/explain-failure.js';
import { answer, serverInfo, test } from './doctor-test.js';
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
      'not known here (DEPTH_ZERO_SELF_SIGNED_CERT) → name the file of its certificate authority in TRACKER_CA.',
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
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'is signed by an authority that is not known here'],
  ['HPE_INVALID_CONSTANT', 'what tracker.test answers is no HTTP'],
  ['ECONNRESET', 'tracker.test closed the connection without an answer'],
  ['UND_ERR_CONNECT_TIMEOUT', 'tracker.test did not answer in time'],
] as const) {
  test(`the error ${code} is put into words, also as one of several`, () => {
    const error = Object.assign(new Error('secret words'), { code });

    for (const one of [error, new AggregateError([error]), new Error('outer', { cause: error })]) {
      expect(explainFailure(one, 'https://tracker.test/x').text).toContain(text);
    }
  });
}
