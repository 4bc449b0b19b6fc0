import type { IssueRow } from '../../../state/state.js';
import { findIssue } from '../../issues/find-issue.js';
import { holdsInProject } from '../../permissions.js';
import type { JqlField, JqlScope } from './jql-field.js';

/** The issue itself; queries name it by key or id, and only one the caller may see. */
export function keyField(scope: JqlScope): JqlField {
  return {
    valuesOf: (issue) => [issue.id],
    resolve: resolver(scope),
    comparison: { against: (text) => againstKey(text.toUpperCase()) },
    sortKey: ({ key }) => `${projectKeyOf(key)}-${String(numberOf(key)).padStart(12, '0')}`,
  };
}

/** The issue a sub-task belongs to. */
export function parentField(scope: JqlScope): JqlField {
  return { valuesOf: ({ parentId }) => (parentId === null ? [] : [parentId]), resolve: resolver(scope) };
}

function resolver({ state, caller }: JqlScope): (text: string) => number | undefined {
  return (text) => {
    const issue = findIssue(state, text.toUpperCase());
    const project = issue && state.tables.projects.get(issue.projectId);
    return project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? issue.id : undefined;
  };
}

/** Keys of one project are compared by their number; those of different projects are not. */
function againstKey(key: string): ((issue: IssueRow) => number | undefined) | undefined {
  if (!/^[A-Z][A-Z0-9_]+-\d{1,12}$/.test(key)) return undefined;
  return (issue) => (projectKeyOf(issue.key) === projectKeyOf(key) ? numberOf(issue.key) - numberOf(key) : undefined);
}

function projectKeyOf(key: string): string {
  return key.slice(0, key.lastIndexOf('-'));
}

function numberOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('-') + 1));
}
