import { codeOf } from '../../../contracts/thrown.js';
import { LoadProblem } from './load-problem.js';
import type { VirtualUser } from './virtual-user.js';
import { assignTemplate } from './scenarios/default-templates.js';
import { changeTitle } from './scenarios/directory-sync.js';
import { comeFromElsewhere } from './scenarios/cross-tenant-logins.js';
import { workThroughCase } from './scenarios/test-management.js';
import { workOnIssue } from './scenarios/tracker.js';

const scenarios = [assignTemplate, changeTitle, workThroughCase, workOnIssue];

/** One scenario in so many begins with a login of another tenant. */
const CROSS_TENANT_LOGINS = 20;

/**
 * Has a virtual user play one scenario after the other, in an order of its own, until it is stopped. It ends the current
 * scenario.
 *
 * @throws LoadProblem if something is not as it has to be, or the network's error
 */
export async function work(virtualUser: VirtualUser, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const scenario =
      virtualUser.random.int(1, CROSS_TENANT_LOGINS) === 1 ? comeFromElsewhere : virtualUser.random.pick(scenarios);
    await scenario(virtualUser);
  }
}

/** Lets virtual users work for some time. @returns what each that stopped earlier has to complain of */
export async function driveFor(virtualUsers: readonly VirtualUser[], milliseconds: number): Promise<readonly string[]> {
  const end = performance.now() + milliseconds;
  const outcomes = await Promise.allSettled(
    virtualUsers.map((virtualUser) => work(virtualUser, () => performance.now() >= end)),
  );
  return outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [problemOf(virtualUsers[index] as VirtualUser, outcome.reason)] : [],
  );
}

/** The message of a virtual user that could not go on. */
export function problemOf({ own, connection }: VirtualUser, reason: unknown): string {
  if (reason instanceof LoadProblem) return reason.message;
  if (!(reason instanceof Error)) throw reason;
  const { request = 'nothing', begun = false } = connection.last ?? {};
  const code = codeOf(reason) ?? reason.name;
  return `${own.username}: ${request} ${begun ? 'was answered in part' : 'got no answer'}: ${code}: ${reason.message}`;
}
