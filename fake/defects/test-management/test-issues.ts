import type { Endpoints, TestIssueKind } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { renderCopies } from '../../test-management/plans.js';
import { tableRowsOf } from '../../test-management/steps-table.js';
import type { StepRow, TableRow } from '../../test-management/steps-table.js';
import { casesOf, fieldIdOf, isTestIssue } from '../../test-management/test-issues.js';
import type { Call, CallOf } from '../../tracker/call.js';
import { findIssue } from '../../tracker/rows.js';
import type { BodyOf } from '../answered.js';
import { changeCalls, changeHandlers, changeMore } from '../defect.js';

export type TestField = Parameters<typeof fieldIdOf>[1];

export const fieldId = fieldIdOf;

export function valueOf(state: State, issue: IssueRow, field: TestField): unknown {
  return issue.fields[fieldId(state, field)];
}

export function withValue(state: State, issue: IssueRow, field: TestField, value: unknown): IssueRow {
  return { ...issue, fields: { ...issue.fields, [fieldId(state, field)]: value } };
}

export function withoutValue(state: State, issue: IssueRow, field: TestField): IssueRow {
  const left = Object.entries(issue.fields).filter(([id]) => id !== fieldId(state, field));
  return { ...issue, fields: Object.fromEntries(left) };
}

export function storedStepsOf(state: State, issueId: number | string): readonly TableRow[] {
  const issue = findIssue(state, String(issueId));
  return issue === undefined ? [] : tableRowsOf(valueOf(state, issue, 'steps'));
}

export function withSteps(state: State, issue: IssueRow, rows: readonly TableRow[]): IssueRow {
  return withValue(state, issue, 'steps', { rows });
}

/** Silently replaces the rows of an issue's Steps table. */
function rewriteSteps(
  state: State,
  issueId: number | string,
  change: (rows: readonly TableRow[]) => readonly TableRow[],
): void {
  const issue = findIssue(state, String(issueId));
  if (issue !== undefined) state.tables.issues.set(withSteps(state, issue, change(storedStepsOf(state, issueId))));
}

/** Silently replaces one step of an issue; the index counts steps only. */
export function rewriteStep(
  state: State,
  { issueId, rowIndex }: { readonly issueId: number | string; readonly rowIndex: number | string },
  change: (step: StepRow) => StepRow,
): void {
  rewriteSteps(state, issueId, (rows) =>
    mapSteps(rows, (step, index) => (index === Number(rowIndex) ? change(step) : step)),
  );
}

/** The rows with some of the steps changed; the index counts steps only. */
export function mapSteps(
  rows: readonly TableRow[],
  change: (step: StepRow, rowIndex: number) => StepRow,
): readonly TableRow[] {
  let rowIndex = 0;
  return rows.map((row) => (row.isGroup ? row : change(row, rowIndex++)));
}

export function createdIssuesBecome(
  kind: TestIssueKind,
  change: (issue: IssueRow, call: CallOf<Endpoints['createIssue']>) => IssueRow,
): Override {
  return changeMore('createIssue', (call, { json: body }) => {
    const issue = findIssue(call.state, (body as BodyOf<'createIssue'>).id);
    if (issue !== undefined && isTestIssue(call.state, issue, kind)) call.state.tables.issues.set(change(issue, call));
  });
}

export function createdIssuesLose(kind: TestIssueKind, field: TestField): Override {
  return createdIssuesBecome(kind, (issue, { state }) => withoutValue(state, issue, field));
}

export function isOfKind(state: State, idOrKey: number | string, kind: TestIssueKind): boolean {
  const issue = findIssue(state, String(idOrKey));
  return issue !== undefined && isTestIssue(state, issue, kind);
}

type StepsEndpoint = 'setStepStatus' | 'setStepStatuses' | 'addStepComment' | 'setStepCell' | 'addStepAttachments';

type StepChange<Name extends StepsEndpoint> = (
  step: StepRow,
  place: { readonly index: number; readonly isNamed: boolean; readonly isNext: boolean },
  call: CallOf<Endpoints[Name]>,
) => StepRow;

function changeSteps<Name extends StepsEndpoint>(call: CallOf<Endpoints[Name]>, change: StepChange<Name>): void {
  const { issueId, rowIndex, rows } = { ...call.query, ...call.body } as {
    readonly issueId: number | string;
    readonly rowIndex?: number | string;
    readonly rows?: readonly { readonly rowIndex: number | string }[];
  };
  const named = new Set((rows ?? [{ rowIndex }]).map((row) => Number(row.rowIndex)));
  rewriteSteps(call.state, issueId, (steps) =>
    mapSteps(steps, (step, index) =>
      change(step, { index, isNamed: named.has(index), isNext: named.has(index - 1) }, call),
    ),
  );
}

/** A tracker on which a steps call takes something from the steps that it names. */
export function stepLoses<const Name extends StepsEndpoint>(
  name: Name,
  left: (step: StepRow, call: CallOf<Endpoints[Name]>) => StepRow,
): Override {
  return changeHandlers(name, (call, answer) => {
    changeSteps<Name>(call, (step, { isNamed }) => (isNamed ? left(step, call) : step));
    return answer(call);
  });
}

export function stepsBecome<const Name extends StepsEndpoint>(name: Name, change: StepChange<Name>): Override {
  return changeMore(name, (call) => changeSteps<Name>(call, change));
}

export function editsBecome(
  name: 'editIssue' | 'transitionIssue',
  change: (
    edit: Readonly<Record<'before' | 'after', IssueRow>>,
    call: Pick<Call, 'state'> & { readonly parameters: { readonly issueIdOrKey: string } },
  ) => IssueRow,
): Override {
  return changeHandlers(name, (call, answer) => {
    const before = findIssue(call.state, call.parameters.issueIdOrKey);
    const right = answer(call);
    const after = findIssue(call.state, call.parameters.issueIdOrKey);
    if (before !== undefined && after !== undefined) call.state.tables.issues.set(change({ before, after }, call));
    return right;
  });
}

/** A tracker that does what a call leaves for later so many times. */
export function defers(name: 'copyPlan' | 'addTestCaseTemplates', times: number): Override {
  return changeCalls(name, (call) => ({
    defer: (action) => {
      for (let time = 0; time < times; time += 1) call.defer(action);
    },
  }));
}

export type CopyCall = CallOf<Endpoints['copyPlan']>;

export interface Copy {
  readonly source: IssueRow;
  readonly plan: IssueRow;
  readonly cases: readonly IssueRow[];
}

export function sourceOf({ state, body }: CopyCall): IssueRow | undefined {
  return findIssue(state, body.testPlanKey);
}

/** A tracker that makes copies correctly and then changes each. A copy whose cases are made later stays unchanged. */
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

function plansIn({ state }: CopyCall, { json: body }: Answer): IssueRow[] {
  const { testPlans } = body as { readonly testPlans: readonly { readonly testPlanKey: string }[] };
  return testPlans.flatMap(({ testPlanKey }) => findIssue(state, testPlanKey) ?? []);
}

function describeCopies({ state }: CopyCall, copies: readonly IssueRow[]): Answer {
  return json(renderCopies(copies.map((plan) => ({ plan, cases: casesOf(state, plan) }))));
}
