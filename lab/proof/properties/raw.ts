import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { OpenFake } from '../open-fake.js';
import { callers } from './request.js';

/** A message as bytes on a connection of its own. */
export interface RawMessage {
  readonly text: string;
  readonly pieces: number;
  /** Whether it is HTTP to its end, so that an answer has to come. */
  readonly isWhole: boolean;
}

const paths = [
  ...['/rest/api/2/issue/DEMO-1/attachments', '/rest/api/2/issue/NOPE-1/attachments', '/rest/api/2/issue/DEMO-1'],
  ...['/rest/tms/1.0/api/steps/attachment?issueId=12005&rowIndex=0', '/rest/tms/1.0/api/steps/statuses', '/none'],
  ...['/rest/api/2/issue', '/rest/api/2/search', '/rest/api/it/1.0/default-template/template/7', '/rest/%zz'],
];
const otherPaths = '/control/tenants /control/tenants/main/rows / * http://x/rest // /control/\u00e9'.split(' ');

const sent = ['Host: x', 'Connection: close', `Authorization: ${callers.admin}`, 'X-Atlassian-Token: no-check'];
const types = [
  ...['multipart/form-data; boundary=b', 'multipart/form-data', 'multipart/form-data; boundary="b', 'application/json'],
  ...['application/json; charset=utf-16', 'multipart/form-data; boundary=b; boundary=c', ';'],
];
const oddHeaders = [
  ...['Content-Length: 3', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'X'],
  ...['Expect: 100-continue', 'Expect: x', 'Upgrade: websocket', 'Connection: Upgrade', 'Trailer: x', ': x', ' folded'],
];

const form = [
  ...['--b', '--b--', '\r\n', '\r\n\r\n', '\n', 'Content-Disposition: form-data', 'Content-Disposition: attachment'],
  ...['; name="file"', '; name=file', '; name', '; name=""', '; filename="a"', '; filename=', "; filename*=utf-8''%zz"],
  ...['Content-Type: application/octet-stream', 'Content-Type: text/plain; charset=no', ';', '"', '\\', '\0', ':', 'x'],
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n',
  '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
];
const json = [
  ...'{ } [ ] , : " \ufeff \\u \\ null 1e999 - \0 "\ud800" "fields"'.split(' '),
  ...['"fields":', '"jql":"x"', '"__proto__":', '{"fields":{}}', '{"jql":"","jql":"key = DEMO-1"}', '{}{}', '[['],
];
const chunks = '0\r\n\r\n|3\r\nabc\r\n|fffffffff\r\n|-1\r\n|1;x=y\r\na\r\n|zz\r\n|\r\n'.split('|');

const joined = (parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(''));
const body = fc.oneof(joined(form), joined(json), joined([...form, ...json, ...chunks]));

const messageOf = (request: string, headers: readonly string[], text: string) =>
  [request, ...headers, '', text].join('\r\n');

const whole = fc
  .tuple(fc.constantFrom('POST', 'PUT', 'DELETE'), fc.constantFrom(...paths), fc.constantFrom(...types), body)
  .map(([method, path, type, text]) => {
    const length = `Content-Length: ${Buffer.byteLength(text)}`;
    return messageOf(`${method} {context}${path} HTTP/1.1`, [...sent, `Content-Type: ${type}`, length], text);
  });
const broken = fc
  .tuple(
    fc.constantFrom('POST', 'GET', 'CONNECT', 'OPTIONS', 'HEAD', 'post', '', '\u0016\u0003\u0001'),
    fc.constantFrom(...paths.map((path) => `{context}${path}`), ...otherPaths),
    fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', ''),
    fc.subarray([...sent, ...oddHeaders, ...types.map((type) => `Content-Type: ${type}`)]),
    body,
  )
  .map(([method, path, version, headers, text]) => messageOf(`${method} ${path} ${version}`, headers, text));
const pieces = fc.integer({ min: 1, max: 4 });

export const rawMessage: fc.Arbitrary<RawMessage> = fc.oneof(
  fc.record({ text: whole, pieces, isWhole: fc.constant(true) }),
  fc.record({ text: broken, pieces, isWhole: fc.constant(false) }),
);

/** Sends a message. @returns what came back, and whether the fake ended the connection in time */
async function exchange(url: URL, { text, pieces: count, isWhole }: RawMessage) {
  const socket = connect(Number(url.port), url.hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1'))).on('error', () => undefined);
  const closed = once(socket, 'close').then(() => true);
  const bytes = Buffer.from(text);
  const size = Math.ceil(bytes.length / count);
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size));
    if (count > 1) await setTimeout(1);
  }
  const isClosed = await Promise.race([closed, setTimeout(isWhole ? 10_000 : 30, false)]);
  if (!isClosed) socket.resetAndDestroy();
  return { received, isClosed };
}

/**
 * Sends messages one after the other to a tracker of their own.
 *
 * @param count gets the status of each answer, 0 for none
 * @throws Error for the first that is not coped with
 */
export async function sendRaw(
  fake: OpenFake,
  messages: readonly RawMessage[],
  count: (status: number) => void,
): Promise<void> {
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('uncaughtException', note);
  const tenant = fake.open();
  try {
    for (const message of messages) {
      const text = message.text.replaceAll('{context}', tenant.contextPath);
      const { received, isClosed } = await exchange(new URL(fake.url), { ...message, text });
      const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
      count(statuses[0] ?? 0);
      const { status } = await fetch(`${fake.url}${tenant.contextPath}/rest/api/2/serverInfo`);
      const isRight = errors.length === 0 && status === 200 && statuses.every((one) => one < 500 || one === 505);
      if (isRight && (!message.isWhole || (isClosed && statuses.length > 0))) continue;
      throw new Error(`${JSON.stringify(text)} was answered with ${JSON.stringify(received)}. ${errors.join(' ')}`);
    }
  } finally {
    process.off('uncaughtException', note);
    fake.close(tenant);
  }
}
