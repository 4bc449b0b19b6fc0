import { expect } from '@playwright/test';
import type { DoctorOptions } from './doctor-test.js';
import { answer, isFor, serverInfo, test } from './doctor-test.js';

const HOUR = 3_600_000;
const login = { username: 'qa', password: 'p' };
const user = { self: 'x', key: 'K1', name: 'sso-user', displayName: 'S', active: true };
const old = (minor: number, major = 8) => ({
  ...{ version: `${major}.${minor}.0`, versionNumbers: [major, minor, 0] },
});
const limits = {
  ...{ 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '0' },
  ...{ 'X-RateLimit-FillRate': '10', 'X-RateLimit-Interval-Seconds': '60' },
};
const captcha = {
  'X-Seraph-LoginReason': 'AUTHENTICATION_DENIED',
  'X-Authentication-Denied-Reason': 'CAPTCHA_CHALLENGE; login-url=http://tracker.test/login.jsp',
};

/** What a tracker says of itself, and how it answers everything else. */
interface Tracker {
  readonly info?: object;
  /** Headers of all its answers. Without a Date there is none. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly body?: unknown;
}

const dated = (shift: number) => ({ Date: new Date(Date.now() + shift).toUTCString() });

const rows: readonly (readonly [check: string, says: RegExp, tracker: () => Tracker, options?: DoctorOptions])[] = [
  ['clock', /^warning: the tracker’s is 3(599|600|601) s ahead of this machine’s → /, () => ({ headers: dated(HOUR) })],
  ['clock', /^warning: the tracker’s is 3(599|600|601) s behind this machine’s → /, () => ({ headers: dated(-HOUR) })],
  [
    'clock',
    /^warning: the tracker’s is \d{9,} s behind this machine’s/,
    () => ({ info: { serverTime: '2020-01-01T00:00:00.000+0000' } }),
  ],
  ['clock', /^not checked: the tracker did not tell its time$/, () => ({})],
  [
    'edition',
    /^missing: Cloud: .* → name a tracker of the Data Center edition/,
    () => ({ info: { deploymentType: 'Cloud' } }),
  ],
  ['version', /^warning: 7\.13\.0 is older than 8\.4/, () => ({ info: old(13, 7) })],
  [
    'version',
    /^warning: 8\.13\.0 has no personal access tokens/,
    () => ({ info: old(13) }),
    { login: { token: 'q-token-q' } },
  ],
  ['version', /^ok: 8\.13\.0, build 912000$/, () => ({ info: old(13) })],
  [
    'rate limits',
    /^warning: 50 requests, 0 left, 10 more every 60 s; 429 was answered 5 times → set TRACKER_RATE to fewer requests per second, or have the user exempted from the limit\.$/,
    () => ({ status: 429, body: serverInfo, headers: limits }),
  ],
  [
    'credentials',
    /\(403, AUTHENTICATION_DENIED\): after too many wrong .* → log in once at http:\/\/tracker\.test\/login\.jsp /,
    () => ({ status: 403, headers: captcha }),
  ],
  [
    'credentials',
    /asks for a CAPTCHA → log in once at http:\/\/127\.0\.0\.1:\d+\/login\.jsp /,
    () => ({ headers: { 'X-Seraph-LoginReason': 'AUTHENTICATION_DENIED' } }),
  ],
  [
    'credentials',
    /is refused \(401, AUTHENTICATED_FAILED\) → check TRACKER_USERNAME/,
    () => ({ headers: { 'X-Seraph-LoginReason': 'AUTHENTICATED_FAILED' } }),
  ],
  [
    'credentials',
    /it takes no name and password \(OAuth realm="tracker"\) → set TRACKER_TOKEN instead\.$/,
    () => ({ headers: { 'WWW-Authenticate': 'OAuth realm="tracker"' } }),
  ],
  ['credentials', /\(403\) → let the user use the tracker/, () => ({ status: 403 })],
  ['credentials', /GET http:.*\/myself answered 404.*: no tracker answers there/, () => ({ status: 404 })],
  [
    'credentials',
    /^warning: sso-user \(key K1\), .* though TRACKER_USERNAME is qa/,
    () => ({ status: 200, body: user }),
    { login },
  ],
];

for (const [index, [check, says, tracker, options]] of rows.entries()) {
  test(`the check of ${check} says ${says} (${index})`, async ({ subject }) => {
    const { info = {}, headers = {}, status = 401, body = {} } = tracker();
    const url = await subject.serve((request, response) => {
      response.sendDate = false;
      if (isFor(request, '/serverInfo')) answer(response, 200, { ...serverInfo, ...info }, headers);
      else answer(response, status, body, headers);
    });

    const { of } = await subject.runChecks({ url, ...options });

    expect(of(check)).toEqual([expect.stringMatching(says)]);
  });
}

test('a wrong password is told, once, and written nowhere', async ({ subject }) => {
  const { username } = subject.login;

  const { of, lines, predictions } = await subject.runChecks({ login: { username, password: 'q-secret-q' } });

  expect(of('credentials')).toEqual([
    `missing: ${username} is refused (401, AUTHENTICATED_FAILED) → check TRACKER_USERNAME and TRACKER_PASSWORD; if a single sign-on ` +
      'stands before the tracker, set TRACKER_TOKEN.',
  ]);
  expect(of('permissions')).toEqual(['not checked: no login works']);
  expect(of('extensions')).toEqual(['not checked: no login works']);
  expect(predictions).toBeUndefined();
  expect(JSON.stringify(lines)).not.toContain('q-secret-q');
  // Every failed login counts towards a CAPTCHA.
  expect(subject.tenant.journal().filter(({ status }) => status === 401)).toHaveLength(1);
});

test('a wrong token is told, and written nowhere', async ({ subject }) => {
  const { of, lines } = await subject.runChecks({ login: { token: 'q-secret-q' } });

  expect(of('credentials')).toEqual([
    'missing: the bearer of a token is refused (401) → check TRACKER_TOKEN: it may have expired or been revoked, or the ' +
      'tracker may take no tokens.',
  ]);
  expect(JSON.stringify(lines)).not.toContain('q-secret-q');
});

test('a tracker that shows serverInfo to nobody is judged by the login', async ({ subject }) => {
  const url = await subject.serve((_request, response) => answer(response, 401, {}));

  const { of } = await subject.runChecks({ url });

  expect(of('reachable')).toEqual([
    expect.stringMatching(/^warning: .* something answers, and shows nothing of itself/),
  ]);
  expect(of('credentials')).toEqual([expect.stringContaining('is refused (401)')]);
});
