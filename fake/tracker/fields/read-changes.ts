import { readCommentText } from '../comments/comment-text.js';
import { readObject } from '../read-id.js';
import type { State } from '../../state/state.js';
import type { IssueField } from './issue-field.js';
import { issueFields } from './issue-fields.js';
import { applyOperations, readValue } from './read-value.js';
import { notOnScreen } from './screen.js';
import { FieldFault } from './value-kind.js';
import type { FitContext } from './value-kind.js';

/** The values and operations of a request, by field id. */
export interface FieldInput {
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly update?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> | undefined;
}

/** What a request makes of an issue's fields. */
export interface Changes {
  /** The value to keep for each field that was named; null for one that was cleared. */
  readonly values: Map<string, unknown>;
  /** The texts of new comments. */
  readonly comments: string[];
  /** What is wrong, by field id. */
  readonly faults: Map<string, string>;
}

/** The issue that is changed, or an empty one, and which of its fields can be set here. */
export interface ChangeScope extends FitContext {
  readonly kept: Readonly<Record<string, unknown>>;
  readonly settable: (fieldId: string) => boolean;
}

/** Understands the fields and operations of a request and collects everything that is wrong with them. */
export function readChanges(scope: ChangeScope, { fields = {}, update = {} }: FieldInput): Changes {
  const known = issueFields(scope.state);
  const changes: Changes = { values: new Map(), comments: [], faults: new Map() };
  for (const [id, value] of Object.entries(fields)) {
    collectFault(changes, id, () => {
      changes.values.set(id, readValue(settableField(scope, known, id), value, scope));
    });
  }
  for (const [id, operations] of Object.entries(update)) {
    collectFault(changes, id, () => {
      if (Object.hasOwn(fields, id)) throw new FieldFault(`Field '${id}' cannot appear in both 'fields' and 'update'`);
      if (id === 'comment') {
        for (const operation of operations) changes.comments.push(readComment(operation, scope.state));
      } else {
        changes.values.set(id, applyOperations(settableField(scope, known, id), operations, scope));
      }
    });
  }
  return changes;
}

/** An issue's fields after the changes. */
export function withValues(kept: Readonly<Record<string, unknown>>, values: ReadonlyMap<string, unknown>) {
  const all = { ...kept, ...Object.fromEntries(values) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function collectFault({ faults }: Changes, id: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    faults.set(id, error.message);
  }
}

function settableField(scope: ChangeScope, known: ReadonlyMap<string, IssueField>, id: string): IssueField {
  const field = known.get(id);
  if (field?.kind === undefined || !scope.settable(id)) throw new FieldFault(notOnScreen(id));
  return field;
}

function readComment(operation: Readonly<Record<string, unknown>>, state: State): string {
  const added = readObject(operation['add']);
  if (added === undefined) throw new FieldFault("A comment takes the operation 'add' with an object that has a body.");
  return readCommentText(added['body'], state);
}
