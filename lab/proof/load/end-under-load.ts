import { setTimeout } from 'node:timers/promises';
import { codeOf } from '../../../contracts/thrown.js';
import { LoadProblem } from './load-problem.js';
import { problemOf, work } from './drive.js';
import type { FakeEnding, FakeProcess } from './fake-process.js';
import type { VirtualUser } from './virtual-user.js';

/** How the fake ended while it was asked. */
export interface EndUnderLoad {
  readonly ending: FakeEnding;
  /** How many requests had been sent and not been answered when the signal was sent. */
  readonly inFlight: number;
  /** How many came later and were answered. */
  readonly answeredLater: number;
  readonly problems: readonly string[];
}

/** How long the virtual users work before the fake has to end, in milliseconds. */
const RUN_UP = 1_000;

/**
 * Ends the fake while virtual users work. Each request that was sent before the signal has to be answered whole, and as it
 * would have
 * been. One that was sent later may be refused or meet a closed connection; what has begun to be answered has to be
 * answered whole all the same.
 */
export async function endUnderLoad(fake: FakeProcess, virtualUsers: readonly VirtualUser[]): Promise<EndUnderLoad> {
  const working = virtualUsers.map((virtualUser) => work(virtualUser, () => false).catch((error: unknown) => error));
  await setTimeout(RUN_UP);
  const answeredBefore = virtualUsers.reduce((sum, { answered }) => sum + answered, 0);
  const inFlight = virtualUsers.flatMap(({ connection: { last } }) =>
    last?.sent === true && !last.whole ? [last] : [],
  );
  const ending = await fake.end('SIGTERM');
  const reasons = await Promise.all(working);
  const answered = virtualUsers.reduce((sum, virtualUser) => sum + virtualUser.answered, 0);
  const problems = virtualUsers.flatMap((virtualUser, index) => {
    const { last } = virtualUser.connection;
    const mayBeRefused = last !== undefined && !inFlight.includes(last) && !last.begun;
    const reason = reasons[index];
    return mayBeRefused && !(reason instanceof LoadProblem) && isRefusal(reason)
      ? []
      : [problemOf(virtualUser, reason)];
  });
  return {
    ending,
    inFlight: inFlight.length,
    answeredLater: answered - answeredBefore - inFlight.filter(({ whole }) => whole).length,
    problems,
  };
}

/** Whether an error is what a client meets whose server has gone. */
function isRefusal(reason: unknown): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(reason) ?? '');
}
