import type { Assumptions, WorldTestSettings } from '../../contracts/index.js';
import type { IssueRow, ProjectRow, State } from '../state/state.js';

/** How tests are managed in a project; a project that says nothing of it starts as TM-N04 has it. */
export function testSettingsOf(project: ProjectRow, assumptions: Assumptions): WorldTestSettings {
  return project.tests ?? { preconditions: true, ...assumptions['TM-N04'] };
}

/** What an issue is in test management. */
export type TestIssueKind = 'testCaseTemplate' | 'testCase' | 'testPlan';

/** The issue type that issues of a kind have; undefined where the tracker does not manage tests. */
export function testIssueTypeId(state: State, kind: TestIssueKind): number | undefined {
  return state.settings.testIssueTypes?.[kind];
}

/** Whether an issue is of a kind. */
export function isTestIssue(state: State, issue: IssueRow, kind: TestIssueKind): boolean {
  return issue.issueTypeId === testIssueTypeId(state, kind);
}

/** The id of the custom field of a type, such as `customfield_10103`; undefined where the tracker has none. */
export function fieldIdOf(
  state: State,
  type: 'steps' | 'preconditions' | 'requirement' | 'test case template',
): string | undefined {
  const field = state.tables.customFields.all().find((row) => row.type === type);
  return field === undefined ? undefined : `customfield_${field.id}`;
}
