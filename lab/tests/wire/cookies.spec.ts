import { expect } from '@playwright/test';
import { CookieJars, withCookies } from '../../../fixtures/http/cookies.js';
import type { IncomingAnswer } from '../../../fixtures/http/transport.js';
import { basic, startTest } from '../fake/fake-test.js';
import type { Started } from '../fake/fake-test.js';
import { runSpecs } from '../fixtures/run-specs.js';
import { closeServers, forwardTo, serve, requestTo, transports, waySettings } from './servers.js';

/** The caller of a call: its name, and its cookies without their values. */
interface Sent {
  readonly caller: string;
  readonly cookie: string;
}

const callers: Readonly<Record<string, string | undefined>> = {
  admin: basic('admin'),
  tess: basic('tess'),
  'a wrong password': basic('admin', 'wrong'),
  nobody: undefined,
};

function loginOf(caller: string): Readonly<Record<string, string>> {
  const authorization = callers[caller];
  return authorization === undefined ? {} : { Authorization: authorization };
}

/** Serves a fake through a relay that writes down who sends which cookies. */
async function openRelay({ fake, main }: Started) {
  const sent: Sent[] = [];
  const server = await serve(
    forwardTo(fake.url, ({ url = '', headers }, answer) => {
      const [caller = 'somebody else'] =
        Object.entries(callers).find(([, authorization]) => authorization === headers.authorization) ?? [];
      sent.push({ caller, cookie: headers.cookie ?? '' });
      if (!url.endsWith('/priority')) return;
      answer.setHeader('Content-Type', 'application/json');
      answer.end(JSON.stringify({ cookie: headers.cookie, first: headers.cookie?.split('; ')[0] }));
    }),
  );
  return { main, sent, url: `${server.url}/jira` };
}

const test = startTest.extend<{ relay: Awaited<ReturnType<typeof openRelay>> }>({
  relay: async ({ start }, use) => use(await openRelay(await start({ contextPath: '/jira' }))),
});

test.afterEach(closeServers);

/** The cookies that callers sent which another caller sent too. */
function shared(sent: readonly Sent[]): Sent[] {
  const cookies = sent.flatMap(({ caller, cookie }) =>
    cookie === '' ? [] : cookie.split('; ').map((one) => ({ caller, cookie: one })),
  );
  return cookies.filter(({ caller, cookie }) =>
    cookies.some((other) => other.cookie === cookie && other.caller !== caller),
  );
}

for (const [what, open] of Object.entries(transports)) {
  test(`${what} goes on in the session of its own caller, never in that of another, and in a new one after a restart`, async ({
    relay: { main, sent, url },
  }) => {
    const send = open(waySettings(), url);
    const call = (caller: string) => send(requestTo(`${url}/rest/auth/1/session`, { headers: loginOf(caller) }));
    const statuses: [string, number][] = [];

    for (let round = 0; round < 3; round += 1) {
      for (const caller of Object.keys(callers)) statuses.push([caller, (await call(caller)).status]);
    }
    const { loginInfo } = JSON.parse((await call('tess')).body.toString()) as { loginInfo: { loginCount: number } };

    expect(statuses.slice(4)).toEqual([...statuses.slice(0, 4), ...statuses.slice(0, 4)]);
    expect(Object.fromEntries(statuses)).toEqual({ admin: 200, tess: 200, 'a wrong password': 401, nobody: 401 });
    expect(shared(sent)).toEqual([]);
    const withCookie = sent.filter(({ cookie }) => cookie !== '').map(({ caller }) => caller);
    expect(withCookie).toEqual(['admin', 'tess', 'admin', 'tess', 'tess']);
    expect(sent.at(-1)?.cookie).toMatch(/^JSESSIONID=\w{32}; atlassian\.xsrf\.token=[^; ]+$/);
    expect(loginInfo.loginCount).toBe(1);

    const before = sent.at(-1)?.cookie;
    main.restart();
    const after = [(await call('tess')).status, (await call('tess')).status];
    const [stale, fresh] = sent.slice(-2).map(({ cookie }) => cookie);
    expect([...after, stale]).toEqual([200, 200, before]);
    expect(fresh).not.toBe(stale);
    expect(fresh).toContain('JSESSIONID=');
  });
}

test('a run with traces sends nobody another’s cookie, and writes the value of none', async ({
  relay: { sent, url },
}, testInfo) => {
  const run = await runSpecs(testInfo.outputPath('run'), {
    spec: `
      const nobody = { name: 'anonymous', authorization: undefined };
      const tess = { name: 'tess', authorization: '${callers['tess'] ?? ''}' };
      test('calls as everybody', async ({ tracker, issues }) => {
        await tracker.setup.getMyself();
        for (let round = 0; round < 2; round += 1) {
          expect(await issues.getMyself()).toHaveStatus(200);
          expect(await issues.as(tess).getSession()).toHaveStatus(200);
          expect(await issues.as(nobody).getMyself()).toHaveStatus(401);
        }
      });
      test('logs in as nobody in particular', async ({ issues }) => {
        const body = { username: 'tess', password: 'tess' };
        const answer = await issues.as(nobody).createSession({ body });
        expect(answer.data.session.value).toMatch(/^\\w{32}$/);
        expect(await issues.as(nobody).getMyself()).toHaveStatus(401);
        expect(answer).toHaveStatus(418);
      });
      test('fails on an answer that tells what was sent', async ({ issues }) => {
        expect(await issues.listPriorities()).toHaveStatus(418);
      });
      test('is set up by such an answer', async ({ tracker }) => {
        await tracker.setup.listPriorities();
      });
    `,
    config: `use: { ...apiOnly, trace: 'on' }`,
    env: { TRACKER_URL: url, TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin', TRACKER_TRACEPARENT: 'off' },
  });

  expect(
    run.tests.map(({ status }) => status),
    run.output,
  ).toEqual(['passed', 'failed', 'failed', 'failed']);
  expect(shared(sent)).toEqual([]);
  expect(sent.filter(({ caller, cookie }) => caller === 'nobody' && cookie !== '')).toEqual([]);
  const values = new Set(sent.flatMap(({ cookie }) => cookie.split('; ').map((pair) => pair.split('=')[1] ?? '')));
  values.delete('');
  expect(values.size).toBeGreaterThanOrEqual(4);
  for (const value of values) expect(run.written).not.toContain(value);
  expect(run.written).toContain('(left out: it holds credentials)');
  // Playwright's trace has each exchange, the set-up included.
  expect(run.written).toContain('POST /rest/auth/1/session → 200');
  expect(run.written).toContain('Authorization: Basic •••');
  expect(run.written).not.toContain('traceparent');
});

test.describe('the cookies of a caller', () => {
  const url = 'https://tracker.test/jira/rest/api/2/myself';
  const [admin, tess] = [basic('admin'), basic('tess')];
  const now = Date.parse('2026-11-23T12:00:00Z');

  /** The cookies that a client sends to a URL after these Set-Cookie headers. */
  const after = (headers: readonly string[], to = url, at = now) => {
    const jars = new CookieJars();
    jars.keep(url, admin, headers, now);
    return jars.headerFor(to, admin, at);
  };

  test('are sent by this caller to this tracker alone', () => {
    const jars = new CookieJars();
    jars.keep(url, admin, ['a=1; Path=/'], now);
    jars.keep(url, undefined, ['b=2; Path=/'], now);

    expect(jars.headerFor(url, admin, now)).toBe('a=1');
    expect(jars.headerFor(url, tess, now)).toBeUndefined();
    expect(jars.headerFor(url, undefined, now)).toBeUndefined();
    expect(jars.headerFor(url.replace('tracker.test', 'other.test'), admin, now)).toBeUndefined();
    expect(jars.headerFor(url.replace('tracker.test', 'tracker.test:8443'), admin, now)).toBeUndefined();
  });

  const sent = [
    ['all of several, the longest path first', ['a=1; Path=/', 'b=2; Path=/jira'], url, 'b=2; a=1'],
    ['as they came, with signs of all kinds', ['t="a|b=c%20d"; Path=/'], url, 't="a|b=c%20d"'],
    ['the last of one name and path', ['a=1; Path=/', 'a=2; path=/'], url, 'a=2'],
    ['below their path', ['a=1; Path=/jira'], 'https://tracker.test/jira', 'a=1'],
    ['not beside their path', ['a=1; Path=/jira'], 'https://tracker.test/jira2/rest', undefined],
    ['below the call’s own path if they name none', ['a=1'], 'https://tracker.test/jira/rest/api/2/user', 'a=1'],
    ['not above it', ['a=1; Path=else'], 'https://tracker.test/jira/rest/auth/1/session', undefined],
    ['in the open unless they are secure', ['a=1; Path=/; Secure'], url, 'a=1'],
    ['not if they let nothing stand', ['=1', 'a', '; Path=/'], url, undefined],
    ['not once Max-Age lets them end', ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], url, undefined],
    ['by Max-Age rather than Expires', ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=9'], url, 'a=1'],
    ['not once Expires is past', ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], url, undefined],
  ] as const;
  test('are sent by domain, path, name and time', () => {
    for (const [title, headers, to, cookie] of sent) expect.soft(after(headers, to), title).toBe(cookie);
  });

  test('that are secure are not sent over HTTP', () => {
    const plain = url.replace('https', 'http');
    const jars = new CookieJars();
    jars.keep(plain, admin, ['a=1; Path=/; Secure', 'b=2; Path=/'], now);

    expect(jars.headerFor(plain, admin, now)).toBe('b=2');
  });

  test('are forgotten once a call with them is refused with 401', async () => {
    const cookies: (string | undefined)[] = [];
    const answers = [200, 401, 200];
    const send = withCookies(new CookieJars(), (_request, cookie) => {
      cookies.push(cookie);
      const status = answers.shift() ?? 200;
      const answer: IncomingAnswer = { status, headers: {}, body: Buffer.alloc(0) };
      return Promise.resolve({ ...answer, setCookies: status === 200 ? ['sso=1; Path=/'] : [] });
    });

    for (let count = 0; count < 4; count += 1) await send(requestTo(url, { headers: { Authorization: admin } }));

    expect(cookies).toEqual([undefined, 'sso=1', undefined, 'sso=1']);
  });
});
