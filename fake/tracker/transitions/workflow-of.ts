import type { WorldWorkflow } from '../../../contracts/index.js';
import type { IssueRow, ProjectRow, State } from '../../state/state.js';

/** A transition that leads out of a status. */
export type Transition = WorldWorkflow['transitions'][number];

/** The workflow of a project; a world that names none does not load. */
export function workflowOf(state: State, project: ProjectRow): WorldWorkflow {
  return state.tables.workflows.get(project.workflow) as WorldWorkflow;
}

/** The transitions an issue can go through now. */
export function possibleTransitions(state: State, project: ProjectRow, issue: IssueRow): Transition[] {
  return workflowOf(state, project).transitions.filter(({ from }) => from === 'any' || from.includes(issue.statusId));
}
