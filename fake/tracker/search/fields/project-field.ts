import { holdsInProject } from '../../permissions.js';
import { readId } from '../../read-id.js';
import type { JqlField, JqlScope } from './jql-field.js';

/** The project of an issue; queries name it by key, id or name, and only one the caller may see. */
export function projectField({ state, caller }: JqlScope): JqlField {
  const { projects } = state.tables;
  const byName = (name: string) => projects.all().find((project) => project.name.toLowerCase() === name);
  return {
    valuesOf: (issue) => [issue.projectId],
    resolve: (text) => {
      const byKeyOrId = projects.first('key', text.toUpperCase()) ?? projects.get(readId(text) ?? 0);
      const project = byKeyOrId ?? byName(text.toLowerCase());
      return project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? project.id : undefined;
    },
    sortKey: (issue) => projects.get(issue.projectId)?.name.toLowerCase(),
  };
}
