import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { defaultBasePaths } from '../../../contracts/endpoints/endpoint.js';
import { endpoints } from '../../../contracts/index.js';
import { UnreachableError } from '../../../client/wire-errors.js';
import { createApiClient } from '../../../client/api-client.js';
import { ANSWER_LIMIT } from '../../../client/undici-transport.js';
import { anonymous } from '../../../client/credentials.js';
import { closeServers, serve, serveSecurely, tlsFile, requestTo, transports, waySettings } from './servers.js';
import type { TestServer } from './servers.js';

test.afterEach(closeServers);

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

for (const [what, open] of Object.entries(transports)) {
  test.describe(what, () => {
    test('that is never answered, or whose answer stops half-way, ends by the time-out', async () => {
      const half: RequestListener = (_, answer) => void answer.writeHead(200, { 'content-length': 10 }).write('half');
      for (const listener of [() => undefined, half]) {
        const { url } = await serve(listener);

        await expect(open(waySettings({ timeout: 200 }), url)(requestTo(url))).rejects.toThrow(/time/i);
      }
    });

    test('waits for its turn, and is not held up if no rate is set', async ({}, testInfo) => {
      const { url } = await serve((_, answer) => answer.end('well'));
      const [limited, free] = [
        open(waySettings({ rate: 5, outputDir: testInfo.outputPath('output') }), url),
        open(waySettings(), url),
      ];

      const answers = await Promise.all([1, 2, 3].map(() => limited(requestTo(url))));

      expect(answers.reduce((sum, { waited = 0 }) => sum + waited, 0)).toBeGreaterThan(0);
      expect((await free(requestTo(url))).waited).toBeUndefined();
    });

    const method = what === 'a set-up call' ? 'POST' : 'GET';

    test(`that is a ${method} is sent once if the connection is reset`, async () => {
      let requests = 0;
      const { url } = await serve(({ socket }) => {
        requests += 1;
        socket.resetAndDestroy();
      });

      const sent = open(waySettings(), url)(requestTo(url, { method }));

      await expect(sent).rejects.toThrow(/reset|hang up|closed/i);
      expect(requests).toBe(1);
    });
  });

  test(`${what} is answered if TRACKER_CA names the tracker's authority, and says what to do if it is another`, async () => {
    const [vouched, unvouched] = [
      await serveSecurely('vouched', (_, answer) => answer.end('well')),
      await serveSecurely('unvouched', (_, answer) => answer.end('well')),
    ];
    const transportTo = ({ url }: TestServer) => open(waySettings({ ca: tlsFile('authority') }), url);
    const transport = transportTo(unvouched);
    const setup = { baseUrl: unvouched.url, basePaths: defaultBasePaths, transport, caller: anonymous };
    const client = createApiClient(endpoints, { ...setup, around: (_, send) => send() });

    expect((await transportTo(vouched)(requestTo(vouched.url))).body.toString()).toBe('well');
    await expect(client.getMyself()).rejects.toThrow(
      /got no answer: .*certificate.* If the authority is an intermediate one, .* name the file of the authority’s certificate in TRACKER_CA\./,
    );
  });

  for (const [title, compressed] of [
    ['without end', false],
    ['that is small and decompresses without end', true],
  ] as const) {
    test(`${what} stops reading an answer ${title}, and ends its connection`, async () => {
      let ended: () => void = () => undefined;
      const end = new Promise<void>((resolve) => (ended = resolve));
      const { url } = await serve((_request, answer) => {
        answer.once('close', ended);
        writeForEver(answer, compressed);
      });
      const send = open(waySettings({ timeout: 60_000 }), url);

      const error = await send(requestTo(`${url}/long`)).catch((thrown: unknown) => thrown);

      expect(new UnreachableError('GET', `${url}/long`, error).message).toBe(
        `GET ${url}/long got an answer that could not be read: it is larger than ${ANSWER_LIMIT / 1_000_000} MB, ` +
          'decompressed, and was not read further. Check that TRACKER_URL leads to the tracker, and ask for fewer rows.',
      );
      await end;
    });
  }

  test(`${what} is decompressed, and says of what is not compressed that it is not`, async () => {
    for (const [encoding, bytes] of Object.entries(packed)) {
      const { url } = await serve(({ url: path }, answer) => {
        answer.writeHead(200, { 'Content-Encoding': encoding });
        answer.end(path === '/broken' ? 'no such thing at all' : bytes);
      });
      const send = open(waySettings(), url);

      const broken = await send(requestTo(`${url}/broken`)).catch((thrown: unknown) => thrown);

      expect((await send(requestTo(url))).body.toString()).toBe('{"a": 1}');
      expect(String(broken)).toContain(`UnreadAnswerError: it is no ${encoding}, though its Content-Encoding says so`);
    }
  });
}
