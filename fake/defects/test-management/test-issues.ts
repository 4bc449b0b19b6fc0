import type { Endpoints } from '../../../contracts/index.js';
import type { Call } from '../../server/call.js';
import type { CallOf } from '../../server/handler.js';
import type { Variant } from '../../spaces/behaviour.js';
import type { IssueRow, State } from '../../state/state.js';
import { rowsOf } from '../../test-management/steps/steps-value.js';
import type { StepRow, TableRow } from '../../test-management/steps/steps-value.js';
import { fieldIdOf, isTestIssue } from '../../test-management/test-settings.js';
import type { TestIssueKind } from '../../test-management/test-settings.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { changeHandlers } from '../change-handlers.js';

/** A custom field of test management. */
export type TestField = Parameters<typeof fieldIdOf>[1];

/** The id of a custom field of test management; empty where the tracker has none. */
export function fieldId(state: State, field: TestField): string {
  return fieldIdOf(state, field) ?? '';
}

/** The kept value of a custom field of test management. */
export function valueOf(state: State, issue: IssueRow, field: TestField): unknown {
  return issue.fields[fieldId(state, field)];
}

/** An issue with another value in a custom field of test management. */
export function withValue(state: State, issue: IssueRow, field: TestField, value: unknown): IssueRow {
  return { ...issue, fields: { ...issue.fields, [fieldId(state, field)]: value } };
}

/** An issue without a value in a custom field of test management. */
export function withoutValue(state: State, issue: IssueRow, field: TestField): IssueRow {
  const left = Object.entries(issue.fields).filter(([id]) => id !== fieldId(state, field));
  return { ...issue, fields: Object.fromEntries(left) };
}

/** The rows of an issue's Steps table; none where there is no such issue. */
export function stepsOf(state: State, issueId: number | string): readonly TableRow[] {
  const issue = findIssue(state, String(issueId));
  return issue === undefined ? [] : rowsOf(valueOf(state, issue, 'steps'));
}

/** An issue with other rows in its Steps table. */
export function withSteps(state: State, issue: IssueRow, rows: readonly TableRow[]): IssueRow {
  return withValue(state, issue, 'steps', { rows });
}

/** Gives an issue other rows in its Steps table, without a word. */
export function rewriteSteps(
  state: State,
  issueId: number | string,
  change: (rows: readonly TableRow[]) => readonly TableRow[],
): void {
  const issue = findIssue(state, String(issueId));
  if (issue !== undefined) state.tables.issues.set(withSteps(state, issue, change(stepsOf(state, issueId))));
}

/** The rows with some of the steps changed; the index counts steps only. */
export function mapSteps(
  rows: readonly TableRow[],
  change: (step: StepRow, rowIndex: number) => StepRow,
): readonly TableRow[] {
  let rowIndex = 0;
  return rows.map((row) => (row.isGroup ? row : change(row, rowIndex++)));
}

/** A tracker that keeps new issues of a kind otherwise than they were sent. */
export function createdIssuesBecome(
  kind: TestIssueKind,
  change: (issue: IssueRow, call: CallOf<Endpoints['createIssue']>) => IssueRow,
): Variant {
  return changeHandlers('createIssue', (call, answer) => {
    const right = answer(call);
    const issue = findIssue(call.state, (right.json as { readonly id: string }).id);
    if (issue !== undefined && isTestIssue(call.state, issue, kind)) call.state.tables.issues.set(change(issue, call));
    return right;
  });
}

/** What an edit did to an issue. */
interface Edit {
  readonly before: IssueRow;
  readonly after: IssueRow;
}

/** A tracker that answers the edits of an issue right and makes something else of them. */
export function editsBecome(
  name: 'editIssue' | 'transitionIssue',
  change: (
    edit: Edit,
    call: Pick<Call, 'state'> & { readonly parameters: { readonly issueIdOrKey: string } },
  ) => IssueRow,
): Variant {
  return changeHandlers(name, (call, answer) => {
    const before = findIssue(call.state, call.parameters.issueIdOrKey);
    const right = answer(call);
    const after = findIssue(call.state, call.parameters.issueIdOrKey);
    if (before !== undefined && after !== undefined) call.state.tables.issues.set(change({ before, after }, call));
    return right;
  });
}
