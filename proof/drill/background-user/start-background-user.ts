import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { TSX } from '../tsx.js';
import type { BackgroundUserOrder, BackgroundUserReport } from './orders.js';

/** Somebody else who works in the tracker, in a process of their own. */
export interface BackgroundUserProcess {
  /** Has the background user finish what they are at and pause. */
  rest(): Promise<BackgroundUserReport>;
  /** Has the background user go on. */
  work(): void;
  stop(): void;
}

/** Starts one who works at once. */
export function startBackgroundUser(
  orders: Omit<BackgroundUserOrder & { order: 'start' }, 'order'>,
): BackgroundUserProcess {
  const child = fork(join(import.meta.dirname, 'main.ts'), { execArgv: ['--import', TSX] });
  const tell = (order: BackgroundUserOrder): void => {
    child.send(order);
  };
  const ended = once(child, 'exit').then(() => {
    throw new Error('The background user is gone, so nobody knows what it saw last; the reason is above.');
  });
  // Who waits for the background user hears of it.
  ended.catch(() => undefined);
  tell({ order: 'start', ...orders });
  return {
    work: () => tell({ order: 'work' }),
    stop: () => child.disconnect(),
    rest: async () => {
      const report = once(child, 'message');
      tell({ order: 'rest' });
      const [message] = (await Promise.race([report, ended])) as [BackgroundUserReport];
      return message;
    },
  };
}
