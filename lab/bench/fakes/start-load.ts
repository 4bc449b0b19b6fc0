import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, LoadResult } from './load.js';
import { wrkLoad, wrkVersion } from './wrk-load.js';

/** The load generator: wrk if it is installed, otherwise a process of Node. */
export function startLoad(): Load {
  const version = wrkVersion();
  return version === undefined ? nodeLoad() : wrkLoad(version);
}

function nodeLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: ['--import', 'tsx'] });
  return {
    generator: 'a process of Node with undici, as there is no wrk',
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
