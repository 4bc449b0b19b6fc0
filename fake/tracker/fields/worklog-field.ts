import { formatTrackerTime } from '../../../contracts/index.js';
import type { IssueRow, WorklogRow } from '../../state/tables.js';
import { renderUserByKey, selfUrl } from '../render.js';
import type { View } from '../render.js';
import { formatDuration } from './time-tracking.js';

/** So much work an issue shows among its fields; the rest has to be listed. */
const SHOWN = 20;

/** Work on an issue as JSON. */
export function renderWorklog(view: View, row: WorklogRow) {
  return {
    self: selfUrl(view, 'issue', row.issueId, 'worklog', row.id),
    author: renderUserByKey(view, row.author),
    updateAuthor: renderUserByKey(view, row.updateAuthor),
    comment: row.comment,
    created: formatTrackerTime(row.created),
    updated: formatTrackerTime(row.updated),
    started: formatTrackerTime(row.started),
    timeSpent: formatDuration(row.seconds),
    timeSpentSeconds: row.seconds,
    id: String(row.id),
    issueId: String(row.issueId),
  };
}

/** The work on an issue as it stands among its fields. */
export function renderWorklogsOf(view: View, { id }: IssueRow) {
  const rows = view.state.tables.worklogs.where('issue', id);
  const worklogs = rows.slice(0, SHOWN).map((row) => renderWorklog(view, row));
  return { startAt: 0, maxResults: SHOWN, total: rows.length, worklogs };
}
