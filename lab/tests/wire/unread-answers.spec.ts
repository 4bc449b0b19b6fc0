import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { expect, test } from '@playwright/test';
import { ANSWER_LIMIT } from '../../../fixtures/http/undici-transport.js';
import { UnreachableError } from '../../../fixtures/errors.js';
import { serve } from './servers.js';
import { requestTo, transports, waySettings } from './transports.js';

test.describe.configure({ timeout: 90_000 });

/** Writes bytes until the client disconnects. */
function writeForEver(answer: ServerResponse, compressed: boolean): void {
  const chunk = Buffer.alloc(1_000_000, 'x');
  answer.writeHead(200, compressed ? { 'Content-Encoding': 'gzip' } : {});
  const stream = compressed ? createGzip() : answer;
  if (compressed) createdFor(answer, stream as ReturnType<typeof createGzip>);
  const write = () => {
    while (!answer.destroyed && stream.write(chunk));
    if (!answer.destroyed) stream.once('drain', write);
  };
  write();
}

function createdFor(answer: ServerResponse, stream: ReturnType<typeof createGzip>): void {
  stream.pipe(answer);
  answer.once('close', () => stream.destroy());
}

const packed = {
  gzip: gzipSync('{"a": 1}'),
  deflate: deflateSync('{"a": 1}'),
  br: brotliCompressSync('{"a": 1}'),
} as const;

for (const [what, open] of Object.entries(transports)) {
  for (const [title, compressed] of [
    ['without end', false],
    ['that is small and decompresses without end', true],
  ] as const) {
    test(`${what} stops reading an answer ${title}, and ends its connection`, async () => {
      let ended: () => void = () => undefined;
      const end = new Promise<void>((resolve) => (ended = resolve));
      const server = await serve((_request, answer) => {
        answer.once('close', ended);
        writeForEver(answer, compressed);
      });
      const url = `http://127.0.0.1:${server.port}`;
      const send = open(waySettings({ timeout: 60_000 }), url);

      const error = await send(requestTo(`${url}/long`)).catch((thrown: unknown) => thrown);

      expect(new UnreachableError('GET', `${url}/long`, error).message).toBe(
        `GET ${url}/long got an answer that could not be read: it is larger than ${ANSWER_LIMIT / 1_000_000} MB, ` +
          'decompressed, and was not read further. Check that TRACKER_URL leads to the tracker, and ask for fewer rows.',
      );
      await end;
      server.close();
    });
  }

  for (const [encoding, bytes] of Object.entries(packed)) {
    test(`${what} decompresses ${encoding}, and says of what is none that it is not`, async () => {
      const server = await serve(({ url }, answer) => {
        answer.writeHead(200, { 'Content-Encoding': encoding });
        answer.end(url === '/broken' ? 'no such thing at all' : bytes);
      });
      const url = `http://127.0.0.1:${server.port}`;
      const send = open(waySettings(), url);

      const broken = await send(requestTo(`${url}/broken`)).catch((thrown: unknown) => thrown);

      expect((await send(requestTo(url))).body.toString()).toBe('{"a": 1}');
      expect(String(broken)).toContain(`UnreadAnswerError: it is no ${encoding}, though its Content-Encoding says so`);
      server.close();
    });
  }
}
