/**
 * The process of the background user. It gets its orders from the drill: `start` with all it needs,
 * `rest`, which it answers with its book after its current work, and `work` again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../../random.js';
import { BackgroundUser } from './background-user.js';
import type { BackgroundUserOrder, BackgroundUserReport } from './start-background-user.js';

let backgroundUser: BackgroundUser | undefined;
let working = false;
let atWork: Promise<void> = Promise.resolve();
const done: Record<string, number> = {};

process.on('message', (order: BackgroundUserOrder) => {
  obey(order).catch(fail);
});
process.on('disconnect', () => process.exit());

async function obey(order: BackgroundUserOrder): Promise<void> {
  if (order.order === 'start') {
    const { access, paths, plan, seed } = order;
    backgroundUser = new BackgroundUser(access, paths, plan, randomOf(seed));
  }
  working = order.order !== 'rest';
  await atWork;
  if (working) {
    atWork = work();
    atWork.catch(fail);
  } else if (backgroundUser !== undefined) send({ book: backgroundUser.book, done });
}

async function work(): Promise<void> {
  while (working && backgroundUser !== undefined) {
    const what = await backgroundUser.work();
    done[what] = (done[what] ?? 0) + 1;
    await sleep(120);
  }
}

function send(report: BackgroundUserReport): void {
  process.send?.(report);
}

function fail(error: unknown): void {
  process.stderr.write(`The background user could not go on: ${(error as Error).stack ?? String(error)}\n`);
  process.exit(1);
}
