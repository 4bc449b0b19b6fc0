import type { ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { defaultBasePaths } from '../../../contracts/endpoints/endpoint.js';
import { endpoints } from '../../../contracts/index.js';
import { proxiesIn, proxyFor } from '../../../client/proxies.js';
import { ProxyError, UnreachableError } from '../../../client/wire-errors.js';
import { createApiClient } from '../../../client/api-client.js';
import { limitedTransport, setupTransport } from '../../../client/tracker-transports.js';
import { ANSWER_LIMIT } from '../../../client/undici-transport.js';
import { anonymous } from '../../../client/credentials.js';
import { closeServers, serve, serveProxy, serveSecurely, tlsFile, requestTo, waySettings } from './servers.js';
import type { TestServer } from './servers.js';

test.afterEach(closeServers);

const [secure, plain] = ['https://tracker.test/jira', 'http://tracker.test/jira'];
const ca = tlsFile('authority');

function writeForEver(answer: ServerResponse, compressed: boolean): void {
  const chunk = Buffer.alloc(1_000_000, 'x');
  answer.writeHead(200, compressed ? { 'Content-Encoding': 'gzip' } : {});
  const stream = compressed ? createGzip() : answer;
  if (compressed) {
    stream.pipe(answer);
    answer.once('close', () => stream.destroy());
  }
  const write = () => {
    while (!answer.destroyed && stream.write(chunk));
    if (!answer.destroyed) stream.once('drain', write);
  };
  write();
}

const packed = {
  gzip: gzipSync('{"a": 1}'),
  deflate: deflateSync('{"a": 1}'),
  br: brotliCompressSync('{"a": 1}'),
} as const;

test('a call under test, and a set-up call that changes something, are sent once if the connection is reset', async () => {
  for (const [open, method] of [
    [limitedTransport, 'GET'],
    [setupTransport, 'POST'],
  ] as const) {
    let requests = 0;
    const { url } = await serve(({ socket }) => {
      requests += 1;
      socket.resetAndDestroy();
    });

    const sent = open(waySettings(), url)(requestTo(url, { method }));

    await expect(sent).rejects.toThrow(/reset|hang up|closed/i);
    expect(requests).toBe(1);
  }
});

test('a tracker is trusted if TRACKER_CA names its authority, or TRACKER_INSECURE is on, and else it is said what to do', async () => {
  const [vouched, unvouched] = [
    await serveSecurely('vouched', (_, answer) => answer.end('well')),
    await serveSecurely('unvouched', (_, answer) => answer.end('well')),
  ];
  const transportTo = ({ url }: TestServer, insecure = false) => setupTransport(waySettings({ ca, insecure }), url);
  const transport = transportTo(unvouched);
  const setup = { baseUrl: unvouched.url, basePaths: defaultBasePaths, transport, caller: anonymous };
  const client = createApiClient(endpoints, { ...setup, around: (_, send) => send() });

  expect((await transportTo(vouched)(requestTo(vouched.url))).body.toString()).toBe('well');
  expect((await transportTo(unvouched, true)(requestTo(unvouched.url))).body.toString()).toBe('well');
  await expect(client.getMyself()).rejects.toThrow(
    /got no answer: .*certificate.* If the authority is an intermediate one, .* name the file of the authority’s certificate in TRACKER_CA\./,
  );
});

for (const [title, compressed] of [
  ['without end', false],
  ['that is small and decompresses without end', true],
] as const) {
  test(`an answer ${title} is not read to its end, and its connection is ended`, async () => {
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const { url } = await serve((_request, answer) => {
      answer.once('close', ended);
      writeForEver(answer, compressed);
    });
    const send = setupTransport(waySettings({ timeout: 60_000 }), url);

    const error = await send(requestTo(`${url}/long`)).catch((thrown: unknown) => thrown);

    expect(new UnreachableError('GET', `${url}/long`, error).message).toBe(
      `GET ${url}/long got an answer that could not be read: it is larger than ${ANSWER_LIMIT / 1_000_000} MB, ` +
        'decompressed, and was not read further. Check that TRACKER_URL leads to the tracker, and ask for fewer rows.',
    );
    await end;
  });
}

test('an answer is decompressed, and it is said of what is not compressed that it is not', async () => {
  for (const [encoding, bytes] of Object.entries(packed)) {
    const { url } = await serve(({ url: path }, answer) => {
      answer.writeHead(200, { 'Content-Encoding': encoding });
      answer.end(path === '/broken' ? 'no such thing at all' : bytes);
    });
    const send = setupTransport(waySettings(), url);

    const broken = await send(requestTo(`${url}/broken`)).catch((thrown: unknown) => thrown);

    expect((await send(requestTo(url))).body.toString()).toBe('{"a": 1}');
    expect(String(broken)).toContain(`UnreadAnswerError: it is no ${encoding}, though its Content-Encoding says so`);
  }
});

test.describe('a proxy', () => {
  test('opens a tunnel to an https URL', async () => {
    const server = await serveSecurely('vouched', ({ url }, answer) => answer.end(`at ${url}`));
    const proxy = await serveProxy(server.port);

    const send = setupTransport(waySettings({ ca, proxies: { https: `http://127.0.0.1:${proxy.port}` } }), secure);

    expect((await send(requestTo(`${secure}/a?b=c`))).body.toString()).toBe('at /jira/a?b=c');
    expect(proxy.asked).toStrictEqual(['CONNECT tracker.test:443']);
  });

  test('is handed a call to an http URL as it is, its body and its login too', async () => {
    const server = await serve(({ method, url, headers }, answer) => {
      answer.end(`${method} ${url} of ${headers.host}, ${headers.authorization}, ${headers['content-length']} bytes`);
    });
    const proxy = await serveProxy(server.port, 'qa:se:cret');
    const proxies = { http: `http://qa:se%3Acret@127.0.0.1:${proxy.port}` };

    const send = setupTransport(waySettings({ proxies }), plain);
    const answer = await send(
      requestTo(`${plain}/a`, { method: 'PUT', headers: { Authorization: 'Bearer x' }, body: '{"ä":1}' }),
    );

    expect(answer.body.toString()).toBe('PUT /jira/a of tracker.test, Bearer x, 8 bytes');
    expect(proxy.asked).toStrictEqual(['PUT http://tracker.test/jira/a']);
  });

  async function errorOf(at: string, url: string, method = 'GET'): Promise<ProxyError> {
    const send = setupTransport(waySettings({ ca, proxies: { http: at, https: at } }), url);
    const error = await send(requestTo(url, { method })).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProxyError);
    expect(String(error)).not.toContain('s3cret');
    return error as ProxyError;
  }

  test('that refuses its credentials is named, without them, and so is one that refuses the request itself', async () => {
    for (const [url, setting, method] of [
      [secure, 'HTTPS_PROXY', 'GET'],
      [plain, 'HTTP_PROXY', 'PUT'],
    ] as const) {
      const [asking, refusing] = [await serveProxy(1, 'qa:right'), await serveProxy(1, 'qa:s3cret', 403)];

      const asked = await errorOf(`http://qa:s3cret@127.0.0.1:${asking.port}`, url);
      const refused = await errorOf(`http://qa:s3cret@127.0.0.1:${refusing.port}`, url, method);

      expect(asked.message).toBe(`the proxy 127.0.0.1:${asking.port} asks for other credentials (407)`);
      expect(asked.remedy).toContain(`${setting}, as in http://name:password@`);
      const told = `the proxy 127.0.0.1:${refusing.port} answers 403 and opens no way to tracker.test`;
      expect(refused.message).toBe(told);
      expect(refused.remedy).toContain('NO_PROXY');
    }
  });
});

const both = { HTTP_PROXY: 'http://plain.example.com:3128', HTTPS_PROXY: 'secure.example.com:3129' };
const tracker = 'https://tracker.example.com/jira';

const ways: readonly { title: string; url?: string; env: Record<string, string>; host: string | undefined }[] = [
  { title: 'HTTPS_PROXY for https', env: both, host: 'secure.example.com:3129' },
  { title: 'HTTP_PROXY for http', url: 'http://tracker.example.com', env: both, host: 'plain.example.com:3128' },
  { title: 'none for https if only HTTP_PROXY is set', env: { HTTP_PROXY: both.HTTP_PROXY }, host: undefined },
  { title: 'small letters before capitals', env: { ...both, https_proxy: 'http://small:1' }, host: 'small:1' },
  { title: 'none for this computer', url: 'http://127.0.0.1:8099/x', env: both, host: undefined },
  { title: 'none for localhost', url: 'https://localhost:8099/x', env: both, host: undefined },
  ...['tracker.example.com', '*.example.com', 'Example.com', '*', 'a.com, example.com'].map((list) => ({
    title: `none if NO_PROXY is ${list}`,
    env: { ...both, NO_PROXY: list },
    host: undefined,
  })),
  { title: 'none if no_proxy names the port', env: { ...both, no_proxy: 'example.com:443' }, host: undefined },
  ...['ample.com', 'tracker', 'other.example.com', 'example.com:8443', ',', 'tracker.example.com.de'].map((list) => ({
    title: `one if NO_PROXY is ${list}`,
    env: { ...both, NO_PROXY: list },
    host: 'secure.example.com:3129',
  })),
];

test('the proxy to a tracker follows from the environment', () => {
  for (const { title, url = tracker, env, host } of ways) {
    expect.soft(proxyFor(url, proxiesIn(env))?.host, title).toBe(host);
  }
});
