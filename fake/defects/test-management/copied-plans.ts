import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { IssueRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { casesOf } from '../../test-management/test-issues.js';
import type { CallOf } from '../../tracker/call.js';
import { findIssue } from '../../tracker/rows.js';
import { changeHandlers } from '../defect.js';

/** A call that copies a plan. */
export type CopyCall = CallOf<Endpoints['copyPlan']>;

/** A plan that was copied, with the copy. */
export interface Copy {
  readonly source: IssueRow;
  readonly plan: IssueRow;
  readonly cases: readonly IssueRow[];
}

/** The plan that is copied. */
export function sourceOf({ state, body }: CopyCall): IssueRow | undefined {
  return findIssue(state, body.testPlanKey);
}

/** A tracker that takes another copy for wanted than was asked for. */
export function copiesAskedFor(change: (body: CopyCall['body'], call: CopyCall) => CopyCall['body']): Override {
  return changeHandlers('copyPlan', (call, answer) => answer({ ...call, body: change(call.body, call) }));
}

/** A tracker that makes copies right and then something else of each; a copy whose cases are left for later stays. */
export function copiesBecome(change: (copy: Copy, call: CopyCall, position: number) => void): Override {
  return changeHandlers('copyPlan', (call, answer) => {
    const right = answer(call);
    const source = sourceOf(call);
    if (source === undefined || call.body.async) return right;
    for (const [position, plan] of plansIn(call, right).entries()) {
      change({ source, plan, cases: casesOf(call.state, plan) }, call, position);
    }
    return describeCopies(call, plansIn(call, right));
  });
}

/** The copies an answer names. */
function plansIn({ state, assumptions }: CopyCall, { json: body }: Answer): IssueRow[] {
  const plans = (body as Readonly<Record<string, readonly { readonly id: number }[]>>)[assumptions['TM-N08'].plans];
  return (plans ?? []).flatMap(({ id }) => state.tables.issues.get(id) ?? []);
}

/** The answer that names copies with the cases they have. */
function describeCopies({ state, assumptions }: CopyCall, copies: readonly IssueRow[]): Answer {
  const { plans, cases } = assumptions['TM-N08'];
  const named = ({ id, key }: IssueRow) => ({ id, key });
  return json({ [plans]: copies.map((plan) => ({ ...named(plan), [cases]: casesOf(state, plan).map(named) })) });
}
