import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { IssueRow, ProjectRow, State } from '../../state/state.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-id.js';

/** An issue and the project it is in. */
export interface Located {
  readonly issue: IssueRow;
  readonly project: ProjectRow;
}

/** The issue with this id or key. */
export function findIssue({ tables }: State, idOrKey: string): IssueRow | undefined {
  const id = readId(idOrKey);
  return id === undefined ? tables.issues.first('key', idOrKey) : tables.issues.get(id);
}

/** The issue with this id or key. @throws TrackerError 404 for one that is unknown or not for the caller to see */
export function browsableIssue({ state, caller }: Pick<Call, 'state' | 'caller'>, idOrKey: string): Located {
  const issue = findIssue(state, idOrKey);
  const project = issue && state.tables.projects.get(issue.projectId);
  if (issue && project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project)) return { issue, project };
  throw new TrackerError(404, 'Issue Does Not Exist');
}
