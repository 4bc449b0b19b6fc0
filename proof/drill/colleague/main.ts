/**
 * The process of somebody else who works in the tracker. It gets its orders from the drill: `start` with all it needs,
 * `rest`, which it answers with its book when it has finished what it is at, and `work` again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../random.js';
import type { ColleagueOrder, ColleagueReport } from './orders.js';
import { Colleague } from './colleague.js';

let colleague: Colleague | undefined;
let working = false;
let atWork: Promise<void> = Promise.resolve();
const done: Record<string, number> = {};

process.on('message', (order: ColleagueOrder) => {
  obey(order).catch(fail);
});
process.on('disconnect', () => process.exit());

async function obey(order: ColleagueOrder): Promise<void> {
  if (order.order === 'start') {
    const { access, paths, plan, seed } = order;
    colleague = new Colleague(access, paths, plan, randomOf(seed));
  }
  working = order.order !== 'rest';
  await atWork;
  if (working) {
    atWork = work();
    atWork.catch(fail);
  } else if (colleague !== undefined) tell({ book: colleague.book, done });
}

async function work(): Promise<void> {
  while (working && colleague !== undefined) {
    const what = await colleague.work();
    done[what] = (done[what] ?? 0) + 1;
    await sleep(120);
  }
}

function tell(report: ColleagueReport): void {
  process.send?.(report);
}

function fail(error: unknown): void {
  process.stderr.write(`The colleague could not go on: ${(error as Error).stack ?? String(error)}\n`);
  process.exit(1);
}
