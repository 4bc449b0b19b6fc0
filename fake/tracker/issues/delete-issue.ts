import type { Endpoints } from '../../../contracts/index.js';
import { noContent } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { requireInProject } from '../require-permission.js';
import { browsableIssue } from './find-issue.js';
import { removeIssue } from './remove-issue.js';

/** `DELETE /issue/{issueIdOrKey}`: deletes an issue, and its sub-tasks if the caller says so. */
export function deleteIssue(call: CallOf<Endpoints['deleteIssue']>): Answer {
  const { issue, project } = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'DELETE_ISSUES', project);
  if (call.query.deleteSubtasks !== 'true' && call.state.tables.issues.any('parent', issue.id)) {
    throw new TrackerError(
      400,
      `The issue '${issue.key}' has subtasks. You must specify the 'deleteSubtasks' parameter to delete this issue and all its subtasks.`,
    );
  }
  removeIssue(call.state, issue.id);
  return noContent;
}
