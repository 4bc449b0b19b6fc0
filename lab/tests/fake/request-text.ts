import { connect } from 'node:net';
import { basic } from './fake-test.js';

/** The text of a request of the administrator's to a path below a URL, as GET /path, with further headers. */
export function requestText(url: string, call: string, headers: readonly string[] = [], body = ''): string {
  const [method = '', path = ''] = call.split(' ');
  const target = `${new URL(url).pathname.replace(/\/$/, '')}${path}`;
  return [`${method} ${target} HTTP/1.1`, 'Host: x', `Authorization: ${basic('admin')}`, ...headers, '', body].join(
    '\r\n',
  );
}

/** Sends texts on a connection of its own, one after the other, and gives what came back once the other side ended it. */
export function exchange(url: string, ...texts: readonly string[]) {
  return new Promise<{ readonly text: string; readonly ending: 'closed' | 'reset' }>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      for (const text of texts) socket.write(text);
    });
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
    socket.once('end', () => resolve({ text: received, ending: 'closed' }));
    socket.once('error', () => resolve({ text: received, ending: 'reset' }));
  });
}
