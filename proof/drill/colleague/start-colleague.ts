import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { TSX } from '../tsx.js';
import type { ColleagueOrder, ColleagueReport } from './orders.js';

/** Somebody else who works in the tracker, in a process of their own. */
export interface ColleagueProcess {
  /** Has the colleague finish what they are at and pause. */
  rest(): Promise<ColleagueReport>;
  /** Has the colleague go on. */
  work(): void;
  stop(): void;
}

/** Starts one who works at once. */
export function startColleague(orders: Omit<ColleagueOrder & { order: 'start' }, 'order'>): ColleagueProcess {
  const child = fork(join(import.meta.dirname, 'main.ts'), { execArgv: ['--import', TSX] });
  const tell = (order: ColleagueOrder): void => {
    child.send(order);
  };
  const ended = once(child, 'exit').then(() => {
    throw new Error('The colleague is gone, and nobody can say what they saw last; see above why.');
  });
  // Who waits for the colleague hears of it.
  ended.catch(() => undefined);
  tell({ order: 'start', ...orders });
  return {
    work: () => tell({ order: 'work' }),
    stop: () => child.disconnect(),
    rest: async () => {
      const report = once(child, 'message');
      tell({ order: 'rest' });
      const [message] = (await Promise.race([report, ended])) as [ColleagueReport];
      return message;
    },
  };
}
