import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { IssueRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { renderCopies } from '../../test-management/created-issues.js';
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
  type Copies = readonly { readonly id?: number; readonly key?: string }[];
  const copies = (body as Readonly<Record<string, Copies>>)[assumptions['TM-N08'].plans];
  return (copies ?? []).flatMap(({ id, key }) => findIssue(state, String(id ?? key)) ?? []);
}

/** The answer that names copies with the cases they have. */
function describeCopies({ state, assumptions }: CopyCall, copies: readonly IssueRow[]): Answer {
  const described = copies.map((plan) => ({ plan, cases: casesOf(state, plan) }));
  return json(renderCopies(assumptions, described));
}
