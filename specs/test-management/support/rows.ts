import type { StepsRow, StepsRowRead } from '../../../contracts/index.js';
import type { ExpectedStepsRow, ProvidedTestProject } from '../../../fixtures/index.js';

/**
 * Rows as a case starts with them: each step in the default status, where steps are read back with it, and without
 * comments and attachments.
 */
export function freshRows(rows: readonly StepsRow[], project: ProvidedTestProject): ExpectedStepsRow[] {
  const fresh = { status: project.defaultStatus, comments: [], attachments: [] };
  return rows.map((row) => (row.isGroup ? row : readRow({ ...row, ...fresh }, project)));
}

/** A row of a case as it is expected to be read back: with those parts alone that steps are read back with. */
export function readRow(row: ExpectedStepsRow, { readBack }: ProvidedTestProject): ExpectedStepsRow {
  const hidden = new Set<string>(
    ['status', 'comments', 'attachments'].filter((part) => !readBack.some((one) => one === part)),
  );
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)));
}

/** Rows that were read, as they are expected where nothing changes. */
export function sameRows(rows: readonly StepsRowRead[]): ExpectedStepsRow[] {
  return rows.map(({ isGroup, cells, status, comments = [], attachments = [] }) => ({
    isGroup,
    cells,
    ...(status !== undefined && { status: status.name }),
    comments: comments.map(({ body }) => body),
    attachments: attachments.map(({ name }) => name),
  }));
}

/** The rows with the step at an index changed; the index counts steps only (document: Steps field rows). */
export function withStep<Row extends ExpectedStepsRow>(
  rows: readonly Row[],
  rowIndex: number,
  change: (row: Row) => Row,
): Row[] {
  const step = rows.filter(({ isGroup }) => isGroup !== true)[rowIndex];
  if (step === undefined) throw new RangeError(`There is no step ${rowIndex} among the expected rows.`);
  return rows.map((row) => (row === step ? change(row) : row));
}

/** The steps among rows. */
export function stepsIn<Row extends { readonly isGroup?: boolean }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ isGroup }) => isGroup !== true);
}
