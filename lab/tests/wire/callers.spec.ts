import { expect } from '@playwright/test';
import { CookieJars, withCookies } from '../../../client/cookies.js';
import { limitedTransport, setupTransport } from '../../../client/tracker-transports.js';
import type { WireSettings } from '../../../client/tracker-transports.js';
import type { IncomingAnswer } from '../../../client/transport.js';
import { explainFailure } from '../../../client/wire-errors.js';
import { settingsIn, writeFiles } from '../cli/command.js';
import { basic, startTest as test } from '../fake/fake-test.js';
import type { Started } from '../fake/fake-test.js';
import {
  closeServers,
  forwardTo,
  makeCertificates,
  requestTo,
  serve,
  serveProxy,
  serveSecurely,
  tlsFile,
  waySettings,
} from './servers.js';

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

for (const [what, open] of [
  ['a set-up call', setupTransport],
  ['a call under test', limitedTransport],
] as const) {
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
  const admin = basic('admin');
  const now = Date.parse('2026-11-23T12:00:00Z');

  const after = (headers: readonly string[], to: string) => {
    const jars = new CookieJars();
    jars.keep(url, admin, headers, now);
    return jars.headerFor(to, admin, now);
  };

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
    ['not to another host', ['a=1; Path=/'], url.replace('tracker.test', 'other.test'), undefined],
    ['not to another port', ['a=1; Path=/'], url.replace('tracker.test', 'tracker.test:8443'), undefined],
    ['all of several, the longest path first', ['a=1; Path=/', 'b=2; Path=/jira'], url, 'b=2; a=1'],
    ['below their path', ['a=1; Path=/jira'], 'https://tracker.test/jira', 'a=1'],
    ['not beside their path', ['a=1; Path=/jira'], 'https://tracker.test/jira2/rest', undefined],
    ['below the call’s own path if they name none', ['a=1'], 'https://tracker.test/jira/rest/api/2/user', 'a=1'],
    ['not once Max-Age lets them end', ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], url, undefined],
    ['by Max-Age rather than Expires', ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=9'], url, 'a=1'],
  ] as const;
  test('are sent by origin, path, name and time', () => {
    for (const [title, headers, to, cookie] of sent) expect.soft(after(headers, to), title).toBe(cookie);
  });

  test('are kept while they are sent, however many callers come between', () => {
    const jars = new CookieJars();
    jars.keep(url, admin, ['sso=1; Path=/'], now);
    for (let caller = 0; caller < 200; caller += 1) {
      jars.keep(url, basic(`user ${caller}`), ['a=1; Path=/'], now);
      expect(jars.headerFor(url, admin, now)).toBe('sso=1');
    }
    expect(jars.headerFor(url, basic('user 0'), now)).toBeUndefined();
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

test('a call shows the certificate of TRACKER_CLIENT_CERT, and it is said what to do without one', async () => {
  const path = makeCertificates(test.info().outputPath());
  const { url, port } = await serveSecurely('vouched', (_, answer) => answer.end('well'), path('own.pem'));
  const proxy = await serveProxy(port);
  const proxies = { https: `http://127.0.0.1:${proxy.port}` };
  const send = (files: Partial<Pick<WireSettings, 'clientCert' | 'clientKey'>>, to = url) =>
    setupTransport(waySettings({ ca: tlsFile('authority'), proxies, ...files }), to)(requestTo(to, { method: 'POST' }));
  const [own, other] = ['own', 'other'].map((name) => {
    return { clientCert: path(`${name}.pem`), clientKey: path(`${name}.key`) };
  });
  const refusal = async (files?: typeof own) => {
    const error = await send(files ?? {}).catch((thrown: unknown) => thrown);
    const { text, remedy } = explainFailure(error, url);
    return `${text}. ${remedy}`;
  };

  expect((await send(own ?? {})).body.toString()).toBe('well');
  expect((await send({ clientCert: path('both.pem') })).body.toString()).toBe('well');
  expect((await send(own ?? {}, 'https://tracker.test')).body.toString()).toBe('well');
  expect(proxy.asked).toStrictEqual(['CONNECT tracker.test:443']);
  for (const files of [undefined, other]) {
    expect(await refusal(files)).toMatch(
      /^GET \S+ localhost:\d+ closed the connection .* whether it asks for a certificate \(TRACKER_CLIENT_CERT\)\.$/,
    );
  }
});

test('a call has the headers of TRACKER_HEADERS, beneath its own', async () => {
  const { url } = await serve((incoming, answer) => {
    answer.setHeader('Set-Cookie', 'node=1');
    answer.end(JSON.stringify(incoming.headers));
  });
  const headers = { 'X-Gate': 'open sesame', accept: 'text/html', Cookie: 'gate=2' };
  const send = setupTransport(waySettings({ headers }), url);
  const request = requestTo(url, { headers: { Accept: 'application/json', Authorization: 'Bearer of-this-test' } });
  await send(request);

  const sent = JSON.parse((await send(request)).body.toString()) as object;

  expect(sent).toMatchObject({
    'x-gate': 'open sesame',
    accept: 'application/json',
    authorization: 'Bearer of-this-test',
    cookie: 'gate=2; node=1',
  });
});

const alerts = {
  DEPTH_ZERO_SELF_SIGNED_CERT: /signed by an authority that is not known here .* TRACKER_INSECURE=on/,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    /asks for a certificate of the caller, and gets none .* TRACKER_CLIENT_CERT/,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: /does not accept the certificate of the caller .* TRACKER_CLIENT_CERT/,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: /does not accept the certificate of the caller .* TRACKER_CLIENT_CERT/,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: /how to speak TLS .* TRACKER_CLIENT_CERT/,
};

test('what a server says of certificates names the setting that helps', () => {
  for (const [code, told] of Object.entries(alerts)) {
    const { text, remedy } = explainFailure(Object.assign(new Error('alert'), { code }), 'https://tracker.test');
    expect.soft(`${text} ${remedy}`).toMatch(told);
  }
});

test('certificates, keys and headers that can’t be used are refused with one sentence that names the setting', ({}, testInfo) => {
  const path = makeCertificates(testInfo.outputPath());
  const cwd = testInfo.outputPath('cwd');
  writeFiles(cwd, { 'headers.json': '{"X-Gate": "s3cret\\n"}' });
  const like = 'has to name a PEM file with';
  const likeCert = `TRACKER_CLIENT_CERT ${like} the certificate with which the run shows who it is`;
  const likeKey = `TRACKER_CLIENT_KEY ${like} the private key of TRACKER_CLIENT_CERT, without a passphrase`;
  const [cert, key] = [path('own.pem'), path('own.key')];
  const refused: readonly (readonly [env: Readonly<Record<string, string>>, message: string | RegExp])[] = [
    [{ TRACKER_CLIENT_CERT: 'gone.pem' }, new RegExp(`^${likeCert}: ENOENT: [^\n]*gone\\.pem'\\.$`)],
    [{ TRACKER_CLIENT_CERT: key }, `${likeCert}: ${key} holds no certificate in PEM form.`],
    [{ TRACKER_CLIENT_CERT: cert }, `${likeKey}: ${cert} holds no private key in PEM form.`],
    [{ TRACKER_CLIENT_KEY: key }, 'TRACKER_CLIENT_CERT is missing: TRACKER_CLIENT_KEY is its key.'],
    [
      { TRACKER_CLIENT_CERT: cert, TRACKER_CLIENT_KEY: path('other.key') },
      `${likeKey}: that in ${path('other.key')} belongs to another certificate than the first of ${cert}.`,
    ],
    [
      { TRACKER_CLIENT_CERT: cert, TRACKER_CLIENT_KEY: path('locked.key') },
      `${likeKey}: that in ${path('locked.key')} has one: \`openssl pkey -in ${path('locked.key')} -out FILE\` writes it without.`,
    ],
    [{ TRACKER_INSECURE: 'yes' }, 'TRACKER_INSECURE has to be on or off.'],
    [
      { TRACKER_HEADERS: 'headers.json' },
      'TRACKER_HEADERS (in headers.json): X-Gate has a value that no header can have.',
    ],
    [{ TRACKER_HEADERS: '{"X Gate": "1"}' }, 'TRACKER_HEADERS: X Gate is no name of a header.'],
    [{ TRACKER_HEADERS: '{"X-Gate": 1}' }, 'TRACKER_HEADERS: X-Gate has to be text.'],
    [
      { TRACKER_HEADERS: '{"authorization": "Bearer s3cret"}' },
      'TRACKER_HEADERS: authorization comes from TRACKER_TOKEN, or from TRACKER_USERNAME and TRACKER_PASSWORD.',
    ],
    [{ TRACKER_HEADERS: '{"Host": "x"}' }, 'TRACKER_HEADERS: Host is a header that the connection sets.'],
  ];

  for (const [env, message] of refused) {
    const { error } = settingsIn(cwd, env);
    expect.soft(error?.message).toStrictEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  }
});
