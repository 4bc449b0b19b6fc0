import { connect } from 'node:net';

/** Sends texts on a connection of its own, one after the other, and gives everything that comes back. */
export function exchangeText(port: number, texts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const text of texts) socket.write(text);
    });
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
    socket.once('end', () => resolve(received)).once('error', reject);
  });
}
