import type { ProjectRow } from '../../state/state.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';
import { componentsOf, renderComponentSummary } from './component.js';
import { renderIssueTypes } from './issue-type.js';
import { renderUserByKey } from './user.js';

/** A project as JSON, as it stands in lists and issues. */
export function renderProjectSummary(view: View, { id, key, name, type }: ProjectRow) {
  return { self: selfUrl(view, 'project', id), id: String(id), key, name, projectTypeKey: type };
}

/** A project as JSON, in full. */
export function renderProject(view: View, project: ProjectRow) {
  return {
    ...renderProjectSummary(view, project),
    description: project.description,
    lead: renderUserByKey(view, project.lead),
    issueTypes: renderIssueTypes(view, project.issueTypeIds),
    components: componentsOf(view, project.id).map((row) => renderComponentSummary(view, row)),
    versions: [],
    roles: {},
  };
}
