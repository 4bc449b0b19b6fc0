import { formatTrackerTime } from '../../../contracts/index.js';
import type { IssueRow, ProjectRow } from '../../state/state.js';
import { selfUrl } from '../../tracker/view.js';
import type { View } from '../../tracker/view.js';
import { isTestIssue, testSettingsOf } from '../test-settings.js';
import type { StepRow, TableRow } from './steps-value.js';

/**
 * Rows of a Steps table as they read back (TM-N02): a step of a case with its status, comments and attachments, any
 * other row as it was written.
 */
export function renderRows(view: View, issue: IssueRow, rows: readonly TableRow[]): unknown[] {
  const project = view.state.tables.projects.get(issue.projectId);
  const executed = project !== undefined && isTestIssue(view.state, issue, 'testCase');
  return rows.map((row) => {
    const { isGroup, cells } = row;
    return row.isGroup || !executed ? { isGroup, cells } : { isGroup, cells, ...renderExecution(view, project, row) };
  });
}

function renderExecution(view: View, project: ProjectRow, row: StepRow): Record<string, unknown> {
  const { readBack } = view.assumptions['TM-N02'];
  const parts = {
    status: () => renderStatus(view, project, row),
    comments: () => renderComments(view, row),
    attachments: () => renderAttachments(view, row),
  };
  return Object.fromEntries(readBack.map((part) => [part, parts[part]()]));
}

function renderStatus({ assumptions }: View, project: ProjectRow, row: StepRow) {
  const { statuses, defaultStatus } = testSettingsOf(project, assumptions);
  const name = row.status ?? defaultStatus;
  const status = statuses.find((candidate) => candidate.name === name);
  return {
    ids: status === undefined ? [] : [status.id],
    name,
    color: status?.color,
    isFinalStatus: status?.isFinalStatus,
  };
}

function renderComments(view: View, { comments = [] }: StepRow) {
  return comments.map(({ id, author, body, created }) => ({
    id,
    author: view.state.tables.users.get(author)?.name,
    body,
    created: formatTrackerTime(created),
  }));
}

function renderAttachments(view: View, { attachments = [] }: StepRow) {
  return attachments.flatMap((id) => {
    const row = view.state.tables.attachments.get(id);
    return row === undefined ? [] : [{ id, name: row.filename, self: selfUrl(view, 'attachment', id) }];
  });
}
