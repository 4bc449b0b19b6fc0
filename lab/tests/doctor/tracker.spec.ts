import { readFileSync } from 'node:fs';
import { createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { defaultBasePaths } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { root } from '../fixtures/run-specs.js';
import { listen, tlsFile } from '../wire/servers.js';
import { answer, isFor, serverInfo, test } from './doctor-test.js';
import type { DoctorOptions } from './doctor-test.js';

const HOUR = 3_600_000;
const login = { username: 'qa', password: 'p' };
const user = { self: 'x', key: 'K1', name: 'sso-user', displayName: 'S', active: true };
const old = { version: '7.13.0', versionNumbers: [7, 13, 0] };
const token = 'a-token';
const withoutTokens = { version: '8.13.0', versionNumbers: [8, 13, 0] };
const limits = {
  ...{ 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '0' },
  ...{ 'X-RateLimit-FillRate': '10', 'X-RateLimit-Interval-Seconds': '60' },
};
const captcha = {
  'X-Seraph-LoginReason': 'AUTHENTICATION_DENIED',
  'X-Authentication-Denied-Reason': 'CAPTCHA_CHALLENGE; login-url=http://tracker.test/login.jsp',
};

const page = { 'Content-Type': 'text/html' };
const html = '<html><title>No</title></html>';
const noApi =
  /^missing: GET \S+\/serverInfo answered 200, with the web page “No”, no REST API → check TRACKER_URL, its context path included, and whether a login page or a maintenance page stands before the tracker\.$/;

interface Tracker {
  readonly info?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** How far ahead its clock is; without it no answer has a Date. */
  readonly ahead?: number;
  /** What it answers other than to a call for its information, and to that too if it can't be reached. */
  readonly status?: number;
  readonly body?: unknown;
}

const rows: readonly (readonly [check: string, says: RegExp, tracker: Tracker, options?: DoctorOptions])[] = [
  ['clock', /^warning: the tracker’s is 3(599|600|601) s ahead of this machine’s → /, { ahead: HOUR }],
  ['clock', /^not checked: the tracker did not tell its time$/, {}],
  ['edition', /^missing: Cloud: .* → name a tracker of the Data Center edition/, { info: { deploymentType: 'Cloud' } }],
  ['version', /^warning: 7\.13\.0 is older than 8\.4/, { info: old }],
  ['version', /^warning: 8\.13\.0 has no personal access tokens → set /, { info: withoutTokens }, { login: { token } }],
  ['version', /^ok: 8\.13\.0/, { info: withoutTokens }, { login }],
  [
    'rate limits',
    /^warning: 50 requests, 0 left, 10 more every 60 s; 429 was answered 5 times → set TRACKER_RATE to fewer requests per second, or have the user exempted from the limit\.$/,
    { status: 429, body: serverInfo, headers: limits },
  ],
  [
    'credentials',
    /\(403, AUTHENTICATION_DENIED\): after too many wrong .* → log in once at http:\/\/tracker\.test\/login\.jsp /,
    { status: 403, headers: captcha },
  ],
  [
    'credentials',
    /it takes no name and password \(OAuth realm="tracker"\) → set TRACKER_TOKEN instead\.$/,
    { headers: { 'WWW-Authenticate': 'OAuth realm="tracker"' } },
  ],
  ['credentials', /GET http:.*\/myself answered 404.*: no tracker answers there/, { status: 404 }],
  [
    'credentials',
    /^warning: sso-user \(key K1\), .* though TRACKER_USERNAME is qa/,
    { status: 200, body: user },
    { login },
  ],
  ['reachable', noApi, { status: 200, headers: page, body: html }],
  ['reachable', /answered 200, with what no tracker answers/, { status: 200, body: { name: 'another service' } }],
  [
    'reachable',
    /answered 302, a redirect to https:\/\/sso\.test\/login → /,
    { status: 302, headers: { Location: 'https://sso.test/login' } },
  ],
  ['reachable', /give the proxy its credentials in HTTPS_PROXY\./, { status: 407 }],
  ['reachable', /wait until the tracker takes requests again, and set TRACKER_RATE\./, { status: 429 }],
  [
    'credentials',
    /answered 403 with the web page “No”, and no sign of a tracker: a proxy or a firewall before it refuses/,
    { status: 403, headers: page, body: html },
    { login },
  ],
  [
    'credentials',
    /qa is refused \(403\)/,
    { status: 403, headers: { ...page, 'X-AREQUESTID': '1x2x3' }, body: html },
    { login },
  ],
];

const dated = (ahead?: number) => ahead !== undefined && { Date: new Date(Date.now() + ahead).toUTCString() };

for (const [index, [check, says, tracker, options]] of rows.entries()) {
  test(`the check of ${check} says ${says} (${index})`, async ({ subject }) => {
    const { info = {}, ahead, status = 401, body = {} } = tracker;
    const headers = { ...tracker.headers, ...dated(ahead) };
    const url = await subject.serve((request, response) => {
      response.sendDate = false;
      const isReached = check !== 'reachable' && isFor(request, '/serverInfo');
      if (isReached) answer(response, 200, { ...serverInfo, ...info }, headers);
      else answer(response, status, body, headers);
    });

    const { of } = await subject.runChecks({ url, ...options });

    expect(of(check)).toStrictEqual([expect.stringMatching(says)]);
  });
}

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

    expect(of('reachable')).toStrictEqual([expect.stringMatching(says)]);
  });
}

test('a closed port is named, and what depends on an answer is not checked', async ({ subject }) => {
  const { of, lines, predictions } = await subject.runChecks({ url: 'http://127.0.0.1:1' });

  expect(of('reachable')).toStrictEqual([
    'missing: GET http://127.0.0.1:1/rest/api/2/serverInfo: nothing listens at 127.0.0.1:1 (ECONNREFUSED) → ' +
      'check the port in TRACKER_URL and whether a server runs there.',
  ]);
  expect(of('credentials')).toStrictEqual(['not checked: no tracker answers']);
  const others = lines.filter(({ check }) => check !== 'reachable');
  expect(new Set(others.map(({ state }) => state))).toStrictEqual(new Set(['not checked']));
  expect(predictions).toBeUndefined();
});

test('a wrong password is told, once, and written nowhere', async ({ subject }) => {
  const { username } = subject.login;

  const { of, lines, predictions } = await subject.runChecks({ login: { username, password: 'q-secret-q' } });

  expect(of('credentials')).toStrictEqual([
    `missing: ${username} is refused (401, AUTHENTICATED_FAILED) → check TRACKER_USERNAME and TRACKER_PASSWORD; if a single sign-on ` +
      'stands before the tracker, set TRACKER_TOKEN.',
  ]);
  expect(of('permissions')).toStrictEqual(['not checked: no login works']);
  expect(of('extensions')).toStrictEqual(['not checked: no login works']);
  expect(predictions).toBeUndefined();
  expect(JSON.stringify(lines)).not.toContain('q-secret-q');
  // Every failed login counts towards a CAPTCHA.
  expect(subject.tenant.journal().filter(({ status }) => status === 401)).toHaveLength(1);
});

test('an extension under a path that is known is found, and used by what follows', async ({ subject }) => {
  subject.reopen({ basePaths: { ...defaultBasePaths, 'directory-sync': '/rest/adas/1.0/public' } });

  const { of, facts, predictions = [] } = await subject.runChecks();

  expect(of('extensions')[1]).toBe(
    'ok: Directory sync at /rest/adas/1.0/public, not at /rest/ext/ad/1.0/public: a run finds it too; ' +
      `TRACKER_BASE_PATHS='{"directory-sync":"/rest/adas/1.0/public"}' spares the search`,
  );
  expect(facts.basePaths?.['directory-sync']).toBe('/rest/adas/1.0/public');
  expect(of('connections').every((line) => /^(ok|assumed)/.test(line))).toBe(true);
  expect(predictions.find(({ rule }) => rule === 'AD-01')?.forecast).toBe('can be verified');
});

test('a path that is set wrong is told with the right one', async ({ subject }) => {
  const { of, predictions = [] } = await subject.runChecks({
    env: { TRACKER_BASE_PATHS: '{"default-templates": "/rest/wrong/1.0"}' },
  });

  expect(of('extensions')[0]).toBe(
    'missing: Default templates at /rest/api/it/1.0/default-template, and nothing at /rest/wrong/1.0 → set ' +
      `TRACKER_BASE_PATHS='{"default-templates":"/rest/api/it/1.0/default-template"}'.`,
  );
  expect(of('templates')).toStrictEqual(['not checked: the default-template API does not answer']);
  expect(predictions.find(({ rule }) => rule === 'DT-01')).toMatchObject({
    forecast: 'failing',
    missingRequirements: [{ reason: 'the default-templates API does not answer' }],
  });
});

test('an extension that refuses the user is missing, and its rules alone fail', async ({ subject }) => {
  subject.tenant.addFault({ kind: 'error-response', status: 403, path: '/rest/tms/1.0/api/steps/status' });

  const { of, predictions = [] } = await subject.runChecks();

  expect(of('extensions')[2]).toBe(
    'missing: Test management at /rest/tms/1.0/api answers 403 to the user → grant the user what the API asks for, or name ' +
      'a user who may use it.',
  );
  const failing = predictions.filter(({ forecast }) => forecast === 'failing');
  expect([...new Set(failing.map(({ rule }) => rule.slice(0, 2)))]).toStrictEqual(['TM']);
  expect(failing[0]?.missingRequirements[0]?.reason).toBe('the test-management API refuses the user');
});

test('only reads are sent, and nothing is changed', async ({ subject }) => {
  const before = JSON.stringify(subject.tenant.state());

  const { context } = await subject.runChecks();

  const journal = subject.tenant.journal();
  expect(journal.length).toBeGreaterThan(50);
  const changing = journal.filter(({ method, url }) => method !== 'GET' && !url.includes('/rest/api/2/search'));
  expect(changing).toStrictEqual([]);
  expect(JSON.stringify(subject.tenant.state())).toBe(before);
  await expect(context.read().deleteProject({ projectIdOrKey: 'ANY' })).rejects.toThrow('DELETE');
  expect(subject.tenant.journal()).toHaveLength(journal.length);
});

test('the sandbox among the examples fits the tracker that the fake starts as', async ({ subject }) => {
  const fake = await startFake();

  const sandbox = JSON.parse(readFileSync(join(root, 'examples/sandbox.json'), 'utf8')) as object;
  const told = { url: fake.url, login: { username: 'admin', password: 'admin' }, sandbox };
  const { lines, predictions = [] } = await subject.runChecks(told);
  await fake.close();

  expect(lines.filter(({ state }) => state === 'missing' || state === 'not checked')).toStrictEqual([]);
  expect(predictions.filter(({ forecast }) => forecast === 'failing')).toStrictEqual([]);
  const page = readFileSync(join(root, 'docs/real-tracker.md'), 'utf8');
  const verified = predictions.filter(({ forecast }) => forecast === 'can be verified').length;
  expect(page).toContain(`This little tracker can verify ${verified} of the ${predictions.length} documented rules`);
});
