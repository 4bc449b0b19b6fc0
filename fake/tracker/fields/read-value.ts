import type { IssueField } from './issue-field.js';
import { FieldFault, keptValue } from './value-kind.js';
import type { FitContext, ValueKind } from './value-kind.js';

/** The value to keep for what a client sent; null clears the field. @throws FieldFault */
export function readValue({ kind, refusalToClear }: IssueField, sent: unknown, context: FitContext): unknown {
  const { read, fit } = kind as ValueKind;
  const value = sent === null ? null : read(sent, context.state);
  if (value === null && refusalToClear !== undefined) throw new FieldFault(refusalToClear);
  return value === null || fit === undefined ? value : fit(value, context);
}

/** The value to keep after operations such as `[{ add: 'x' }]`, one after the other. @throws FieldFault */
export function applyOperations(
  field: IssueField,
  operations: readonly Readonly<Record<string, unknown>>[],
  scope: FitContext & { readonly kept: Readonly<Record<string, unknown>> },
): unknown {
  const { state, kept } = scope;
  const steps = operations.flatMap((operation) => Object.entries(operation));
  const start = keptValue(field.kind as ValueKind, kept[field.id], state);
  return steps.reduce((value, [verb, operand]) => applyOperation(field, value, verb, operand, scope), start);
}

function applyOperation(
  field: IssueField,
  value: unknown,
  verb: string,
  operand: unknown,
  context: FitContext,
): unknown {
  const { state } = context;
  const { id, name, kind } = field as IssueField & { readonly kind: ValueKind };
  if (verb === 'set') return readValue(field, operand, context);
  if (!kind.list || (verb !== 'add' && verb !== 'remove')) {
    const supported = kind.list ? 'add, set, remove' : 'set';
    throw new FieldFault(
      `Field with id '${id}' and name '${name}' does not support operation '${verb}' Supported operation(s) are: '${supported}'`,
    );
  }
  const elements = (value ?? []) as readonly unknown[];
  const named = kind.read([operand], state) as readonly unknown[];
  const rest = elements.filter((element) => !named.includes(element));
  return verb === 'remove' && rest.length === 0 ? null : kind.read(verb === 'add' ? [...rest, ...named] : rest, state);
}
