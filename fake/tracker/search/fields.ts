import { readTrackerTime } from '../../../contracts/times.js';
import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import type { Reader } from '../call.js';
import { keptValue } from '../fields/field.js';
import type { Named, NamedRows, ValueKind } from '../fields/field.js';
import { labelsKind, paragraphKind, priorityKind, resolutionKind, userKind } from '../fields/value-kinds.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-values.js';
import { findIssue, seenIssue } from '../rows.js';

/** The names that queries know a field by, by the field's id. Other fields can't be searched. */
export const clauses: Readonly<Record<string, readonly string[]>> = {
  issuekey: ['id', 'issue', 'issuekey', 'key'],
  project: ['project'],
  issuetype: ['issuetype', 'type'],
  status: ['status'],
  resolution: ['resolution'],
  priority: ['priority'],
  parent: ['parent'],
  labels: ['labels'],
  reporter: ['reporter'],
  assignee: ['assignee'],
  summary: ['summary'],
  description: ['description'],
  created: ['created', 'createdDate'],
  updated: ['updated', 'updatedDate'],
};

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
  /** For ORDER BY, if it is not the first of the values; undefined for an issue in which the field is empty. */
  readonly sortKey?: (issue: IssueRow) => JqlValue | undefined;
}

/** Who searches in what, and when, in milliseconds since 1970. */
export type JqlScope = Reader & { readonly now: number };

/** Every field queries know, by each of its names in lower case. */
export function jqlFields(scope: JqlScope): ReadonlyMap<string, JqlField> {
  const { state, caller } = scope;
  const { issueTypes, statuses, priorities, resolutions, projects, users } = state.tables;
  const kept =
    <Value>(id: string, kind: ValueKind<Value>) =>
    ({ fields }: IssueRow) =>
      keptValue(kind, fields[id], state);
  const priority = kept('priority', priorityKind);
  const resolution = kept('resolution', resolutionKind);
  const assignee = kept('assignee', userKind);
  const labels = kept('labels', labelsKind([]));
  const text = (id: string): JqlField => {
    const read = kept(id, paragraphKind);
    return { valuesOf: (issue) => listOf(read(issue)), isText: true, sortKey: (issue) => read(issue)?.toLowerCase() };
  };
  const issue: Pick<JqlField, 'resolve' | 'problemOf'> = {
    resolve: (text) => seenIssue(scope, findIssue(state, text.toUpperCase()))?.issue.id,
    problemOf: (text, name) => `An issue with key '${text}' does not exist for field '${name}'.`,
  };
  const moment: Omit<JqlField, 'valuesOf'> = {
    readMoment: (text) => readMoment(text, scope.now),
    problemOf: (text, field) => `Date value '${text}' for field '${field}' is invalid. ${FORMATS}`,
  };
  const fields: Readonly<Record<keyof typeof clauses, JqlField>> = {
    issuekey: {
      ...issue,
      valuesOf: ({ id }) => [id],
      // Keys of one project stand in the order of their numbers.
      sortKey: ({ key }) => key.replace(/\d+$/, (number) => number.padStart(12, '0')),
    },
    parent: { ...issue, valuesOf: ({ parentId }) => listOf(parentId) },
    project: {
      valuesOf: ({ projectId }) => [projectId],
      resolve: (text) => {
        const called = projects.all().find(({ name }) => name.toLowerCase() === text.toLowerCase());
        const project = projects.first('key', text.toUpperCase()) ?? projects.get(readId(text) ?? 0) ?? called;
        return project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? project.id : undefined;
      },
      sortKey: ({ projectId }) => projects.get(projectId)?.name.toLowerCase(),
    },
    issuetype: namedField(issueTypes, ({ issueTypeId }) => issueTypeId),
    status: namedField(statuses, ({ statusId }) => statusId),
    // The most urgent priority has the smallest id, and stands last in ascending order.
    priority: {
      ...namedField(priorities, (issue) => priority(issue)?.id),
      sortKey: (issue) => listOf(priority(issue)).map(({ id }) => -Number(id))[0],
    },
    resolution: { ...namedField(resolutions, (issue) => resolution(issue)?.id), unsetWord: 'unresolved' },
    reporter: userField(users, ({ reporter }) => reporter),
    assignee: userField(users, (issue) => assignee(issue)?.key),
    labels: { valuesOf: (issue) => labels(issue) ?? [], resolve: (text) => text },
    summary: text('summary'),
    description: text('description'),
    created: { ...moment, valuesOf: ({ created }) => [created] },
    updated: { ...moment, valuesOf: ({ updated }) => [updated] },
  };
  const named = Object.entries(fields).flatMap(([id, field]) =>
    (clauses[id] ?? []).map((name) => [name.toLowerCase(), field] as const),
  );
  return new Map(named);
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
function userField(users: State['tables']['users'], keyOf: (issue: IssueRow) => string | undefined): JqlField {
  return {
    valuesOf: (issue) => listOf(keyOf(issue)),
    resolve: (text) => {
      const low = text.toLowerCase();
      const isCalled = ({ emailAddress, displayName }: { emailAddress: string; displayName: string }) =>
        text.trim() !== '' && [emailAddress, displayName].some((one) => one.toLowerCase() === low);
      return (users.first('name', low) ?? users.get(text) ?? users.all().find(isCalled))?.key;
    },
    sortKey: (issue) => users.get(keyOf(issue) ?? '')?.displayName.toLowerCase(),
  };
}

const FORMATS =
  "Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d'.";

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The moment a query means by `2026-11-21`, `2026/11/21 14:05` or `-30m`. */
function readMoment(text: string, now: number): number | undefined {
  const [, amount, unit = ''] = /^-(\d{1,9})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0);
  const [, date, time = '00:00'] = /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})(?: (\d{1,2}:\d{2}))?$/.exec(text) ?? [];
  const day = date?.split(/[-/]/).map((part) => part.padStart(2, '0'));
  return day && readTrackerTime(`${day.join('-')}T${time.padStart(5, '0')}:00.000+0000`);
}

function listOf<Item>(item: Item | null | undefined): Item[] {
  return item === undefined || item === null ? [] : [item];
}
