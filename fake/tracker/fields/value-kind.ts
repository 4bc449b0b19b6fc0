import type { Assumptions } from '../../../contracts/index.js';
import type { IssueRow, ProjectRow, State } from '../../state/state.js';
import type { View } from '../view.js';

/** The type of a field, as `GET /field` tells it. */
export interface FieldType {
  readonly type: string;
  readonly items?: string;
}

/** Where a value is written. */
export interface FitContext {
  readonly state: State;
  readonly assumptions: Assumptions;
  readonly project: ProjectRow;
}

/** What values a field takes: how they are understood, kept and shown. */
export interface ValueKind {
  readonly schema: FieldType;
  /** What stands in an issue where the field is not set. */
  readonly unset: unknown;
  /** Whether the value is a list that single elements are added to and removed from. */
  readonly list: boolean;
  /** The value to keep for what a client or a world wrote, or was kept; null for none. @throws FieldFault */
  readonly read: (value: unknown, state: State) => unknown;
  /** What is kept of a value that {@link read} answered, where that depends on the project. @throws FieldFault */
  readonly fit?: (value: unknown, context: FitContext) => unknown;
  /** A value that {@link read} answered, as JSON. */
  readonly render: (value: unknown, view: View, issue: IssueRow) => unknown;
  /** What the field offers, where that is a fixed list, as JSON. */
  readonly allowedValues?: (view: View) => readonly unknown[];
}

/** A value that a field does not take; the message is what the tracker says under the field's id. */
export class FieldFault extends Error {
  override readonly name = 'FieldFault';
}

/** The kept value of a field in the form {@link ValueKind.read} answers; null where it is unset or of no use. */
export function keptValue(kind: ValueKind, value: unknown, state: State): unknown {
  if (value === undefined || value === null) return null;
  try {
    return kind.read(value, state);
  } catch (error) {
    if (error instanceof FieldFault) return null;
    throw error;
  }
}
