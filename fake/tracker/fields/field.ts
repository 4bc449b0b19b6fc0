import type { Assumptions } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { Table } from '../../state/table.js';
import type { IssueRow, ProjectRow } from '../../state/tables.js';
import type { View } from '../render.js';

/** The type of a field, as `GET /field` tells it. */
export interface FieldType {
  readonly type: string;
  readonly items?: string;
}

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** Rows that are found by id, and by their name in lower case. */
export type NamedRows<Row> = Table<Row, number, 'name'>;

/** The project that a value is written in. */
export interface FitContext {
  readonly state: State;
  readonly assumptions: Assumptions;
  readonly project: ProjectRow;
}

/** A kind of values: how they are read, stored and shown. */
export interface ValueKind<Value = unknown> {
  readonly schema: FieldType;
  /** The value that an issue shows if the field is not set. Default: null */
  readonly unset?: unknown;
  /** Whether the value is a list that single elements are added to and removed from. */
  readonly list?: true;
  /** The value to store for a value of a client, a world or an issue; null for none. @throws FieldError */
  read(value: unknown, state: State): Value | null;
  /** The value to store for a value of {@link read}, if that depends on the project. @throws FieldError */
  fit?(value: Value, context: FitContext): Value | null;
  /** A value of {@link read}, as JSON. */
  render(value: Value, view: View, issue: IssueRow): unknown;
  /** The values that the field offers, as JSON, if they are a fixed list. */
  allowedValues?(view: View): readonly unknown[];
}

export function verbsOf({ list }: ValueKind): string[] {
  return list === true ? ['add', 'set', 'remove'] : ['set'];
}

/** A value that a field does not take; the message is what the tracker says under the field's id. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

/** The stored value of a field in the form of {@link ValueKind.read}; null if it is unset or unusable. */
export function keptValue<Value>(kind: ValueKind<Value>, value: unknown, state: State): Value | null {
  if (value === undefined || value === null) return null;
  try {
    return kind.read(value, state);
  } catch (error) {
    if (error instanceof FieldError) return null;
    throw error;
  }
}

/** A field of an issue: one of the tracker's own, or a custom field. */
export interface IssueField {
  readonly id: string;
  readonly name: string;
  readonly customId?: number;
  /** The tracker's name for the type of a custom field. */
  readonly customType?: string;
  readonly schema: FieldType;
  /** Whether `*navigable` asks for it. */
  readonly navigable: boolean;
  /** Whether an issue can't be created without it. */
  readonly required: boolean;
  /** The message for a client that clears it; absent if it may be cleared. */
  readonly refusalToClear?: string;
  /** The kind of value that a client may write; absent if the field can't be set like other fields. */
  readonly kind?: ValueKind;
  /** Its value in an issue, as JSON. */
  readonly render: (view: View, issue: IssueRow) => unknown;
}

export type StoredField = IssueField & { readonly kind: ValueKind };

export function storedField(id: string, name: string, kind: ValueKind, more: Partial<IssueField> = {}): StoredField {
  const render = (view: View, issue: IssueRow) => {
    const value = keptValue(kind, issue.fields[id], view.state);
    return value === null ? (kind.unset ?? null) : kind.render(value, view, issue);
  };
  return { id, name, schema: kind.schema, navigable: true, required: false, render, ...more, kind };
}

/** Whether a field can be set if this screen is shown. A screen that names no fields shows all fields. */
export function isOnScreen(state: State, screenId: number, fieldId: string): boolean {
  return state.tables.screens.get(screenId)?.fields?.includes(fieldId) ?? true;
}

export function notOnScreen(fieldId: string): string {
  return `Field '${fieldId}' cannot be set. It is not on the appropriate screen, or unknown.`;
}
