import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { storeAttachments } from '../tracker/attachments.js';
import type { Call, SomeHandlers } from '../tracker/call.js';
import { callerOf, requireInProject } from '../tracker/permissions.js';
import { findIssue, seenIssue } from '../tracker/rows.js';
import type { Located } from '../tracker/rows.js';
import { renderRows, tableRowsOf } from './steps-table.js';
import type { StepRow, TableRow } from './steps-table.js';
import { fieldIdOf, isTestIssue, testSettingsOf } from './test-issues.js';

export const stepHandlers = {
  setStepStatus: (call) => setStatuses(call, call.body.issueId, [call.body]),
  setStepStatuses: (call) => setStatuses(call, call.body.issueId, call.body.rows),
  addStepComment(call) {
    const { issueId, comment: body } = call.body;
    return changeSteps(call, locateTable(call, issueId), [call.body], ({ comments = [], ...step }) => {
      const comment = { id: call.state.nextId('comment'), author: callerOf(call).key, body, created: call.clock.now() };
      return { ...step, comments: [...comments, comment] };
    });
  },
  setStepCell(call) {
    const { issueId, columnIndex, cellValue } = call.body;
    return changeSteps(call, locateTable(call, issueId), [call.body], ({ cells, ...step }) => {
      const column = readWhole(call, 'columnIndex', columnIndex);
      if (column < cells.length) return { ...step, cells: cells.with(column, cellValue) };
      throw new TrackerError(400, `A step has ${cells.length} cells; there is none with the index ${column}.`);
    });
  },
  addStepAttachments(call) {
    const table = locateTable(call, readWholeText('issueId', call.query.issueId));
    const rowIndex = readWholeText('rowIndex', call.query.rowIndex);
    return changeSteps(call, table, [{ rowIndex }], ({ attachments = [], ...step }) => ({
      ...step,
      attachments: [...attachments, ...storeAttachments(call, table).map(({ id }) => id)],
    }));
  },
} satisfies SomeHandlers;

function setStatuses(
  call: StepsCall,
  issueId: number | string,
  requested: readonly (StepPlace & { readonly status: string })[],
): Answer {
  const table = locateTable(call, issueId);
  if (isTestIssue(call.state, table.issue, 'testCaseTemplate')) {
    throw new TrackerError(400, `${table.issue.key} is a template: its steps have no status.`);
  }
  const { statuses } = testSettingsOf(table.project, call.assumptions);
  const names = new Set(statuses.map(({ name }) => name));
  return changeSteps(call, table, requested, (step, { status }) => {
    if (names.has(status)) return { ...step, status };
    const has = [...names].join(', ');
    throw new TrackerError(400, `Project ${table.project.key} has no step status '${status}'; it has ${has}.`);
  });
}

/** Changes the steps at some indexes, and answers as TM-N05 has it. */
function changeSteps<Place extends StepPlace>(
  call: StepsCall,
  { issue, fieldId, rows, positions }: LocatedTable,
  places: readonly Place[],
  change: (step: StepRow, place: Place) => StepRow,
): Answer {
  const changed = new Map<number, StepRow>();
  for (const place of places) {
    const rowIndex = readWhole(call, 'rowIndex', place.rowIndex);
    const position = positions[rowIndex] ?? -1;
    const step = rows[position];
    if (step === undefined || step.isGroup) {
      const message = `${issue.key} has ${positions.length} steps; there is none with the index ${rowIndex}.`;
      throw new TrackerError(400, message);
    }
    changed.set(position, change(step, place));
  }
  const stored = rows.map((row, position) => changed.get(position) ?? row);
  const fields = { ...issue.fields, [fieldId]: { rows: stored } };
  call.state.tables.issues.set({ ...issue, fields, updated: call.clock.now() });
  const { status, body } = call.assumptions['TM-N05'];
  if (body === 'empty') return { status };
  const rendered = renderRows(call, issue, [...changed.values()]);
  const place = call.assumptions['TM-N02'];
  return { status, json: place === null ? rendered : { [place]: rendered } };
}

type StepsCall = Pick<Call, 'state' | 'assumptions' | 'caller' | 'clock' | 'baseUrl' | 'basePaths'>;

/** Names a step by its index, which counts steps only (document: Steps field rows). */
interface StepPlace {
  readonly rowIndex: number | string;
}

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
function locateTable(call: StepsCall, sent: number | string): LocatedTable {
  const { state, assumptions } = call;
  const issueId = readWhole(call, 'issueId', sent);
  const located = seenIssue(call, findIssue(state, String(issueId)));
  if (located === undefined) {
    throw new TrackerError(assumptions['TM-N06'], `There is no issue with the id ${issueId}.`);
  }
  const { issue, project } = located;
  requireInProject(call, 'EDIT_ISSUES', project);
  const fieldId = fieldIdOf(state, 'steps');
  const rows = tableRowsOf(issue.fields[fieldId]);
  const positions = rows.flatMap(({ isGroup }, position) => (isGroup ? [] : position));
  return { issue, project, fieldId, rows, positions };
}
