import { createHash } from 'node:crypto';
import { formatTrackerTime } from '../../contracts/index.js';
import type { WorldTestSettings } from '../../contracts/index.js';
import type { IssueRow, ProjectRow } from '../state/tables.js';
import { readObject } from '../tracker/read-values.js';
import { escapeText } from '../tracker/render.js';
import { projectOf } from '../tracker/rows.js';
import { selfUrl } from '../tracker/render.js';
import type { View } from '../tracker/render.js';
import { isTestIssue, testSettingsOf } from './test-issues.js';

export interface StepComment {
  readonly id: number;
  /** A user key. */
  readonly author: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** A group row of a Steps table: its name. */
export interface GroupRow {
  readonly isGroup: true;
  readonly cells: readonly [string];
}

export interface StepRow {
  readonly isGroup: false;
  readonly cells: readonly string[];
  /** The name of its status; the project's default if it is absent. */
  readonly status?: string;
  readonly comments?: readonly StepComment[];
  readonly attachments?: readonly number[];
}

export type TableRow = GroupRow | StepRow;

export interface StepsValue {
  readonly rows: readonly TableRow[];
}

/** The rows of a stored value, or of a value that a world wrote as clients do; empty for any other value. */
export function tableRowsOf(kept: unknown): readonly TableRow[] {
  const value = readObject(kept);
  const rows = value?.['rows'] ?? value?.['stepsRows'];
  return Array.isArray(rows) ? (rows as readonly TableRow[]) : [];
}

/**
 * Rows of a Steps table as they read back (TM-N02), each with its cells as a page shows them, and a step of a case with
 * its status, comments, attachments and defects.
 */
export function renderRows(view: View, issue: IssueRow, rows: readonly TableRow[]): unknown[] {
  const isCase = isTestIssue(view.state, issue, 'testCase');
  const statusOf = statusRenderer(view, projectOf(view.state, issue));
  // Escaped, in a paragraph; wiki markup stays as it is written.
  const paragraphOf = (cell: string) => (cell === '' ? '' : `<p>${escapeText(cell)}</p>`);
  return rows.map((row) => {
    const { isGroup, cells } = row;
    const shown = { isGroup, cells, renderedCells: cells.map(paragraphOf) };
    return row.isGroup || !isCase ? shown : { ...shown, ...renderExecution(view, statusOf, row) };
  });
}

/** What a Steps value has beside its rows: the columns and statuses of the project, in its order. */
export function renderTable({ columns, statuses, defaultStatus }: WorldTestSettings) {
  const all = statuses.map(({ id, name, color, isFinalStatus }) => ({ ids: [id], name, color, isFinalStatus }));
  const settings = {
    stepsColumns: columns.map((name) => ({ name, size: 150 })),
    stepsStatuses: all,
    defaultStatus: all.find(({ name }) => name === defaultStatus),
  };
  const onLoadConfigurationHash = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
  return { stepsVersion: 1, ...settings, onLoadConfigurationHash };
}

type StatusRenderer = ReturnType<typeof statusRenderer>;

function renderExecution(view: View, statusOf: StatusRenderer, row: StepRow): Record<string, unknown> {
  return {
    status: statusOf(row),
    comments: renderComments(view, row),
    attachments: renderAttachments(view, row),
    defects: [],
  };
}

function statusRenderer({ assumptions }: View, project: ProjectRow) {
  const { statuses, defaultStatus } = testSettingsOf(project, assumptions);
  return ({ status: name = defaultStatus }: StepRow) => {
    const status = statuses.find((one) => one.name === name);
    return {
      ids: status === undefined ? [] : [status.id],
      name,
      color: status?.color,
      isFinalStatus: status?.isFinalStatus,
    };
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
