import { readObject } from '../../tracker/read-id.js';

/** A comment on a step. */
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

/** A step row of a Steps table. */
export interface StepRow {
  readonly isGroup: false;
  readonly cells: readonly string[];
  /** The name of its status; the project's default where it is absent. */
  readonly status?: string;
  readonly comments?: readonly StepComment[];
  /** The ids of attachments of the issue. */
  readonly attachments?: readonly number[];
}

/** A row of a Steps table. */
export type TableRow = GroupRow | StepRow;

/** The value of a Steps field, as it is kept. */
export interface StepsValue {
  readonly rows: readonly TableRow[];
}

/** The rows of a kept value, or of one a world wrote as clients do; none where something else stands there. */
export function rowsOf(kept: unknown): readonly TableRow[] {
  const value = readObject(kept);
  const rows = value?.['rows'] ?? value?.['stepsRows'];
  return Array.isArray(rows) ? (rows as readonly TableRow[]) : [];
}
