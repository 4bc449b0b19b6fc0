import type { IssueRow, State } from '../../../state/state.js';
import { keptValue } from '../../fields/value-kind.js';
import type { ValueKind } from '../../fields/value-kind.js';
import type { JqlField, JqlValue } from './jql-field.js';

/** How queries compare the values of a stored field. */
export type StoredComparison = 'text' | 'word' | 'number';

/** Reads the value an issue keeps of a field. */
export function storedValue(state: State, id: string, kind: ValueKind): (issue: IssueRow) => unknown {
  return (issue) => keptValue(kind, issue.fields[id], state);
}

/** A field kept among the fields of an issue: searched with `~` for its words, or with `=` for the whole value. */
export function storedJqlField(state: State, id: string, kind: ValueKind, by: StoredComparison): JqlField {
  const read = storedValue(state, id, kind);
  const valuesOf = (issue: IssueRow): readonly JqlValue[] => {
    const value = (read(issue) ?? []) as JqlValue | readonly JqlValue[] | { readonly value: string };
    if (typeof value !== 'object') return [value];
    return 'value' in value ? [value.value] : value;
  };
  if (by === 'text') return { valuesOf, textsOf: (issue) => valuesOf(issue).map(String), sortKey: textKey(valuesOf) };
  if (by === 'word') return { valuesOf, resolve: (text) => text, sortKey: textKey(valuesOf) };
  return {
    valuesOf,
    resolve: readNumber,
    comparison: { against: (text) => againstNumber(readNumber(text), valuesOf) },
  };
}

function textKey(valuesOf: JqlField['valuesOf']): (issue: IssueRow) => JqlValue | undefined {
  return (issue) => (valuesOf(issue)[0] as string | undefined)?.toLowerCase();
}

function readNumber(text: string): number | undefined {
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}

function againstNumber(operand: number | undefined, valuesOf: JqlField['valuesOf']) {
  if (operand === undefined) return undefined;
  return (issue: IssueRow) => {
    const [value] = valuesOf(issue);
    return value === undefined ? undefined : (value as number) - operand;
  };
}
