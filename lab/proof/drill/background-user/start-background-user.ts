import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BasePaths } from '../../../../contracts/index.js';
import { TSX } from '../../processes.js';
import type { BackgroundUserPlan } from '../world/owners.js';
import type { Access } from './ask.js';
import type { Book } from './background-user.js';

/** The background user of a tracker, in a process of its own. */
interface BackgroundUserProcess {
  /** Has the background user finish its current work and pause. */
  rest(): Promise<BackgroundUserReport>;
  /** Has the background user go on. */
  work(): void;
  stop(): void;
}

/** Starts a background user, which works at once. */
export function startBackgroundUser(
  orders: Omit<BackgroundUserOrder & { order: 'start' }, 'order'>,
): BackgroundUserProcess {
  const child = fork(join(import.meta.dirname, 'main.ts'), { execArgv: ['--import', TSX] });
  const send = (order: BackgroundUserOrder): void => {
    child.send(order);
  };
  const ended = once(child, 'exit').then(() => {
    throw new Error('The background user is gone, so its last report is lost; the reason is above.');
  });
  // `rest` throws it.
  ended.catch(() => undefined);
  send({ order: 'start', ...orders });
  return {
    work: () => send({ order: 'work' }),
    stop: () => child.disconnect(),
    rest: async () => {
      const report = once(child, 'message');
      send({ order: 'rest' });
      const [message] = (await Promise.race([report, ended])) as [BackgroundUserReport];
      return message;
    },
  };
}

/** An order of the drill to the background user's process. */
export type BackgroundUserOrder =
  | {
      readonly order: 'start';
      readonly access: Access;
      readonly paths: BasePaths;
      readonly plan: BackgroundUserPlan;
      readonly seed: number;
    }
  | { readonly order: 'rest' }
  | { readonly order: 'work' };

/** The answer of the background user to `rest`. */
export interface BackgroundUserReport {
  readonly book: Book;
  /** How often each thing was done so far. */
  readonly done: Readonly<Record<string, number>>;
}
