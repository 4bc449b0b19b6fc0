import type { WorldWorkflow } from '../../../contracts/index.js';
import type { IssueRow, ProjectRow, State } from '../../state/state.js';

/** A transition that leads out of a status. */
export type Transition = WorldWorkflow['transitions'][number];

/** The workflow that issues of a type follow in a project; a world that names none does not load. */
export function workflowOf(state: State, project: ProjectRow, issueTypeId: number): WorldWorkflow {
  const name = project.workflowByIssueType[issueTypeId] ?? project.workflow;
  return state.tables.workflows.get(name) as WorldWorkflow;
}

/** The transitions an issue can go through now. */
export function possibleTransitions(state: State, project: ProjectRow, issue: IssueRow): Transition[] {
  const { transitions } = workflowOf(state, project, issue.issueTypeId);
  return transitions.filter(({ from }) => from === 'any' || from.includes(issue.statusId));
}
