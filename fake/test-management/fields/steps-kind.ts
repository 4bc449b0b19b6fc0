import { stepsRowSchema } from '../../../contracts/index.js';
import { readObject } from '../../tracker/read-id.js';
import { FieldFault } from '../../tracker/fields/value-kind.js';
import type { FitContext, ValueKind } from '../../tracker/fields/value-kind.js';
import { renderRows } from '../steps/render-rows.js';
import { rowsOf } from '../steps/steps-value.js';
import type { StepsValue, TableRow } from '../steps/steps-value.js';
import { testSettingsOf } from '../test-settings.js';

/**
 * The Steps table of an issue (document: Steps field rows). Writing it replaces every row, and with them what was
 * executed.
 */
export const stepsKind: ValueKind = {
  schema: { type: 'any' },
  unset: null,
  list: false,
  read: (value) => {
    if (readObject(value) === undefined) throw new FieldFault('Steps are an object that holds the rows.');
    return value;
  },
  fit: (value, context): StepsValue | null => {
    const property = context.assumptions['TM-N02'].rows;
    const sent = readObject(value)?.[property];
    if (!Array.isArray(sent)) throw new FieldFault(`Steps need the property ${property}, an array of rows.`);
    const rows = sent.map((row, index) => readRow(row, index, context));
    return rows.length === 0 ? null : { rows };
  },
  render: (value, view, issue) => ({ [view.assumptions['TM-N02'].rows]: renderRows(view, issue, rowsOf(value)) }),
};

function readRow(sent: unknown, index: number, { project, assumptions }: FitContext): TableRow {
  const parsed = stepsRowSchema.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new FieldFault(`Row ${index}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  const { isGroup, cells } = parsed.data;
  const { columns } = testSettingsOf(project, assumptions);
  const wanted = isGroup ? 1 : columns.length;
  if (cells.length !== wanted) {
    const what = isGroup
      ? 'A group has one cell, its name'
      : `A step has a cell for each column (${columns.join(', ')})`;
    throw new FieldFault(`Row ${index}: ${what}; ${cells.length} were sent.`);
  }
  return isGroup ? { isGroup, cells: [cells[0] as string] } : { isGroup, cells };
}
