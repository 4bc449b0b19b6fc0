import type { Variant } from '../../spaces/behaviour.js';
import type { TableRow } from '../../test-management/steps/steps-value.js';
import { changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { stepsOf } from './test-issues.js';

/** Which step an index is taken for, given the rows of the table. */
type Reading = (rowIndex: number, rows: readonly TableRow[]) => number;

/** The calls that name one step in their body. */
type CallOnOneStep = 'setStepStatus' | 'addStepComment' | 'setStepCell';

function readsInBody(name: CallOnOneStep): (reading: Reading) => Variant {
  return (reading) =>
    changeHandlers(name, (call, answer) => {
      const rowIndex = reading(Number(call.body.rowIndex), stepsOf(call.state, call.body.issueId));
      return answer({ ...call, body: { ...call.body, rowIndex } });
    });
}

function readsInRows(reading: Reading): Variant {
  return changeHandlers('setStepStatuses', (call, answer) => {
    const table = stepsOf(call.state, call.body.issueId);
    const rows = call.body.rows.map((row) => ({ ...row, rowIndex: reading(Number(row.rowIndex), table) }));
    return answer({ ...call, body: { ...call.body, rows } });
  });
}

function readsInQuery(reading: Reading): Variant {
  return changeHandlers('addStepAttachments', (call, answer) => {
    const { issueId, rowIndex } = call.query;
    const read = reading(Number(rowIndex), stepsOf(call.state, issueId));
    return answer({ ...call, query: { issueId, rowIndex: String(read) } });
  });
}

/** Every call on a step, under the name it has in a title, with what makes it read the index otherwise. */
const calls: readonly (readonly [title: string, reads: (reading: Reading) => Variant])[] = [
  ['status', readsInBody('setStepStatus')],
  ['statuses', readsInRows],
  ['comment', readsInBody('addStepComment')],
  ['cell', readsInBody('setStepCell')],
  ['attachment', readsInQuery],
];

/** Takes an index for that of a row of any kind; a group stands for the step after it. */
const countsGroups: Reading = (rowIndex, rows) =>
  rowIndex < rows.length ? rows.slice(0, rowIndex).filter(({ isGroup }) => !isGroup).length : rowIndex;

/** Skips the groups before the first step only. */
const countsGroupsBetween: Reading = (rowIndex, rows) => {
  const start = rows.findIndex(({ isGroup }) => !isGroup);
  return countsGroups(rowIndex, rows.slice(start));
};

/** Defects of how calls find a step by its index. */
export const rowIndexDefects = [
  ...calls.map(([title, reads]) =>
    defect(
      'TM-02',
      `${title}-counts-groups`,
      `Groups are counted in the rowIndex of steps/${title}.`,
      reads(countsGroups),
    ),
  ),
  ...calls.map(([title, reads]) =>
    defect(
      'TM-02',
      `${title}-counts-from-1`,
      `The rowIndex of steps/${title} counts from 1.`,
      reads((rowIndex) => rowIndex - 1),
    ),
  ),
  defect(
    'TM-02',
    'groups-between-counted',
    'Only the groups before the first step are left out of the rowIndex of steps/status; those between steps count.',
    readsInBody('setStepStatus')(countsGroupsBetween),
  ),
];
