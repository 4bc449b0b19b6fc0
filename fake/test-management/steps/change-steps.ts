import type { Endpoints } from '../../../contracts/index.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { storeAttachments } from '../../tracker/attachments/store-attachments.js';
import { callerOf } from '../../tracker/caller-of.js';
import { testSettingsOf } from '../test-settings.js';
import { locateTable, positionOf, readWhole, readWholeText, stepAt } from './locate-step.js';
import type { LocatedTable, StepsCall } from './locate-step.js';
import { renderRows } from './render-rows.js';
import type { StepRow, TableRow } from './steps-value.js';

/** `PUT steps/status` */
export function setStepStatus(call: CallOf<Endpoints['setStepStatus']>): Answer {
  const { issueId, rowIndex, status } = call.body;
  return setStatuses(call, issueId, [{ rowIndex, status }]);
}

/** `PUT steps/statuses` */
export function setStepStatuses(call: CallOf<Endpoints['setStepStatuses']>): Answer {
  return setStatuses(call, call.body.issueId, call.body.rows);
}

/** `PUT steps/comment`; how many comments a step keeps is TM-N14 */
export function addStepComment(call: CallOf<Endpoints['addStepComment']>): Answer {
  const { issueId, rowIndex, comment: body } = call.body;
  const table = locateTable(call, readWhole(call, 'issueId', issueId));
  const position = positionOf(call, table, readWhole(call, 'rowIndex', rowIndex));
  const step = stepAt(table, position);
  const comment = { id: call.state.nextId('comment'), author: callerOf(call).key, body, created: call.clock.now() };
  const comments = call.assumptions['TM-N14'] === 'the last' ? [comment] : [...(step.comments ?? []), comment];
  return store(call, table, new Map([[position, { ...step, comments }]]));
}

/** `PUT steps/cell` */
export function setStepCell(call: CallOf<Endpoints['setStepCell']>): Answer {
  const { issueId, rowIndex, columnIndex, cellValue } = call.body;
  const table = locateTable(call, readWhole(call, 'issueId', issueId));
  const position = positionOf(call, table, readWhole(call, 'rowIndex', rowIndex));
  const column = readWhole(call, 'columnIndex', columnIndex);
  const step = stepAt(table, position);
  if (column >= step.cells.length) {
    throw new TrackerError(
      call.assumptions['TM-N07'],
      `A step has ${step.cells.length} cells; there is none with the index ${column}.`,
    );
  }
  return store(call, table, new Map([[position, { ...step, cells: step.cells.with(column, cellValue) }]]));
}

/** `POST steps/attachment` */
export function addStepAttachments(call: CallOf<Endpoints['addStepAttachments']>): Answer {
  const table = locateTable(call, readWholeText('issueId', call.query.issueId));
  const position = positionOf(call, table, readWholeText('rowIndex', call.query.rowIndex));
  const stored = storeAttachments(call, table).map(({ id }) => id);
  const step = stepAt(table, position);
  return store(call, table, new Map([[position, { ...step, attachments: [...(step.attachments ?? []), ...stored] }]]));
}

function setStatuses(
  call: StepsCall,
  issueId: number | string,
  wishes: readonly { readonly rowIndex: number | string; readonly status: string }[],
): Answer {
  const table = locateTable(call, readWhole(call, 'issueId', issueId));
  const { statuses } = testSettingsOf(table.project, call.assumptions);
  const names = statuses.map(({ name }) => name);
  const changed = new Map<number, StepRow>();
  for (const { rowIndex, status } of wishes) {
    const position = positionOf(call, table, readWhole(call, 'rowIndex', rowIndex));
    if (!names.includes(status)) {
      throw new TrackerError(
        call.assumptions['TM-N07'],
        `Project ${table.project.key} has no step status '${status}'; it has ${names.join(', ')}.`,
      );
    }
    changed.set(position, { ...stepAt(table, position), status });
  }
  return store(call, table, changed);
}

/** Puts changed steps in their places and answers as TM-N05 has it. */
function store(call: StepsCall, table: LocatedTable, changed: ReadonlyMap<number, StepRow>): Answer {
  const rows: TableRow[] = [...table.rows];
  for (const [position, step] of changed) rows[position] = step;
  const { issues } = call.state.tables;
  const issue = issues.get(table.issue.id) ?? table.issue;
  issues.set({ ...issue, fields: { ...issue.fields, [table.fieldId]: { rows } }, updated: call.clock.now() });
  const { status, body } = call.assumptions['TM-N05'];
  if (body === 'empty') return { status };
  return { status, json: { [call.assumptions['TM-N02'].rows]: renderRows(call, issue, [...changed.values()]) } };
}
