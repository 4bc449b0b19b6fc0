import type { Endpoints, WorldIssueType } from '../../../contracts/index.js';
import { noContent } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { State } from '../../state/state.js';
import { requireInProject } from '../require-permission.js';
import { applyChanges } from './apply-changes.js';
import { browsableIssue } from './find-issue.js';
import type { Located } from './find-issue.js';
import { readIssueType } from './read-place.js';

/** `PUT /issue/{issueIdOrKey}`: sets fields of an issue; its type can change to another of the same kind. */
export function editIssue(call: CallOf<Endpoints['editIssue']>): Answer {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'EDIT_ISSUES', located.project);
  const { fields, update } = call.body;
  if (fields === undefined && update === undefined)
    throw new TrackerError(400, "One of 'fields' or 'update' is required.");
  const { issuetype, ...rest } = fields ?? {};
  const issueTypeId = issuetype === undefined ? located.issue.issueTypeId : newType(call.state, located, issuetype).id;
  applyChanges(call, located, { fields: rest, update }, { settable: () => true, row: { issueTypeId } });
  return noContent;
}

function newType(state: State, { issue, project }: Located, value: unknown): WorldIssueType {
  const type = readIssueType(state, project, value);
  if (type?.subtask === (issue.parentId !== null)) return type;
  throw TrackerError.ofFields({ issuetype: 'The issue type selected is invalid.' });
}
