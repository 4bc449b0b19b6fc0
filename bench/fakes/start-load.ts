import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadOrder, LoadResult } from './load.js';

/** A process that asks, and does nothing else. */
export interface Load {
  /** Asks, and gives the milliseconds that one request took on average. @throws Error where a request is refused */
  millisecondsEach(order: LoadOrder): Promise<number>;
  stop(): void;
}

/** Starts the process that asks. */
export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: ['--import', 'tsx'] });
  return {
    millisecondsEach: async (order) => {
      const answer = once(child, 'message') as Promise<[LoadResult]>;
      child.send(order);
      const [result] = await answer;
      if ('fault' in result) throw new Error(result.fault);
      return result.milliseconds / result.answered;
    },
    stop: () => {
      child.disconnect();
    },
  };
}
