import { isDeepStrictEqual } from 'node:util';
import { awkwardCells } from '../../../builders/index.js';
import { changedNothing } from '../../../fixtures/index.js';
import type {
  Changes,
  ExpectedStepsRow,
  ProvidedTestManagementProject,
  SeenStepsRow,
  StepsRow,
} from '../../../fixtures/index.js';
import { answered } from '../../support/attempts.js';
import { at, itemsOf, propertyOf } from '../../support/values.js';

/**
 * Rows as a case starts with them: each step in the default status, if the table shows statuses, and without these texts
 * of another case's comments and files.
 *
 * @param table the rows of the case, as they read back
 */
export function freshRows(
  rows: readonly Pick<SeenStepsRow, 'isGroup' | 'cells'>[],
  { defaultStatus }: ProvidedTestManagementProject,
  table: readonly SeenStepsRow[],
  lacks: readonly string[] = [],
): ExpectedStepsRow[] {
  const isShown = table.some(({ status }) => status !== undefined);
  return rows.map((row) => (row.isGroup ? row : { ...row, ...(isShown && { status: defaultStatus }), lacks }));
}

/** The rows of a Steps table without what was done with them. */
export function cellsOf(rows: readonly StepsRow[]): StepsRow[];
export function cellsOf(rows: readonly SeenStepsRow[]): Pick<SeenStepsRow, 'isGroup' | 'cells'>[];
export function cellsOf(rows: readonly Pick<SeenStepsRow, 'isGroup' | 'cells'>[]) {
  return rows.map(({ isGroup, cells }) => ({ isGroup, cells }));
}

/** Rows whose texts are easily damaged, or long; of steps, each twice. They are more than ten. */
export function awkwardRows({ columns }: ProvidedTestManagementProject): StepsRow[] {
  return [...awkwardCells, 'x'.repeat(256)].flatMap((cell) => {
    const step = { isGroup: false, cells: columns.map(() => cell) };
    return [{ isGroup: true, cells: [cell] }, step, step];
  });
}

export function newStatuses({ statuses, defaultStatus }: ProvidedTestManagementProject): string[] {
  return statuses.filter((status) => status !== defaultStatus);
}

export function stepsIn<Row extends { readonly isGroup?: boolean }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ isGroup }) => isGroup !== true);
}

/** Whether rows have the types of the document, and are wrong only by the number of their cells. */
export function isOfRightTypes(rows: readonly unknown[]): rows is readonly StepsRow[] {
  return rows.every((row) => {
    const cells = itemsOf(propertyOf(row, 'cells'));
    const hasCells = Array.isArray(propertyOf(row, 'cells')) && cells.every((cell) => typeof cell === 'string');
    return hasCells && typeof propertyOf(row, 'isGroup') === 'boolean';
  });
}

/**
 * The rows that a call stored of a table that no project takes, the last row being wrong; undefined if it was refused and
 * changed nothing. What is stored of rows of other types than documented is open.
 */
export async function storedOf(
  changes: Changes,
  sent: readonly unknown[],
  read: () => Promise<readonly SeenStepsRow[]>,
): Promise<readonly unknown[] | undefined> {
  if (isOfRightTypes(sent)) answered(changes.response);
  if (!changes.response.ok) return changedNothing(changes) ? undefined : ['A refused call changed something.'];
  return isOfRightTypes(sent) ? wrongRows(await read(), sent) : undefined;
}

/** The rows of a table that are none of those that were sent with a right number of cells: the first, if it is not alone. */
function wrongRows(table: readonly SeenStepsRow[], sent: readonly StepsRow[]) {
  const right = sent.slice(0, -1);
  return cellsOf(table).filter((row) => !right.some((one) => isDeepStrictEqual(one, row)));
}

/** A status that one project has and another lacks, and that is not the one its steps start in. */
export function foreignStatus(of: ProvidedTestManagementProject, to: ProvidedTestManagementProject): string {
  return at(
    of.statuses.filter((status) => !to.statuses.includes(status) && status !== of.defaultStatus),
    0,
  );
}
