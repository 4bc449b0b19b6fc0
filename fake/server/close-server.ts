import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';

/** How long a server that closes waits for answers it has begun, in milliseconds. */
const PATIENCE = 1_500;

/** How a server ends. */
export interface Closing {
  /**
   * How long connections that nothing is asked on stay open, in milliseconds, for a request that may be on its way. It is
   * answered, and then is the last of its connection. Default: 0
   */
  readonly grace?: number;
}

/**
 * Prepares a server for its end: no connection is taken any more, what was asked is answered, and each answer says that it
 * is the last of its connection. What is still not answered after a second and a half is given up.
 *
 * @returns what ends the server; the same promise however often it is called
 */
export function closingOf(server: Server): (how?: Closing) => Promise<void> {
  // By connection: listening to the end of every answer would cost as much as some answers do.
  const open = new Map<Socket, ServerResponse>();
  let closing: Promise<void> | undefined;
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.set(socket, response);
    if (closing !== undefined) response.shouldKeepAlive = false;
  });
  return ({ grace = 0 } = {}) => (closing ??= close(server, open, grace));
}

function close(server: Server, open: ReadonlyMap<Socket, ServerResponse>, grace: number): Promise<void> {
  for (const response of open.values()) response.shouldKeepAlive = false;
  return new Promise((resolve, reject) => {
    let ending: NodeJS.Timeout;
    const endIdle = () => {
      server.closeIdleConnections();
      // One whose head was sent before could not say that it is the last of its connection.
      ending = setTimeout(endIdle, 10);
    };
    // The server's own way would end idle connections at once.
    NetServer.prototype.close.call(server, (error) => {
      clearTimeout(ending);
      if (error === undefined) resolve();
      else reject(error);
    });
    if (grace === 0) endIdle();
    else ending = setTimeout(endIdle, grace);
    setTimeout(() => server.closeAllConnections(), PATIENCE).unref();
  });
}
