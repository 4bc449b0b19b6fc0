import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import type { Reader } from '../call.js';
import { keptValue } from '../fields/field.js';
import type { NamedRow, NamedRows, ValueKind } from '../fields/field.js';
import { labelsKind, paragraphKind, userKind } from '../fields/value-kinds.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-values.js';
import { findIssue, findProject, seenIssue } from '../rows.js';

/** What else queries call a field, by the name that it has here. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  key: ['id', 'issue', 'issuekey'],
  issuetype: ['type'],
  created: ['createddate'],
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
  const { issueTypes, statuses, projects, users } = state.tables;
  const kept =
    <Value>(id: string, kind: ValueKind<Value>) =>
    ({ fields }: IssueRow) =>
      keptValue(kind, fields[id], state);
  const assignee = kept('assignee', userKind);
  const labels = kept('labels', labelsKind([]));
  const summary = kept('summary', paragraphKind);
  const issue: Pick<JqlField, 'resolve' | 'problemOf'> = {
    resolve: (text) => seenIssue(scope, findIssue(state, text.toUpperCase()))?.issue.id,
    problemOf: (text, name) => `An issue with key '${text}' does not exist for field '${name}'.`,
  };
  const fields: Readonly<Record<string, JqlField>> = {
    key: {
      ...issue,
      valuesOf: ({ id }) => [id],
      // Keys of one project stand in the order of their numbers.
      sortKey: ({ key }) => key.replace(/\d+$/, (number) => number.padStart(12, '0')),
    },
    parent: { ...issue, valuesOf: ({ parentId }) => listOf(parentId) },
    project: {
      valuesOf: ({ projectId }) => [projectId],
      resolve: (text) => {
        const project = findProject(state, text.toUpperCase());
        return project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? project.id : undefined;
      },
      sortKey: ({ projectId }) => projects.get(projectId)?.name.toLowerCase(),
    },
    issuetype: namedField(issueTypes, ({ issueTypeId }) => issueTypeId),
    status: namedField(statuses, ({ statusId }) => statusId),
    reporter: userField(users, ({ reporter }) => reporter),
    assignee: userField(users, (issue) => assignee(issue)?.key),
    labels: { valuesOf: (issue) => labels(issue) ?? [], resolve: (text) => text },
    summary: {
      valuesOf: (issue) => listOf(summary(issue)),
      isText: true,
      sortKey: (issue) => summary(issue)?.toLowerCase(),
    },
    created: {
      valuesOf: ({ created }) => [created],
      readMoment: (text) => readMoment(text, scope.now),
      problemOf: (text, field) =>
        `Date value '${text}' for field '${field}' is invalid: the fake takes a period such as -30m.`,
    },
  };
  return new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      [name, ...(aliases[name] ?? [])].map((one) => [one, field] as const),
    ),
  );
}

function namedField<Row extends NamedRow>(
  rows: NamedRows<Row>,
  idOf: (issue: IssueRow) => number | string | undefined,
): JqlField {
  return {
    valuesOf: (issue) => listOf(idOf(issue)).map(Number),
    resolve: (text) => (rows.first('name', text.toLowerCase()) ?? rows.get(readId(text) ?? 0))?.id,
    sortKey: (issue) => rows.get(Number(idOf(issue)))?.name.toLowerCase(),
  };
}

function userField(users: State['tables']['users'], keyOf: (issue: IssueRow) => string | undefined): JqlField {
  return {
    valuesOf: (issue) => listOf(keyOf(issue)),
    resolve: (text) => (users.first('name', text.toLowerCase()) ?? users.get(text))?.key,
    sortKey: (issue) => users.get(keyOf(issue) ?? '')?.displayName.toLowerCase(),
  };
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The moment a query means by `-30m`. */
function readMoment(text: string, now: number): number | undefined {
  const [, amount, unit = ''] = /^-(\d{1,9})([mhdw])$/.exec(text) ?? [];
  return amount === undefined ? undefined : now - Number(amount) * (UNITS[unit] ?? 0);
}

function listOf<Item>(item: Item | null | undefined): Item[] {
  return item === undefined || item === null ? [] : [item];
}
