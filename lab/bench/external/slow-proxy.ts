import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { kindOf } from './phases-reporter.js';

/** How much longer than the fake a tracker takes, in milliseconds. */
interface Delays {
  /** Every call. */
  readonly call: number;
  /** How much longer still to create or remove a project. */
  readonly project: number;
}

/** A proxy that delays and counts. */
interface SlowProxy {
  readonly url: string;
  /** How many requests there were of each kind: method and path, with ids and keys replaced. */
  readonly counts: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Starts a proxy before a tracker, on a free port of this machine. */
export async function startSlowProxy(tracker: string, delays: Delays): Promise<SlowProxy> {
  const counts = new Map<string, number>();
  const agent = new Agent();
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const kind = kindOf(incoming.method ?? '', incoming.url ?? '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    await sleep(delays.call + (/^(POST|DELETE) \/rest\/api\/2\/project(\/KEY)?$/.test(kind) ? delays.project : 0));
    const { method, url = '', headers } = incoming;
    const onward = request(new URL(url, tracker), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing)).listen(0, '127.0.0.1');
  // A connection that is closed while a call is on its way would fail that call.
  server.keepAliveTimeout = 300_000;
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
