import { formatTrackerTime } from '../../../contracts/index.js';
import { renderAttachmentsOf } from '../attachments/render-attachment.js';
import { renderCommentsOf } from '../comments/render-comment.js';
import { renderParent, renderSubtasks } from '../render/linked-issue.js';
import { renderIssueTypes } from '../render/issue-type.js';
import { renderProjectSummary } from '../render/project.js';
import { renderStatus } from '../render/status.js';
import { renderUserByKey } from '../render/user.js';
import type { IssueField } from './issue-field.js';
import { labelsKind } from './labels-kind.js';
import { priorityKind } from './priority-kind.js';
import { storedField } from './stored-field.js';
import { dayKind, paragraphKind, SUMMARY_MISSING, summaryKind } from './text-kinds.js';
import { userKind } from './user-kind.js';

/** A field that is worked out from the issue's row and from other rows. */
function ownField(id: string, name: string, type: string, render: IssueField['render'], more?: Partial<IssueField>) {
  return { id, name, schema: { type }, navigable: true, required: false, render, ...more } satisfies IssueField;
}

/** The tracker's own fields, in the order in which an issue shows them. */
export const systemFields: readonly IssueField[] = [
  ownField(
    'issuetype',
    'Issue Type',
    'issuetype',
    (view, row) => renderIssueTypes(view, [row.issueTypeId])[0] ?? null,
    {
      required: true,
    },
  ),
  ownField(
    'project',
    'Project',
    'project',
    (view, row) => {
      const project = view.state.tables.projects.get(row.projectId);
      return project === undefined ? null : renderProjectSummary(view, project);
    },
    { required: true },
  ),
  ownField('status', 'Status', 'status', (view, row) => renderStatus(view, row.statusId)),
  ownField('resolution', 'Resolution', 'resolution', () => null),
  storedField('summary', 'Summary', summaryKind, { required: true, refusalToClear: SUMMARY_MISSING }),
  storedField('description', 'Description', paragraphKind),
  storedField('environment', 'Environment', paragraphKind),
  storedField('priority', 'Priority', priorityKind),
  storedField('labels', 'Labels', labelsKind([])),
  storedField('assignee', 'Assignee', userKind),
  ownField('reporter', 'Reporter', 'user', (view, row) => renderUserByKey(view, row.reporter), {
    kind: userKind,
    refusalToClear: 'Reporter is required.',
  }),
  ownField('creator', 'Creator', 'user', (view, row) => renderUserByKey(view, row.creator)),
  ownField('created', 'Created', 'datetime', (_view, row) => formatTrackerTime(row.created)),
  ownField('updated', 'Updated', 'datetime', (_view, row) => formatTrackerTime(row.updated)),
  storedField('duedate', 'Due Date', dayKind),
  ownField('parent', 'Parent', 'issuelink', renderParent),
  ownField('subtasks', 'Sub-Tasks', 'array', renderSubtasks),
  ownField('comment', 'Comment', 'comments-page', renderCommentsOf, { navigable: false }),
  ownField('attachment', 'Attachment', 'array', renderAttachmentsOf, { navigable: false }),
];
