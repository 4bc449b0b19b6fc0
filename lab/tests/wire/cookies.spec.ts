import { expect } from '@playwright/test';
import { CookieJars, withCookies } from '../../../client/cookies.js';
import type { IncomingAnswer } from '../../../client/transport.js';
import { basic, startTest as test } from '../fake/fake-test.js';
import type { Started } from '../fake/fake-test.js';
import { closeServers, forwardTo, requestTo, serve, transports, waySettings } from './servers.js';

/** The caller of a call: its name, and its cookies without their values. */
interface Sent {
  readonly caller: string;
  readonly cookie: string;
}

const callers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  admin: { Authorization: basic('admin') },
  tess: { Authorization: basic('tess') },
  'a wrong password': { Authorization: basic('admin', 'wrong') },
  nobody: {},
};

/** Serves a fake through a relay that writes down who sends which cookies. */
async function openRelay({ fake, main }: Started) {
  const sent: Sent[] = [];
  const server = await serve(
    forwardTo(fake.url, ({ headers }) => {
      const [caller = 'somebody else'] =
        Object.entries(callers).find(([, { Authorization }]) => Authorization === headers.authorization) ?? [];
      sent.push({ caller, cookie: headers.cookie ?? '' });
    }),
  );
  return { main, sent, url: `${server.url}/jira` };
}

/** The cookies that callers sent which another caller sent too. */
function shared(sent: readonly Sent[]): Sent[] {
  const cookies = sent.flatMap(({ caller, cookie }) =>
    cookie === '' ? [] : cookie.split('; ').map((one) => ({ caller, cookie: one })),
  );
  return cookies.filter(({ caller, cookie }) =>
    cookies.some((other) => other.cookie === cookie && other.caller !== caller),
  );
}

test.afterEach(closeServers);

for (const [what, open] of Object.entries(transports)) {
  test(`${what} goes on in the session of its own caller, never in that of another, and in a new one after a restart`, async ({
    start,
  }) => {
    const { main, sent, url } = await openRelay(await start({ contextPath: '/jira' }));
    const send = open(waySettings(), url);
    const call = (caller: string) => send(requestTo(`${url}/rest/auth/1/session`, { headers: callers[caller] ?? {} }));
    const statuses: [string, number][] = [];

    for (let round = 0; round < 3; round += 1) {
      for (const caller of Object.keys(callers)) statuses.push([caller, (await call(caller)).status]);
    }
    const { loginInfo } = JSON.parse((await call('tess')).body.toString()) as { loginInfo: { loginCount: number } };

    expect(statuses.slice(4)).toStrictEqual([...statuses.slice(0, 4), ...statuses.slice(0, 4)]);
    expect(Object.fromEntries(statuses)).toStrictEqual({ admin: 200, tess: 200, 'a wrong password': 401, nobody: 401 });
    expect(shared(sent)).toStrictEqual([]);
    const withCookie = sent.filter(({ cookie }) => cookie !== '').map(({ caller }) => caller);
    expect(withCookie).toStrictEqual(['admin', 'tess', 'admin', 'tess', 'tess']);
    expect(sent.at(-1)?.cookie).toMatch(/^JSESSIONID=\w{32}; atlassian\.xsrf\.token=[^; ]+$/);
    expect(loginInfo.loginCount).toBe(1);

    const before = sent.at(-1)?.cookie;
    main.restart();
    const after = [(await call('tess')).status, (await call('tess')).status];
    const [stale, fresh] = sent.slice(-2).map(({ cookie }) => cookie);
    expect([...after, stale]).toStrictEqual([200, 200, before]);
    expect(fresh).not.toBe(stale);
    expect(fresh).toContain('JSESSIONID=');
  });
}

test.describe('the cookies of a caller', () => {
  const url = 'https://tracker.test/jira/rest/api/2/myself';
  const [admin, tess] = [basic('admin'), basic('tess')];
  const now = Date.parse('2026-11-23T12:00:00Z');

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

  test('are those of set-up, or of one test; those of load balancers are shared', () => {
    const jars = new CookieJars();
    jars.keep(url, admin, ['sso=1; Path=/', 'ROUTE=a; Path=/'], now);

    expect(jars.headerFor(url, admin, now, 'test')).toBe('ROUTE=a');
    jars.keep(url, admin, ['sso=2; Path=/', 'ROUTE=b; Path=/'], now, 'test');
    expect(jars.headerFor(url, admin, now, 'test')).toBe('sso=2; ROUTE=b');
    expect(jars.headerFor(url, admin, now)).toBe('sso=1; ROUTE=b');
    jars.endTest();
    expect(jars.headerFor(url, admin, now, 'test')).toBe('ROUTE=b');
    expect(jars.headerFor(url, admin, now)).toBe('sso=1; ROUTE=b');
  });

  const sent = [
    ['all of several, the longest path first', ['a=1; Path=/', 'b=2; Path=/jira'], url, 'b=2; a=1'],
    ['below their path', ['a=1; Path=/jira'], 'https://tracker.test/jira', 'a=1'],
    ['not beside their path', ['a=1; Path=/jira'], 'https://tracker.test/jira2/rest', undefined],
    ['below the call’s own path if they name none', ['a=1'], 'https://tracker.test/jira/rest/api/2/user', 'a=1'],
    ['not once Max-Age lets them end', ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], url, undefined],
    ['by Max-Age rather than Expires', ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=9'], url, 'a=1'],
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

    expect(cookies).toStrictEqual([undefined, 'sso=1', undefined, 'sso=1']);
  });
});
