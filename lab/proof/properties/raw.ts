import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import { callers, contentTypes } from './request.js';

/** A message as bytes on a connection of its own. */
export interface RawMessage {
  readonly lines: readonly string[];
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
const types = ['application/json', ...contentTypes].map((type) => `Content-Type: ${type}`);
const oddHeaders = [
  ...['Content-Length: 3', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'X'],
  ...['Expect: 100-continue', 'Expect: x', 'Upgrade: websocket', 'Connection: Upgrade', 'Trailer: x', ': x', ' folded'],
];

const form = [
  ...['--x', '--x--', '\r\n', '\r\n\r\n', '\n', 'Content-Disposition: form-data', 'Content-Disposition: attachment'],
  ...['; name="file"', '; name=file', '; name', '; name=""', '; filename="a"', '; filename=', "; filename*=utf-8''%zz"],
  ...['Content-Type: application/octet-stream', 'Content-Type: text/plain; charset=no', ';', '"', '\\', '\0', ':', 'y'],
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ny\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data\r\n\r\ny\r\n--x--\r\n',
];
const json = [
  ...'{ } [ ] , : " \ufeff \\u \\ null 1e999 - \0 "\ud800" "fields"'.split(' '),
  ...['"fields":', '"jql":"x"', '"__proto__":', '{"fields":{}}', '{"jql":"","jql":"key = DEMO-1"}', '{}{}', '[['],
];
const chunks = '0\r\n\r\n|3\r\nabc\r\n|fffffffff\r\n|-1\r\n|1;x=y\r\na\r\n|zz\r\n|\r\n'.split('|');

const joined = (parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(''));
const body = fc.oneof(joined(form), joined(json), joined([...form, ...json, ...chunks]));

const whole = fc
  .tuple(fc.constantFrom('POST', 'PUT', 'DELETE'), fc.constantFrom(...paths), fc.constantFrom(...types), body)
  .map(([method, path, type, text]) => {
    const headers = [...sent, type, `Content-Length: ${Buffer.byteLength(text)}`];
    return [`${method} {context}${path} HTTP/1.1`, ...headers, '', text];
  });
const broken = fc
  .tuple(
    fc.constantFrom('POST', 'GET', 'CONNECT', 'OPTIONS', 'HEAD', 'post', '', '\u0016\u0003\u0001'),
    fc.constantFrom(...paths.map((path) => `{context}${path}`), ...otherPaths),
    fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', ''),
    fc.subarray([...sent, ...oddHeaders, ...types]),
    body,
  )
  .map(([method, path, version, headers, text]) => [`${method} ${path} ${version}`, ...headers, '', text]);

const messageOf = (isWhole: boolean, lines: fc.Arbitrary<readonly string[]>): fc.Arbitrary<RawMessage> =>
  fc.record({ lines, pieces: fc.integer({ min: 1, max: 4 }), isWhole: fc.constant(isWhole) });

export const rawMessage = fc.oneof(messageOf(true, whole), messageOf(false, broken));

/** Sends a message. @returns what came back, and whether the fake ended the connection in time */
async function exchange(url: URL, text: string, { pieces, isWhole }: RawMessage) {
  const socket = connect(Number(url.port), url.hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1'))).on('error', () => undefined);
  const closed = once(socket, 'close').then(() => true);
  const bytes = Buffer.from(text);
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size));
    if (pieces > 1) await setTimeout(1);
  }
  const isClosed = await Promise.race([closed, setTimeout(isWhole ? 10_000 : 30, false)]);
  if (!isClosed) socket.resetAndDestroy();
  return { received, isClosed };
}

/** Sends a message to a tracker, and then a plain request. @returns the status of its answer, 0 for none */
export async function sendRaw(base: string, message: RawMessage) {
  const url = new URL(base);
  const text = message.lines.join('\r\n').replaceAll('{context}', url.pathname);
  const { received, isClosed } = await exchange(url, text, message);
  const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  const { status } = await fetch(`${base}/rest/api/2/serverInfo`);
  const isServed = status === 200 && statuses.every((one) => one < 500 || one === 505);
  const isRight = isServed && (!message.isWhole || (isClosed && statuses.length > 0));
  return {
    status: statuses[0] ?? 0,
    told: `${JSON.stringify(text)} → ${JSON.stringify(received)}`,
    problems: isRight ? [] : ['The fake does not cope with these bytes.'],
  };
}
