import type { IssueRow } from '../../state/state.js';
import type { View } from '../view.js';
import type { IssueField } from './issue-field.js';
import { keptValue } from './value-kind.js';
import type { ValueKind } from './value-kind.js';

/** A field whose value is kept among the fields of the issue. */
export function storedField(id: string, name: string, kind: ValueKind, more: Partial<IssueField> = {}): IssueField {
  const render = (view: View, issue: IssueRow) => {
    const value = keptValue(kind, issue.fields[id], view.state);
    return value === null ? kind.unset : kind.render(value, view, issue);
  };
  return { id, name, schema: kind.schema, navigable: true, required: false, kind, render, ...more };
}
