import { readTrackerTime } from '../../../contracts/times.js';
import type { WorldUser } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';
import type { Call } from '../call.js';
import { keptValue } from '../fields/field.js';
import type { IssueField, Named, NamedRows, ValueKind } from '../fields/field.js';
import { holdsInProject } from '../permissions.js';
import { readId, readObject } from '../read-values.js';
import { findIssue, seenIssue } from '../rows.js';

/** The scope of a query: the tracker, the caller and the time. */
export type JqlScope = Pick<Call, 'state' | 'extensions' | 'caller'> & {
  /** Milliseconds since 1970. */
  readonly now: number;
};

export type JqlValue = number | string;

/** A field as queries know it. The operators that it refuses follow from the properties that it lacks. */
export interface JqlField {
  /** The values of an issue; none if the field is empty. */
  readonly valuesOf: (issue: IssueRow) => readonly JqlValue[];
  /** For `=`, `in` and their opposites: the value an operand stands for; undefined if there is no such thing. */
  readonly resolve?: (text: string) => JqlValue | undefined;
  /** For `<`, `>` and theirs: the places of an issue's values and of an operand; an operand without a place is refused. */
  readonly order?: {
    readonly of: (issue: IssueRow) => readonly Place[];
    readonly named: (text: string) => readonly Place[];
  };
  /** The word for an empty field in queries, such as `unresolved`. */
  readonly unsetWord?: string;
  /** Whether its values are issues. Issues of a function that the caller may not see are left out. */
  readonly isIssue?: true;
  /** The message for an operand without a value, if it differs from the message of most fields. */
  readonly problemOf?: (text: string, name: string) => string;
  /** For `was` and `changed`: its name in histories. */
  readonly history?: string;
  /** The values that an id in a history stands for, if not for itself. */
  readonly valuesOfId?: (id: string) => readonly JqlValue[];
  /** The issues that have a value, if they are found without a look at all issues. */
  readonly find?: (value: number) => readonly IssueRow[];
  /** For `~` and `!~`: the texts of an issue. */
  readonly textsOf?: (issue: IssueRow) => readonly string[];
  /** For ORDER BY, if it is not the first of the values; undefined for an issue in which the field is empty. */
  readonly sortKey?: (issue: IssueRow) => JqlValue | undefined;
}

/** The place of a value among those that it is compared with, such as the versions of its project. */
export type Place = readonly [within: JqlValue, place: number];

/** The issue itself. Queries name it by key or id, if the caller may see it. */
export function keyField(scope: JqlScope): JqlField {
  return {
    ...issueOperands(scope),
    valuesOf: (issue) => [issue.id],
    find: (id) => [scope.state.tables.issues.get(id)].filter((row) => row !== undefined),
    order: {
      of: ({ key }) => [placeOfKey(key)],
      named: (text) => (/^[A-Z][A-Z0-9_]+-\d{1,12}$/i.test(text) ? [placeOfKey(text.toUpperCase())] : []),
    },
    sortKey: ({ key }) => {
      const [project, number] = placeOfKey(key);
      return `${project}-${String(number).padStart(12, '0')}`;
    },
  };
}

/** The issue a sub-task belongs to. */
export function parentField(scope: JqlScope): JqlField {
  return {
    ...issueOperands(scope),
    valuesOf: ({ parentId }) => (parentId === null ? [] : [parentId]),
    find: (id) => scope.state.tables.issues.where('parent', id),
  };
}

function issueOperands(scope: JqlScope): Pick<JqlField, 'isIssue' | 'resolve' | 'problemOf'> {
  return {
    isIssue: true,
    resolve: (text) => visibleIssue(scope, text)?.id,
    problemOf: (text, name) => `An issue with key '${text}' does not exist for field '${name}'.`,
  };
}

/** The issue that a query names by key or id, if the caller may see it. */
export function visibleIssue(scope: JqlScope, idOrKey: string): IssueRow | undefined {
  return seenIssue(scope, findIssue(scope.state, idOrKey.toUpperCase()))?.issue;
}

/** Keys of one project are compared by their number. */
function placeOfKey(key: string): Place {
  const dash = key.lastIndexOf('-');
  return [key.slice(0, dash), Number(key.slice(dash + 1))];
}

/** The project of an issue. Queries name it by key, id or name, if the caller may see it. */
export function projectField({ state, caller }: JqlScope): JqlField {
  const { projects, issues } = state.tables;
  const byName = (name: string) => {
    spend(projects.size);
    return projects.all().find((project) => project.name.toLowerCase() === name);
  };
  return {
    valuesOf: (issue) => [issue.projectId],
    find: (id) => issues.where('project', id),
    resolve: (text) => {
      const byKeyOrId = projects.first('key', text.toUpperCase()) ?? projects.get(readId(text) ?? 0);
      const project = byKeyOrId ?? byName(text.toLowerCase());
      return project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? project.id : undefined;
    },
    sortKey: (issue) => projects.get(issue.projectId)?.name.toLowerCase(),
  };
}

/**
 * A field that holds a row with an id and a name, such as an issue type; queries name it by either.
 *
 * @param placeOf the place of a row, if queries compare the rows by an order
 */
export function namedField<Row extends Named>(
  rows: NamedRows<Row>,
  idOf: (issue: IssueRow) => number | undefined,
  placeOf?: (row: Row) => number,
): JqlField {
  const rowNamed = (text: string) => rows.first('name', text.toLowerCase()) ?? rows.get(readId(text) ?? 0);
  const rowOf = (issue: IssueRow) => rows.get(idOf(issue) ?? 0);
  const place = (row: Row | undefined): Place[] => (row && placeOf ? [[0, placeOf(row)]] : []);
  return {
    valuesOf: (issue) => [idOf(issue)].filter((id) => id !== undefined),
    resolve: (text) => rowNamed(text)?.id,
    sortKey: (issue) => {
      const row = rowOf(issue);
      return row && (placeOf?.(row) ?? row.name.toLowerCase());
    },
    ...(placeOf && { order: { of: (issue) => place(rowOf(issue)), named: (text) => place(rowNamed(text)) } }),
  };
}

/** A field that holds users; queries name one by user name, key, e-mail address or display name. */
export function userField({ state }: JqlScope, keysOf: (issue: IssueRow) => readonly string[]): JqlField {
  return {
    valuesOf: keysOf,
    resolve: (text) => userNamed(state, text)?.key,
    sortKey: (issue) => state.tables.users.get(keysOf(issue)[0] ?? '')?.displayName.toLowerCase(),
  };
}

/** The user that a query names by user name, key, e-mail address or display name. */
function userNamed({ tables }: State, text: string): WorldUser | undefined {
  const wanted = text.toLowerCase();
  const named = tables.users.first('name', wanted) ?? tables.users.get(text);
  if (named !== undefined || wanted.trim() === '') return named;
  const all = tables.users.all();
  spend(10 * all.length);
  return all.find((user) => user.emailAddress.toLowerCase() === wanted || user.displayName.toLowerCase() === wanted);
}

/** A field that holds moments, in milliseconds since 1970. */
export function momentField({ now }: JqlScope, valuesOf: (issue: IssueRow) => readonly number[]): JqlField {
  return {
    ...comparedBy(valuesOf, (text) => readMoment(text, now)),
    problemOf: (text, field) => `Date value '${text}' for field '${field}' is invalid. ${MOMENTS}`,
  };
}

/** The valid formats of a moment, as a message lists them. */
const MOMENTS =
  "Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.";

/** A field that holds numbers. An operand is read as a number, and an issue fits if any of its numbers does. */
export function comparedBy(
  valuesOf: (issue: IssueRow) => readonly number[],
  read: (text: string) => number | undefined = readNumber,
): JqlField {
  const places = (numbers: readonly (number | undefined)[]) =>
    numbers.flatMap((number): Place[] => (number === undefined ? [] : [[0, number]]));
  const order = { of: (issue: IssueRow) => places(valuesOf(issue)), named: (text: string) => places([read(text)]) };
  return { valuesOf, resolve: read, order };
}

/** The milliseconds of the units of time whose length is always the same. */
export const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The moment a query means by `2026-11-21`, `2026/11/21 14:05`, `-2d`, `4w 2d` or milliseconds since 1970. */
function readMoment(text: string, now: number): number | undefined {
  if (/^-?\d{9,15}$/.test(text)) return Number(text);
  const [, sign, period] = /^([+-]?)((?:\d{1,9}[mhdw]\s*)+)$/.exec(text) ?? [];
  if (period !== undefined) {
    const parts = [...period.matchAll(/(\d+)([mhdw])/g)];
    const length = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0);
    return now + (sign === '-' ? -length : length);
  }
  const [, date, time = '00:00'] = /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})(?: (\d{1,2}:\d{2}))?$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const day = date.split(/[-/]/).map((part) => part.padStart(2, '0'));
  return readTrackerTime(`${day.join('-')}T${time.padStart(5, '0')}:00.000+0000`);
}

/** Reads the value an issue keeps of a field. */
export function storedValue<Value>(
  state: State,
  id: string,
  kind: ValueKind<Value>,
): (issue: IssueRow) => Value | null {
  // Conditions look at one issue after the other, and reading a long list takes a while.
  let last: { readonly issue: IssueRow; readonly value: Value | null } | undefined;
  return (issue) => {
    spend(2);
    if (last?.issue === issue) return last.value;
    const kept = issue.fields[id];
    spend(10 + (Array.isArray(kept) ? 10 * kept.length : 0));
    const value = keptValue(kind, kept, state);
    last = { issue, value };
    return value;
  };
}

/** A field that holds texts, which are searched for words only. */
export function textsField(textsOf: (issue: IssueRow) => readonly string[]): JqlField {
  return { valuesOf: textsOf, textsOf };
}

/**
 * A field kept among the fields of an issue: searched with `~` for its words, and words also with `=` for the whole value;
 * undefined if queries do not know it, or in a way of its own.
 */
export function storedJqlField(state: State, { id, kind, search }: IssueField): JqlField | undefined {
  if (kind === undefined || search === undefined) return undefined;
  if (typeof search === 'function') {
    return textsField((issue) => {
      const texts = search(issue.fields[id]);
      spend(10 + texts.length);
      return texts;
    });
  }
  const read = storedValue(state, id, kind);
  const valuesOf = (issue: IssueRow) => valuesIn(read(issue));
  if (search === 'number') return comparedBy((issue) => valuesOf(issue).map(Number));
  const textsOf = (issue: IssueRow) => valuesOf(issue).map(String);
  const sortKey = (issue: IssueRow) => textsOf(issue)[0]?.toLowerCase();
  return { valuesOf, textsOf, sortKey, ...(search === 'word' && { resolve: (text: string) => text }) };
}

/** The values that an issue stores for a field: one value, each item of a list, or the value of an option. */
function valuesIn(kept: unknown): readonly JqlValue[] {
  if (Array.isArray(kept)) return kept.filter(isJqlValue);
  const value = readObject(kept)?.['value'] ?? kept;
  return isJqlValue(value) ? [value] : [];
}

function isJqlValue(value: unknown): value is JqlValue {
  return typeof value === 'string' || typeof value === 'number';
}

function readNumber(text: string): number | undefined {
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}
