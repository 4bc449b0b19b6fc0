import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { Located } from '../../tracker/issues/find-issue.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { holdsInProject } from '../../tracker/permissions.js';
import { requireInProject } from '../../tracker/require-permission.js';
import { fieldIdOf } from '../test-settings.js';
import { rowsOf } from './steps-value.js';
import type { StepRow, TableRow } from './steps-value.js';

/** What every steps call needs to know of the call. */
export type StepsCall = Pick<Call, 'state' | 'assumptions' | 'caller' | 'clock' | 'baseUrl' | 'basePaths'>;

/** The Steps table of an issue that a call changes. */
export interface LocatedTable extends Located {
  readonly fieldId: string;
  readonly rows: readonly TableRow[];
}

/** An id or an index in a call; numeric text may be refused (TM-N13). @throws TrackerError */
export function readWhole(call: StepsCall, name: string, sent: number | string): number {
  if (typeof sent === 'number') return sent;
  if (call.assumptions['TM-N13'] === 'accepted') return readWholeText(name, sent);
  throw new TrackerError(400, `${name} has to be a whole number; the text '${sent}' was sent.`);
}

/** An id or an index that can only be sent as text, as in a query. @throws TrackerError */
export function readWholeText(name: string, sent: string): number {
  if (/^\d{1,15}$/.test(sent)) return Number(sent);
  throw new TrackerError(400, `${name} has to be a whole number; '${sent}' was sent.`);
}

/** The Steps table of an issue. @throws TrackerError for an unknown issue (TM-N06), 403 for one the caller can't edit */
export function locateTable(call: StepsCall, issueId: number): LocatedTable {
  const { state, caller, assumptions } = call;
  const issue = findIssue(state, String(issueId));
  const project = issue && state.tables.projects.get(issue.projectId);
  if (issue === undefined || project === undefined || !holdsInProject(state, caller, 'BROWSE_PROJECTS', project)) {
    throw new TrackerError(assumptions['TM-N06'], `There is no issue with the id ${issueId}.`);
  }
  requireInProject(call, 'EDIT_ISSUES', project);
  const fieldId = fieldIdOf(state, 'steps') ?? '';
  return { issue, project, fieldId, rows: rowsOf(issue.fields[fieldId]) };
}

/**
 * The position among all rows of the step at an index, which counts steps only (document: Steps field rows).
 *
 * @throws TrackerError for an index that no step has (TM-N07)
 */
export function positionOf({ assumptions }: StepsCall, { issue, rows }: LocatedTable, rowIndex: number): number {
  let steps = 0;
  for (const [position, row] of rows.entries()) {
    if (row.isGroup) continue;
    if (steps === rowIndex) return position;
    steps += 1;
  }
  throw new TrackerError(
    assumptions['TM-N07'],
    `${issue.key} has ${steps} steps; there is none with the index ${rowIndex}.`,
  );
}

/** The step at a position. */
export function stepAt({ rows }: LocatedTable, position: number): StepRow {
  return rows[position] as StepRow;
}
