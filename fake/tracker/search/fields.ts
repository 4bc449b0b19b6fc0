import { readTrackerTime } from '../../../contracts/times.js';
import type { WorldUser } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import type { Reader } from '../call.js';
import { keptValue } from '../fields/field.js';
import type { Named, NamedRows, ValueKind } from '../fields/field.js';
import { labelsKind, paragraphKind, priorityKind, resolutionKind, userKind } from '../fields/value-kinds.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-values.js';
import { findIssue, seenIssue } from '../rows.js';
import { clauses } from './clauses.js';

export type JqlValue = number | string;

/** A field as queries know it. The operators that it refuses follow from the properties that it lacks. */
export interface JqlField {
  /** The values of an issue; none if the field is empty. */
  readonly valuesOf: (issue: IssueRow) => readonly JqlValue[];
  /** For `=`, `in` and their opposites: the value an operand stands for; undefined if there is no such thing. */
  readonly resolve?: (text: string) => JqlValue | undefined;
  /** For `<`, `>` and theirs: the moment of an operand; undefined if it is none. */
  readonly readMoment?: (text: string) => number | undefined;
  /** For `~`: its values are texts. */
  readonly isText?: true;
  /** The word for an empty field in queries. */
  readonly unsetWord?: string;
  /** The message for an operand without a value, if it differs from the message of most fields. */
  readonly problemOf?: (text: string, name: string) => string;
  /** The issues that have a value, if they are found without a look at all issues. */
  readonly find?: (value: number) => readonly IssueRow[];
  /** For ORDER BY, if it is not the first of the values; undefined for an issue in which the field is empty. */
  readonly sortKey?: (issue: IssueRow) => JqlValue | undefined;
}

/** Who searches in what, and when, in milliseconds since 1970. */
export type JqlScope = Reader & { readonly now: number };

/** Every field queries know, by each of its names in lower case. */
export function jqlFields(scope: JqlScope): ReadonlyMap<string, JqlField> {
  const { state } = scope;
  const { issues, issueTypes, statuses, priorities, resolutions } = state.tables;
  const priority = storedValue(state, 'priority', priorityKind);
  const resolution = storedValue(state, 'resolution', resolutionKind);
  const assignee = storedValue(state, 'assignee', userKind);
  const labels = storedValue(state, 'labels', labelsKind([]));
  const fields: Readonly<Record<keyof typeof clauses, JqlField>> = {
    issuekey: {
      ...issueOperands(scope),
      valuesOf: ({ id }) => [id],
      find: (id) => listOf(issues.get(id)),
      // Keys of one project stand in the order of their numbers.
      sortKey: ({ key }) => key.replace(/\d+$/, (number) => number.padStart(12, '0')),
    },
    parent: {
      ...issueOperands(scope),
      valuesOf: ({ parentId }) => (parentId === null ? [] : [parentId]),
      find: (id) => issues.where('parent', id),
    },
    project: projectField(scope),
    issuetype: namedField(issueTypes, ({ issueTypeId }) => issueTypeId),
    status: namedField(statuses, ({ statusId }) => statusId),
    // The most urgent priority has the smallest id, and stands last in ascending order.
    priority: {
      ...namedField(priorities, (issue) => priority(issue)?.id),
      sortKey: (issue) => listOf(priority(issue)).map(({ id }) => -Number(id))[0],
    },
    resolution: { ...namedField(resolutions, (issue) => resolution(issue)?.id), unsetWord: 'unresolved' },
    reporter: userField(state, ({ reporter }) => reporter),
    assignee: userField(state, (issue) => assignee(issue)?.key),
    labels: { valuesOf: (issue) => labels(issue) ?? [], resolve: (text) => text },
    summary: textField(state, 'summary'),
    description: textField(state, 'description'),
    created: momentField(scope, ({ created }) => created),
    updated: momentField(scope, ({ updated }) => updated),
  };
  const named = Object.entries(fields).flatMap(([id, field]) =>
    (clauses[id] ?? []).map((name) => [name.toLowerCase(), field] as const),
  );
  return new Map(named);
}

function issueOperands(scope: JqlScope): Pick<JqlField, 'resolve' | 'problemOf'> {
  return {
    resolve: (text) => seenIssue(scope, findIssue(scope.state, text.toUpperCase()))?.issue.id,
    problemOf: (text, name) => `An issue with key '${text}' does not exist for field '${name}'.`,
  };
}

/** The project of an issue. Queries name it by key, id or name, if the caller may see it. */
function projectField({ state, caller }: JqlScope): JqlField {
  const { projects, issues } = state.tables;
  return {
    valuesOf: ({ projectId }) => [projectId],
    find: (id) => issues.where('project', id),
    resolve: (text) => {
      const project =
        projects.first('key', text.toUpperCase()) ??
        projects.get(readId(text) ?? 0) ??
        projects.all().find(({ name }) => name.toLowerCase() === text.toLowerCase());
      return project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? project.id : undefined;
    },
    sortKey: ({ projectId }) => projects.get(projectId)?.name.toLowerCase(),
  };
}

/** A field that holds a row with an id and a name, such as an issue type; queries name it by either. */
function namedField<Row extends Named>(
  rows: NamedRows<Row>,
  idOf: (issue: IssueRow) => number | string | undefined,
): JqlField {
  return {
    valuesOf: (issue) => listOf(idOf(issue)).map(Number),
    resolve: (text) => (rows.first('name', text.toLowerCase()) ?? rows.get(readId(text) ?? 0))?.id,
    sortKey: (issue) => rows.get(Number(idOf(issue)))?.name.toLowerCase(),
  };
}

/** A field that holds a user, whom queries name by user name, key, e-mail address or display name. */
function userField({ tables }: State, keyOf: (issue: IssueRow) => string | undefined): JqlField {
  const named = (text: string): WorldUser | undefined => {
    const low = text.toLowerCase();
    const known = tables.users.first('name', low) ?? tables.users.get(text);
    const isCalled = (user: WorldUser) =>
      [user.emailAddress, user.displayName].some((one) => one.toLowerCase() === low);
    return known ?? (low.trim() === '' ? undefined : tables.users.all().find(isCalled));
  };
  return {
    valuesOf: (issue) => listOf(keyOf(issue)),
    resolve: (text) => named(text)?.key,
    sortKey: (issue) => tables.users.get(keyOf(issue) ?? '')?.displayName.toLowerCase(),
  };
}

function textField(state: State, id: 'summary' | 'description'): JqlField {
  const read = storedValue(state, id, paragraphKind);
  return { valuesOf: (issue) => listOf(read(issue)), isText: true, sortKey: (issue) => read(issue)?.toLowerCase() };
}

const FORMATS =
  "Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d'.";

function momentField({ now }: JqlScope, momentOf: (issue: IssueRow) => number): JqlField {
  return {
    valuesOf: (issue) => [momentOf(issue)],
    readMoment: (text) => readMoment(text, now),
    problemOf: (text, field) => `Date value '${text}' for field '${field}' is invalid. ${FORMATS}`,
  };
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The moment a query means by `2026-11-21`, `2026/11/21 14:05` or `-30m`. */
function readMoment(text: string, now: number): number | undefined {
  const [, amount, unit = ''] = /^-(\d{1,9})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0);
  const [, date, time = '00:00'] = /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})(?: (\d{1,2}:\d{2}))?$/.exec(text) ?? [];
  const day = date?.split(/[-/]/).map((part) => part.padStart(2, '0'));
  return day && readTrackerTime(`${day.join('-')}T${time.padStart(5, '0')}:00.000+0000`);
}

/** Reads the value an issue keeps of a field. */
function storedValue<Value>(state: State, id: string, kind: ValueKind<Value>): (issue: IssueRow) => Value | null {
  return ({ fields }) => keptValue(kind, fields[id], state);
}

function listOf<Item>(item: Item | null | undefined): Item[] {
  return item === undefined || item === null ? [] : [item];
}
