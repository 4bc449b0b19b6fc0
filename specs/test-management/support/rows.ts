import type { StepsRow } from '../../../contracts/index.js';
import type { ExpectedStepsRow, ProvidedTestProject } from '../../../fixtures/index.js';

/**
 * Rows as a case starts with them: each step in the default status, if steps are read back with it, and without
 * comments and attachments.
 */
export function freshRows(rows: readonly StepsRow[], project: ProvidedTestProject): ExpectedStepsRow[] {
  const fresh = { status: project.defaultStatus, comments: [], attachments: [] };
  return rows.map((row) => (row.isGroup ? row : readRow({ ...row, ...fresh }, project)));
}

/** The expected row of a case when it is read: only with the parts that the tracker reads back. */
export function readRow(row: ExpectedStepsRow, { readBack }: ProvidedTestProject): ExpectedStepsRow {
  const hidden = new Set<string>(
    ['status', 'comments', 'attachments'].filter((part) => !readBack.some((one) => one === part)),
  );
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)));
}

/** The rows of a Steps table without what was done with them. */
export function cellsOf(rows: readonly StepsRow[]): StepsRow[] {
  return rows.map(({ isGroup, cells }) => ({ isGroup, cells }));
}

/** The step statuses of a project that its steps do not start in. */
export function newStatuses({ statuses, defaultStatus }: ProvidedTestProject): string[] {
  return statuses.filter((status) => status !== defaultStatus);
}

/** The steps among rows. */
export function stepsIn<Row extends { readonly isGroup?: boolean }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ isGroup }) => isGroup !== true);
}
