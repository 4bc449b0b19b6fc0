import type { Assumptions, WorldTestSettings, TestIssueKind } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { IssueRow, ProjectRow } from '../state/tables.js';
import type { Call, Reader } from '../tracker/call.js';
import { holdsInProject } from '../tracker/permissions.js';
import { findIssue, seenIssue } from '../tracker/rows.js';

/** The test settings of a project. A project without settings of its own starts as TM-N04 says. */
export function testSettingsOf(project: ProjectRow, assumptions: Assumptions): WorldTestSettings {
  return project.tests ?? { preconditions: true, ...assumptions['TM-N04'] };
}

/** The issue type that issues of a kind have; undefined if the tracker does not manage tests. */
export function testIssueTypeId(state: State, kind: TestIssueKind): number | undefined {
  return state.settings.testIssueTypes?.[kind];
}

export function isTestIssue(state: State, issue: IssueRow, kind: TestIssueKind): boolean {
  return issue.issueTypeId === testIssueTypeId(state, kind);
}

/** The id of the custom field of a type, such as `customfield_10103`; an unused id if the tracker has no such field. */
export function fieldIdOf(
  state: State,
  type: 'steps' | 'preconditions' | 'requirement' | 'test case template',
): string {
  return `customfield_${state.tables.customFields.all().find((row) => row.type === type)?.id}`;
}

type PlanCall = Pick<Call, 'state' | 'assumptions' | 'caller'>;

/** The issue with this key, of this kind. @throws TrackerError for any other (TM-N06) */
export function locateTestIssue(call: PlanCall, key: string, kind: TestIssueKind): IssueRow {
  const { state, assumptions } = call;
  const { issue } = seenIssue(call, findIssue(state, key)) ?? {};
  if (issue !== undefined && isTestIssue(state, issue, kind)) return issue;
  throw new TrackerError(assumptions['TM-N06'], `There is no ${names[kind]} '${key}'.`);
}

const names: Readonly<Record<TestIssueKind, string>> = {
  testCaseTemplate: 'test case template',
  testCase: 'test case',
  testPlan: 'test plan',
};

/** The cases of a plan in plan order, which is the order in which they were added. */
export function casesOf(state: State, plan: IssueRow): IssueRow[] {
  return state.tables.issues.where('parent', plan.id).filter((issue) => isTestIssue(state, issue, 'testCase'));
}

export function templateOf(state: State, testCase: IssueRow): IssueRow | undefined {
  return findIssue(state, String(testCase.fields[fieldIdOf(state, 'test case template')]));
}

/** Whether a template is in the one status that counts as active (TM-N11: the first). */
export function isActive({ state, assumptions }: PlanCall, template: IssueRow): boolean {
  const [active] = assumptions['TM-N11'].testCaseTemplate;
  return state.tables.statuses.get(template.statusId)?.name === active;
}

/** Refuses a caller who may not create issues in a project. @throws TrackerError 403 */
export function requireCreateIssues(call: PlanCall, project: ProjectRow): void {
  if (!mayCreateIssues(call, project)) throw new TrackerError(403, lacksCreateIssues(project));
}

export function lacksCreateIssues({ key }: ProjectRow): string {
  return `You do not have the permission to create issues in project ${key}.`;
}

export function mayCreateIssues({ state, caller }: Reader, project: ProjectRow): boolean {
  return holdsInProject(state, caller, 'CREATE_ISSUES', project);
}
