import { connect } from 'node:net';

/** Everything that came back on a connection, and how it ended. */
export interface Received {
  readonly text: string;
  readonly ending: 'closed' | 'reset';
}

/** Sends a text on a connection of its own and waits for the other side to end it. */
export function receive(url: string, text: string): Promise<Received> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
    socket.once('end', () => resolve({ text: received, ending: 'closed' }));
    socket.once('error', () => resolve({ text: received, ending: 'reset' }));
  });
}

/** The text of a request of the administrator's, which asks to end the connection after its answer. */
export function requestText(url: string, method: string, path: string, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${new URL(url).pathname.replace(/\/$/, '')}${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: Basic ${Buffer.from('admin:admin').toString('base64')}`,
    ...(text === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
