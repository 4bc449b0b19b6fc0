import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { messageOf } from '../../../contracts/thrown.js';
import { AUTHORIZATION, dialects } from './jobs.js';
import type { Dialect, Job, LoadRequest } from './jobs.js';

/*
 * The process that sends requests. `startLoad` of fakes.ts starts it. It gets one order after the other, and reports for each how
 * many requests were answered in what time.
 */

/** The request to send, how long and over how many connections. */
export interface LoadOrder {
  readonly url: string;
  readonly dialect: Dialect;
  readonly job: Job;
  readonly connections: number;
  readonly milliseconds: number;
  /** The turn of the first request. */
  readonly from: number;
}

/** What sends requests, and nothing else. */
export interface Load {
  /** Its name, for the reader of the figure. */
  readonly generator: string;
  /** Sends requests, and returns the average milliseconds of one. @throws Error if a request is refused */
  millisecondsEach(order: LoadOrder): Promise<number>;
  stop(): void;
}

/** The outcome of an order. */
export type LoadResult = { readonly answered: number; readonly milliseconds: number } | { readonly fault: string };

const headers = {
  authorization: AUTHORIZATION,
  'content-type': 'application/json',
};

async function carryOut(order: LoadOrder): Promise<LoadResult> {
  const { origin, pathname } = new URL(order.url);
  const before = pathname === '/' ? '' : pathname;
  const pool = new Pool(origin, { connections: order.connections, pipelining: 1 });
  const make = dialects[order.dialect][order.job];
  let turn = order.from;
  let answered = 0;
  const started = performance.now();
  const askOn = async () => {
    while (performance.now() - started < order.milliseconds) {
      await ask(pool, before, make(turn++));
      answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: order.connections }, askOn));
    return { answered, milliseconds: performance.now() - started };
  } catch (error) {
    return { fault: messageOf(error) };
  } finally {
    await pool.destroy();
  }
}

/** Sends a request without the features of undici beyond bytes: the load must cost less than the server. */
function ask(pool: Pool, before: string, { method, path, body }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let refusal = '';
    const options = { method, path: before + path, headers, body: body ?? null };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        if (status >= 300) refusal += chunk.toString();
      },
      onResponseEnd: () => {
        if (status < 300) resolve();
        else reject(new Error(`${method} ${path} was answered ${status}: ${refusal.slice(0, 300)}`));
      },
      onResponseError: (_controller, error) => {
        reject(error);
      },
    };
    pool.dispatch(options, handler);
  });
}

process.on('message', (order: LoadOrder) => {
  void carryOut(order).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());
