import { expect } from '@playwright/test';
import { answer, isFor, serverInfo, test } from './doctor-test.js';

test('a wrong password is told, once, and written nowhere', async ({ subject }) => {
  const login = { username: subject.login.username, password: 'q-secret-q' };

  const { of, lines, predictions } = await subject.runChecks({ login });

  expect(of('credentials')).toEqual([
    `missing: ${login.username} is refused (401, AUTHENTICATED_FAILED) → check TRACKER_USERNAME and TRACKER_PASSWORD; if a single sign-on ` +
      'stands before the tracker, set TRACKER_TOKEN.',
  ]);
  expect(of('permissions')).toEqual(['not checked: no login works']);
  expect(of('extensions')).toEqual(['not checked: no login works']);
  expect(predictions).toBeUndefined();
  expect(JSON.stringify(lines)).not.toContain('q-secret-q');
  // Every failed login counts towards a CAPTCHA.
  expect(subject.tenant.journal().filter(({ status }) => status === 401)).toHaveLength(1);
});

test('a wrong token is told', async ({ subject }) => {
  const { of } = await subject.runChecks({ login: { token: 'q-secret-q' } });

  expect(of('credentials')).toEqual([
    'missing: the bearer of a token is refused (401) → check TRACKER_TOKEN: it may have expired or been revoked, or the ' +
      'tracker may take no tokens.',
  ]);
});

const refusals = [
  {
    what: 'a CAPTCHA, by the reason of the denial',
    status: 403,
    headers: {
      'X-Seraph-LoginReason': 'AUTHENTICATION_DENIED',
      'X-Authentication-Denied-Reason': 'CAPTCHA_CHALLENGE; login-url=http://tracker.test/login.jsp',
    },
    says: /\(403, AUTHENTICATION_DENIED\): after too many wrong .* → log in once at http:\/\/tracker\.test\/login\.jsp /,
  },
  {
    what: 'a CAPTCHA, by the reason of the login',
    status: 401,
    headers: { 'X-Seraph-LoginReason': 'AUTHENTICATION_DENIED' },
    says: /asks for a CAPTCHA → log in once at http:\/\/127\.0\.0\.1:\d+\/login\.jsp /,
  },
  {
    what: 'a failed login',
    status: 401,
    headers: { 'X-Seraph-LoginReason': 'AUTHENTICATED_FAILED' },
    says: /is refused \(401, AUTHENTICATED_FAILED\) → check TRACKER_USERNAME/,
  },
  {
    what: 'no name and password at all',
    status: 401,
    headers: { 'WWW-Authenticate': 'OAuth realm="tracker"' },
    says: /it takes no name and password \(OAuth realm="tracker"\) → set TRACKER_TOKEN instead\.$/,
  },
  { what: 'a user without a licence', status: 403, headers: {}, says: /\(403\) → let the user use the tracker/ },
  {
    what: 'a server that knows no users',
    status: 404,
    headers: {},
    says: /GET http:.*\/myself answered 404.*: no tracker answers there/,
  },
];

for (const { what, status, headers, says } of refusals) {
  test(`a refusal for ${what} is understood`, async ({ subject }) => {
    const url = await subject.serve((request, response) =>
      isFor(request, '/serverInfo') ? answer(response, 200, serverInfo) : answer(response, status, {}, headers),
    );

    const { of } = await subject.runChecks({ url });

    expect(of('credentials')).toEqual([expect.stringMatching(says)]);
  });
}

test('another user than the one of the settings is told', async ({ subject }) => {
  const user = { self: 'x', key: 'K1', name: 'sso-user', displayName: 'S', active: true };
  const url = await subject.serve((request, response) =>
    answer(response, 200, isFor(request, '/serverInfo') ? serverInfo : user),
  );

  const { of } = await subject.runChecks({ url, login: { username: 'qa', password: 'p' } });

  expect(of('credentials')).toEqual([
    expect.stringMatching(/^warning: sso-user \(key K1\), .* though TRACKER_USERNAME is qa/),
  ]);
});

test('a tracker that shows serverInfo to nobody is judged by the login', async ({ subject }) => {
  const url = await subject.serve((_request, response) => answer(response, 401, {}));

  const { of } = await subject.runChecks({ url });

  expect(of('reachable')).toEqual([
    expect.stringMatching(/^warning: .* something answers, and shows nothing of itself/),
  ]);
  expect(of('credentials')).toEqual([expect.stringContaining('is refused (401)')]);
});
