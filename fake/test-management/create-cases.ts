import type { Assumptions, TestIssueKind } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import { limits } from '../server/limits.js';
import { workflowOf } from '../state/state.js';
import type { State } from '../state/state.js';
import type { IssueRow, ProjectRow } from '../state/tables.js';
import type { Call } from '../tracker/call.js';
import { callerOf } from '../tracker/permissions.js';
import { projectOf } from '../tracker/rows.js';
import { tableRowsOf } from './steps-table.js';
import type { TableRow } from './steps-table.js';
import { fieldIdOf, testIssueTypeId, testSettingsOf } from './test-issues.js';

export type MakingCall = Pick<Call, 'state' | 'assumptions' | 'caller' | 'clock'>;

/** Makes a case of a plan from a template: with its texts and steps as they are now. */
export function createCaseFromTemplate(call: MakingCall, plan: IssueRow, template: IssueRow): IssueRow {
  const fieldId = fieldIdOf(call.state, 'test case template');
  return createCase(call, plan, { ...template.fields, [fieldId]: template.key }, []);
}

/** Makes a case of a plan from another case. TM-N15 tells which parts of the execution it keeps. */
export function createCaseFromCase(call: MakingCall, plan: IssueRow, source: IssueRow): IssueRow {
  return createCase(call, plan, source.fields, call.assumptions['TM-N15']);
}

function createCase(
  call: MakingCall,
  plan: IssueRow,
  fields: IssueRow['fields'],
  kept: Assumptions['TM-N15'],
): IssueRow {
  const project = projectOf(call.state, plan);
  return createTestIssue(call, project, 'testCase', { ...fields, ...startSteps(call, project, fields, kept) }, plan);
}

function startSteps(
  { state, assumptions }: MakingCall,
  project: ProjectRow,
  fields: IssueRow['fields'],
  kept: Assumptions['TM-N15'],
): IssueRow['fields'] {
  const steps = fieldIdOf(state, 'steps');
  if (fields[steps] === undefined) return {};
  return { [steps]: { rows: tableRowsOf(fields[steps]).map((row) => startRow(row, project, assumptions, kept)) } };
}

export function restartCase(call: Call, testCase: IssueRow): void {
  const { state, clock } = call;
  const project = projectOf(state, testCase);
  const statusId = workflowOf(state, project, testCase.issueTypeId).initial.to;
  const fields = { ...testCase.fields, ...startSteps(call, project, testCase.fields, []) };
  state.tables.issues.set({ ...testCase, statusId, fields, updated: clock.now() });
}

function startRow(row: TableRow, project: ProjectRow, assumptions: Assumptions, kept: Assumptions['TM-N15']): TableRow {
  if (row.isGroup) return row;
  const { columns } = testSettingsOf(project, assumptions);
  const names: ReadonlySet<string> = new Set(kept.map((part) => propertyOf[part]));
  const executed = Object.entries(row).filter(([name]) => names.has(name));
  return { isGroup: false, cells: columns.map((_, index) => row.cells[index] ?? ''), ...Object.fromEntries(executed) };
}

const propertyOf = { statuses: 'status', comments: 'comments', attachments: 'attachments' } as const;

export function createTestIssue(
  call: MakingCall,
  project: ProjectRow,
  kind: TestIssueKind,
  fields: Readonly<Record<string, unknown>>,
  parent: IssueRow | null = null,
): IssueRow {
  const { state } = call;
  const issueTypeId = issueTypeOf(state, kind);
  const created = call.clock.now();
  const author = callerOf(call).key;
  const issue: IssueRow = {
    id: state.nextId('issue'),
    key: `${project.key}-${state.nextIssueNumber(project.key)}`,
    projectId: project.id,
    issueTypeId,
    statusId: workflowOf(state, project, issueTypeId).initial.to,
    parentId: parent?.id ?? null,
    requestTypeId: null,
    reporter: author,
    creator: author,
    created,
    updated: created,
    fields,
  };
  state.tables.issues.set(issue);
  return issue;
}

function issueTypeOf(state: State, kind: TestIssueKind): number {
  const id = testIssueTypeId(state, kind);
  if (id === undefined) throw new Error(`This tracker has no issue type for a ${kind}.`);
  return id;
}

/** How many issues and rows of its Steps table a copy of this issue is. */
export function sizeOf(state: State, { fields }: IssueRow): number {
  return 1 + tableRowsOf(fields[fieldIdOf(state, 'steps')]).length;
}

/** Refuses a call early that would write very many issues and rows. @throws TrackerError 400 */
export function requireFew(written: number): void {
  if (written <= limits.written) return;
  throw new TrackerError(
    400,
    `A call writes at most ${limits.written} issues and rows of steps; it would be ${written}.`,
  );
}
