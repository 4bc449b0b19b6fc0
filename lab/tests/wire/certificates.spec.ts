import { expect, test } from '@playwright/test';
import type { WireSettings } from '../../../client/tracker-transports.js';
import { explainFailure } from '../../../client/wire-errors.js';
import { settingsIn, writeFiles } from '../cli/command.js';
import {
  closeServers,
  makeCertificates,
  requestTo,
  serve,
  serveCallers,
  serveProxy,
  serveSecurely,
  tlsFile,
  transports,
  waySettings,
} from './servers.js';

test.afterEach(closeServers);

for (const [what, open] of Object.entries(transports)) {
  test(`${what} shows the certificate of TRACKER_CLIENT_CERT, and says what to do without one`, async () => {
    const path = makeCertificates(test.info().outputPath());
    const { url, port } = await serveCallers('vouched', path('own.pem'), (_, answer) => answer.end('well'));
    const proxy = await serveProxy(port);
    const proxies = { https: `http://127.0.0.1:${proxy.port}` };
    const send = (files: Partial<Pick<WireSettings, 'clientCert' | 'clientKey'>>, to = url) =>
      open(waySettings({ ca: tlsFile('authority'), proxies, ...files }), to)(requestTo(to, { method: 'POST' }));
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

  test(`${what} checks no certificate with TRACKER_INSECURE=on, and names that setting without it`, async () => {
    const { url } = await serveSecurely('unvouched', (_, answer) => answer.end('well'));
    const send = (insecure: boolean) => open(waySettings({ ca: tlsFile('authority'), insecure }), url)(requestTo(url));

    expect((await send(true)).body.toString()).toBe('well');
    await expect(send(false)).rejects.toThrow(/certificate/);
  });

  test(`${what} has the headers of TRACKER_HEADERS, beneath its own`, async () => {
    const { url } = await serve((incoming, answer) => {
      answer.setHeader('Set-Cookie', 'node=1');
      answer.end(JSON.stringify(incoming.headers));
    });
    const headers = { 'X-Gate': 'open sesame', accept: 'text/html', Cookie: 'gate=2' };
    const send = open(waySettings({ headers }), url);
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
}

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
