import { TrackerError } from '../../server/errors.js';
import { readAddedComment } from '../comments.js';
import type { SentComment } from '../comments.js';
import { FieldError, keptValue, notOnScreen, verbsOf } from './field.js';
import type { FitContext, IssueField, StoredField } from './field.js';
import { issueFields } from './issue-fields.js';
import { SUMMARY_MISSING } from './value-kinds.js';
import type { FieldScope } from './issue-fields.js';

/** The values and operations of a request, by field id. */
export interface FieldInput {
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly update?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> | undefined;
}

interface Changes {
  /** The value to keep for each field that was named; null for one that was cleared. */
  readonly values: Map<string, unknown>;
  readonly comments: SentComment[];
}

/** The issue that is changed, and which of its fields can be set here. */
export interface ChangeScope extends FitContext, FieldScope {
  /** What it keeps for its fields; null for a new issue. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly settable: (fieldId: string) => boolean;
}

/** Reads the fields and operations of a request. @throws TrackerError 400 with all problems */
export function readChanges(scope: ChangeScope, { fields = {}, update = {} }: FieldInput): Changes {
  const known = issueFields(scope);
  const changes: Changes = { values: new Map(), comments: [] };
  const problems = new Map<string, string>();
  const context = { ...scope, kept: scope.kept ?? {} };
  for (const [id, value] of Object.entries(fields)) {
    collectProblem(problems, id, () => {
      changes.values.set(id, readValue(settableField(scope, known, id), value, context));
    });
  }
  for (const [id, operations] of Object.entries(update)) {
    collectProblem(problems, id, () => {
      if (Object.hasOwn(fields, id)) throw new FieldError(`Field '${id}' cannot appear in both 'fields' and 'update'`);
      // Seen: the product's RestFieldOperationsHandler of comments.
      if (id === 'comment' && operations.length > 1) {
        throw new FieldError(`Field '${id}' takes one operation at a time, and not ${operations.length}.`);
      }
      if (id === 'comment') changes.comments.push(...operations.map(readAddedComment));
      else changes.values.set(id, applyOperations(settableField(scope, known, id), operations, context));
    });
  }
  if (scope.kept === null && !changes.values.has('summary') && !problems.has('summary')) {
    problems.set('summary', SUMMARY_MISSING);
  }
  if (problems.size > 0) throw TrackerError.ofFields(Object.fromEntries(problems));
  return changes;
}

export function withValues(kept: Readonly<Record<string, unknown>>, values: ReadonlyMap<string, unknown> = new Map()) {
  const all: Record<string, unknown> = { ...kept, ...Object.fromEntries(values) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function collectProblem(problems: Map<string, string>, id: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    problems.set(id, error.message);
  }
}

function settableField(scope: ChangeScope, known: ReadonlyMap<string, IssueField>, id: string): StoredField {
  const field = known.get(id);
  if (field === undefined || !isWritable(field) || !scope.settable(id)) throw new FieldError(notOnScreen(id));
  return field;
}

type WriteContext = FitContext & { readonly kept: Readonly<Record<string, unknown>> };

/** The value to store for a sent value; null clears the field. @throws FieldError */
function readValue({ kind, refusalToClear }: StoredField, sent: unknown, context: WriteContext): unknown {
  const value = sent === null ? null : kind.read(sent, context.state);
  if (value === null && refusalToClear !== undefined) throw new FieldError(refusalToClear);
  return value === null || kind.fit === undefined ? value : kind.fit(value, context);
}

/** The value to keep after operations such as `[{ add: 'x' }]`, one after the other. @throws FieldError */
function applyOperations(
  field: StoredField,
  operations: readonly Readonly<Record<string, unknown>>[],
  scope: WriteContext,
): unknown {
  const { state, kept } = scope;
  const { id, name, kind } = field;
  const steps = operations.flatMap((operation) => Object.entries(operation));
  let value = keptValue(kind, kept[id], state);
  // The elements of a list while single elements are added and removed. The list is read again afterwards.
  let elements: Set<unknown> | undefined;
  for (const [verb, operand] of steps) {
    if (verb === 'set') {
      value = readValue(field, operand, scope);
      elements = undefined;
    } else if (kind.list === true && (verb === 'add' || verb === 'remove')) {
      elements ??= new Set(elementsOf(value));
      const named = kind.read([operand], state);
      for (const one of elementsOf(named === null ? named : (kind.fit?.(named, scope) ?? named))) {
        if (verb === 'add') elements.add(one);
        else elements.delete(one);
      }
    } else {
      const supported = `Supported operation(s) are: '${verbsOf(kind).join(', ')}'`;
      throw new FieldError(
        `Field with id '${id}' and name '${name}' does not support operation '${verb}' ${supported}`,
      );
    }
  }
  return elements === undefined ? value : kind.read([...elements], state);
}

function isWritable(field: IssueField): field is StoredField {
  return field.kind !== undefined;
}

function elementsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}
