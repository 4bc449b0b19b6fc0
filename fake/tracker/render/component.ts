import type { AssigneeType } from '../../../contracts/index.js';
import type { ComponentRow, ProjectRow } from '../../state/state.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';
import { renderUserByKey } from './user.js';

/** The components of a project, by name. */
export function componentsOf({ state }: Pick<View, 'state'>, projectId: number): ComponentRow[] {
  const rows = state.tables.components.where('project', projectId);
  return rows.sort((left, right) => left.name.localeCompare(right.name, 'en'));
}

/** A component as JSON, as it stands in a project. */
export function renderComponentSummary(view: View, { id, name, description }: ComponentRow) {
  const self = selfUrl(view, 'component', id);
  return { self, id: String(id), name, ...(description !== '' && { description }) };
}

/** A component as JSON, in full. Whoever its issues would be assigned to depends on who is there to take them. */
export function renderComponent(view: View, component: ComponentRow) {
  const project = view.state.tables.projects.get(component.projectId) as ProjectRow;
  const { assigneeType, lead } = component;
  const isAssigneeTypeValid = assigneeType !== 'COMPONENT_LEAD' || lead !== null;
  const realAssigneeType = isAssigneeTypeValid ? assigneeType : 'PROJECT_DEFAULT';
  const assignee = renderAssignee(view, assigneeType, component, project);
  const realAssignee = renderAssignee(view, realAssigneeType, component, project);
  return {
    ...renderComponentSummary(view, component),
    ...(lead !== null && { lead: renderUserByKey(view, lead) }),
    assigneeType,
    ...(assignee && { assignee }),
    realAssigneeType,
    ...(realAssignee && { realAssignee }),
    isAssigneeTypeValid,
    project: project.key,
    projectId: project.id,
  };
}

/** Whom a type of assignee stands for; a project's own default is its lead. */
function renderAssignee(view: View, type: AssigneeType, { lead }: ComponentRow, project: ProjectRow) {
  if (type === 'UNASSIGNED') return null;
  if (type === 'COMPONENT_LEAD') return lead === null ? null : renderUserByKey(view, lead);
  return renderUserByKey(view, project.lead);
}
