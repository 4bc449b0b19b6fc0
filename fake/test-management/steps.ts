import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { storeAttachments } from '../tracker/attachments.js';
import type { Call, SomeHandlers } from '../tracker/call.js';
import { callerOf, requireInProject } from '../tracker/permissions.js';
import { findIssue, seenIssue } from '../tracker/rows.js';
import type { Located } from '../tracker/rows.js';
import { renderRows, rowsOf } from './steps-table.js';
import type { StepRow, TableRow } from './steps-table.js';
import { fieldIdOf, isTestIssue, testSettingsOf } from './test-issues.js';

export const stepHandlers = {
  /** `PUT steps/status` */
  setStepStatus(call) {
    const { issueId, rowIndex, status } = call.body;
    return setStatuses(call, issueId, [{ rowIndex, status }]);
  },
  /** `PUT steps/statuses` */
  setStepStatuses: (call) => setStatuses(call, call.body.issueId, call.body.rows),
  /** `PUT steps/comment`; how many comments a step keeps is TM-N14 */
  addStepComment(call) {
    const { issueId, rowIndex, comment: body } = call.body;
    const table = locateTable(call, readWhole(call, 'issueId', issueId));
    const { position, step } = stepAt(call, table, readWhole(call, 'rowIndex', rowIndex));
    const comment = { id: call.state.nextId('comment'), author: callerOf(call).key, body, created: call.clock.now() };
    const comments = call.assumptions['TM-N14'] === 'the last' ? [comment] : [...(step.comments ?? []), comment];
    return store(call, table, new Map([[position, { ...step, comments }]]));
  },
  /** `PUT steps/cell` */
  setStepCell(call) {
    const { issueId, rowIndex, columnIndex, cellValue } = call.body;
    const table = locateTable(call, readWhole(call, 'issueId', issueId));
    const { position, step } = stepAt(call, table, readWhole(call, 'rowIndex', rowIndex));
    const column = readWhole(call, 'columnIndex', columnIndex);
    if (column >= step.cells.length) {
      throw new TrackerError(
        call.assumptions['TM-N07'],
        `A step has ${step.cells.length} cells; there is none with the index ${column}.`,
      );
    }
    return store(call, table, new Map([[position, { ...step, cells: step.cells.with(column, cellValue) }]]));
  },
  /** `POST steps/attachment` */
  addStepAttachments(call) {
    const table = locateTable(call, readWholeText('issueId', call.query.issueId));
    const { position, step } = stepAt(call, table, readWholeText('rowIndex', call.query.rowIndex));
    const unlisted = call.assumptions['TM-N25'].files === 'of the step';
    const stored = storeAttachments(call, table, { unlisted }).map(({ id }) => id);
    return store(
      call,
      table,
      new Map([[position, { ...step, attachments: [...(step.attachments ?? []), ...stored] }]]),
    );
  },
} satisfies SomeHandlers;

function setStatuses(
  call: StepsCall,
  issueId: number | string,
  requested: readonly { readonly rowIndex: number | string; readonly status: string }[],
): Answer {
  const table = locateTable(call, readWhole(call, 'issueId', issueId));
  if (call.assumptions['TM-N23'] === 'refused' && isTestIssue(call.state, table.issue, 'testCaseTemplate')) {
    throw new TrackerError(call.assumptions['TM-N07'], `${table.issue.key} is a template: its steps have no status.`);
  }
  const { statuses } = testSettingsOf(table.project, call.assumptions);
  const changed = new Map<number, StepRow>();
  for (const { rowIndex, status } of requested) {
    const { position, step } = stepAt(call, table, readWhole(call, 'rowIndex', rowIndex));
    if (!statuses.some(({ name }) => name === status)) {
      const names = new Set(statuses.map(({ name }) => name));
      throw new TrackerError(
        call.assumptions['TM-N07'],
        `Project ${table.project.key} has no step status '${status}'; it has ${[...names].join(', ')}.`,
      );
    }
    changed.set(position, { ...step, status });
  }
  return store(call, table, changed);
}

/** Puts changed steps in their places and answers as TM-N05 has it. */
function store(call: StepsCall, table: LocatedTable, changed: ReadonlyMap<number, StepRow>): Answer {
  const rows: TableRow[] = [...table.rows];
  for (const [position, step] of changed) rows[position] = step;
  const { issue, fieldId } = table;
  const fields = { ...issue.fields, [fieldId]: { rows } };
  call.state.tables.issues.set({ ...issue, fields, updated: call.clock.now() });
  const { status, body } = call.assumptions['TM-N05'];
  if (body === 'empty') return { status };
  const rendered = renderRows(call, issue, [...changed.values()]);
  const place = call.assumptions['TM-N02'];
  return { status, json: place === null ? rendered : { [place]: rendered } };
}

/** The part of a call that every steps call needs. */
type StepsCall = Pick<Call, 'state' | 'assumptions' | 'caller' | 'clock' | 'baseUrl' | 'basePaths'>;

/** A step, and its position among all rows. */
interface PlacedStep {
  readonly position: number;
  readonly step: StepRow;
}

/** The Steps table of an issue that a call changes. */
interface LocatedTable extends Located {
  readonly fieldId: string;
  readonly rows: readonly TableRow[];
  /** Where the steps stand among the rows. */
  readonly positions: readonly number[];
}

/** An id or an index in a call; numeric text may be refused (TM-N13). @throws TrackerError */
function readWhole(call: StepsCall, name: string, sent: number | string): number {
  if (typeof sent === 'number') return sent;
  if (call.assumptions['TM-N13'] === 'accepted') return readWholeText(name, sent);
  throw new TrackerError(400, `${name} has to be a whole number; the text '${sent}' was sent.`);
}

/** An id or an index that can only be sent as text, as in a query. @throws TrackerError */
function readWholeText(name: string, sent: string): number {
  if (/^\d{1,15}$/.test(sent)) return Number(sent);
  throw new TrackerError(400, `${name} has to be a whole number; '${sent}' was sent.`);
}

/** The Steps table of an issue. @throws TrackerError for an unknown issue (TM-N06), 403 for one the caller can't edit */
function locateTable(call: StepsCall, issueId: number): LocatedTable {
  const { state, assumptions } = call;
  const located = seenIssue(call, findIssue(state, String(issueId)));
  if (located === undefined) {
    throw new TrackerError(assumptions['TM-N06'], `There is no issue with the id ${issueId}.`);
  }
  const { issue, project } = located;
  requireInProject(call, 'EDIT_ISSUES', project);
  const fieldId = fieldIdOf(state, 'steps');
  const rows = rowsOf(issue.fields[fieldId]);
  const positions = rows.flatMap(({ isGroup }, position) => (isGroup ? [] : position));
  return { issue, project, fieldId, rows, positions };
}

/**
 * The step at an index, which counts steps only (document: Steps field rows).
 *
 * @throws TrackerError for an index that no step has (TM-N07)
 */
function stepAt({ assumptions }: StepsCall, { issue, rows, positions }: LocatedTable, rowIndex: number): PlacedStep {
  const position = positions[rowIndex] ?? -1;
  const step = rows[position];
  if (step !== undefined && !step.isGroup) return { position, step };
  throw new TrackerError(
    assumptions['TM-N07'],
    `${issue.key} has ${positions.length} steps; there is none with the index ${rowIndex}.`,
  );
}
