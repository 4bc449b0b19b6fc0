import type { State } from '../../state/state.js';
import type { IssueRow, VersionRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';
import { visibleActivity } from '../activity.js';
import type { IssueField, NamedRows } from '../fields/field.js';
import { issueFields } from '../fields/issue-fields.js';
import { readDuration, trackedTime, workRatio } from '../fields/time-tracking.js';
import type { TrackedTime } from '../fields/time-tracking.js';
import { componentsKind, dayKind, priorityKind, resolutionKind, userKind } from '../fields/value-kinds.js';
import { readId } from '../read-values.js';
import { versionsOf } from '../versions.js';
import {
  comparedBy,
  keyField,
  momentField,
  namedField,
  parentField,
  projectField,
  storedJqlField,
  storedValue,
  textsField,
  userField,
} from './field-kinds.js';
import type { JqlField, JqlScope, Place } from './field-kinds.js';

/** The fields whose histories queries know. */
const HISTORIES: ReadonlySet<string> = new Set([
  ...['status', 'assignee', 'reporter', 'priority', 'resolution', 'components', 'versions', 'fixVersions'],
]);

/** Every field queries know, by each of its names in lower case; the tracker's own win over custom ones. */
export function jqlFields(scope: JqlScope): ReadonlyMap<string, JqlField> {
  const fields = [...issueFields(scope).values()];
  const special = specialFields(scope);
  const named = fields.flatMap((field): [string, JqlField][] => {
    const { id, clauses = [id] } = field;
    const found = special[id] ?? storedJqlField(scope.state, field);
    if (found === undefined) return [];
    const known = HISTORIES.has(id) ? { ...found, history: id } : found;
    return clauses.map((name) => [name.toLowerCase(), known]);
  });
  return new Map([...named.reverse(), ...Object.entries(otherFields(scope, fields))]);
}

/** The fields of issues that queries know in a way of their own, by the id of the field. */
function specialFields(scope: JqlScope): Readonly<Record<string, JqlField>> {
  const { state } = scope;
  const { issueTypes, statuses, priorities, resolutions, components, attachments, votes, watchers } = state.tables;
  const priority = storedValue(state, 'priority', priorityKind);
  const assignee = storedValue(state, 'assignee', userKind);
  const due = storedValue(state, 'duedate', dayKind);
  const resolution = storedValue(state, 'resolution', resolutionKind);
  return {
    project: projectField(scope),
    parent: parentField(scope),
    issuetype: namedField(issueTypes, (issue) => issue.issueTypeId),
    status: namedField(statuses, (issue) => issue.statusId),
    // The most urgent priority has the smallest id, and stands last in ascending order.
    priority: namedField(priorities, idIn(priority), ({ id }) => -id),
    resolution: { ...namedField(resolutions, idIn(resolution), ({ id }) => id), unsetWord: 'unresolved' },
    resolutiondate: momentField(scope, ({ resolved }) => (resolved === undefined ? [] : [resolved])),
    components: rowsField(scope, 'components', components),
    fixVersions: versionField(scope, 'fixVersions'),
    versions: versionField(scope, 'versions'),
    comment: textsField((issue) => commentsOf(scope, issue)),
    reporter: userField(scope, (issue) => [issue.reporter]),
    creator: userField(scope, (issue) => [issue.creator]),
    assignee: userField(scope, (issue) => [assignee(issue)?.key].filter((key) => key !== undefined)),
    created: momentField(scope, (issue) => [issue.created]),
    updated: momentField(scope, (issue) => [issue.updated]),
    duedate: momentField(scope, (issue) => dayToMoment(due(issue))),
    votes: comparedBy(({ id }) => [votes.count('issue', id)]),
    watches: comparedBy(({ id }) => [watchers.count('issue', id)]),
    attachment: { valuesOf: ({ id }) => attachments.where('issue', id).map((row) => row.id) },
    workratio: comparedBy((issue) => [workRatio(trackedTime(issue))].filter((ratio) => ratio >= 0)),
    timespent: durationField('timeSpentSeconds'),
    timeestimate: durationField('remainingEstimateSeconds'),
    timeoriginalestimate: durationField('originalEstimateSeconds'),
    // Only pages in a browser count as a view of an issue.
    lastViewed: momentField(scope, () => []),
  };
}

/** What queries know besides fields of issues, by its name. */
function otherFields(scope: JqlScope, fields: readonly IssueField[]): Readonly<Record<string, JqlField>> {
  const { votes, watchers } = scope.state.tables;
  const key = keyField(scope);
  return {
    ...{ key, issuekey: key, issue: key, id: key },
    statuscategory: categoryField(scope.state),
    text: textField(scope, fields),
    voter: userField(scope, ({ id }) => votes.where('issue', id).map(({ userKey }) => userKey)),
    watcher: userField(scope, ({ id }) => watchers.where('issue', id).map(({ userKey }) => userKey)),
  };
}

function commentsOf(scope: JqlScope, issue: IssueRow): string[] {
  return visibleActivity(scope, 'comments', issue).map(({ body }) => body);
}

/** The category of an issue's status, named by its name or its key. */
function categoryField({ tables }: State): JqlField {
  const keys: Readonly<Record<string, string>> = { 'to do': 'new', 'in progress': 'indeterminate', done: 'done' };
  return {
    valuesOf: ({ statusId }) => [tables.statuses.get(statusId)?.category ?? ''],
    resolve: (text) => {
      const key = keys[text.toLowerCase()] ?? text.toLowerCase();
      return Object.values(keys).includes(key) ? key : undefined;
    },
  };
}

/** A field that holds rows of the issue's project, named by name or id. */
function rowsField<Row extends { readonly name: string }>(
  { state }: JqlScope,
  id: string,
  rows: NamedRows<Row>,
): JqlField {
  const read = storedValue(state, id, componentsKind);
  // A row is found by its name, which rows of other projects can have too, and by its id.
  const valuesOfId = (row: string) => {
    const name = rows.get(Number(row))?.name.toLowerCase();
    return name === undefined ? [] : [name, Number(row)];
  };
  return {
    valuesOf: (issue) => (read(issue) ?? []).flatMap(valuesOfId),
    valuesOfId,
    resolve: (text) => {
      const [row, name] = [readId(text) ?? 0, text.toLowerCase()];
      if (rows.first('name', name) !== undefined) return name;
      return rows.get(row) === undefined ? undefined : row;
    },
  };
}

/** A field that holds versions. Queries compare versions of one project by their order there. */
function versionField(scope: JqlScope, id: 'fixVersions' | 'versions'): JqlField {
  const { state } = scope;
  const { versions } = state.tables;
  const read = storedValue(state, id, componentsKind);
  const placeIn = new Map<number, Map<number, number>>();
  const placeOf = ({ id: version, projectId }: VersionRow): Place => {
    const places = placeIn.get(projectId) ?? new Map(versionsOf(state, projectId).map((row, place) => [row.id, place]));
    placeIn.set(projectId, places);
    return [projectId, places.get(version) ?? 0];
  };
  const named = (text: string) => {
    const byName = versions.where('name', text.toLowerCase());
    return byName.length > 0 ? byName : [versions.get(readId(text) ?? 0)].filter((row) => row !== undefined);
  };
  return {
    ...rowsField(scope, id, versions),
    order: {
      of: (issue) => (read(issue) ?? []).flatMap((row) => versions.get(Number(row)) ?? []).map(placeOf),
      named: (text) => named(text).map(placeOf),
    },
  };
}

/** The field `text`, which searches the fields that hold text, all custom fields, and the comments. */
function textField(scope: JqlScope, fields: readonly IssueField[]): JqlField {
  const holding = fields.filter(({ customId, search }) => customId !== undefined || search === 'text');
  const searched = holding.map((field) => storedJqlField(scope.state, field));
  return textsField((issue) => {
    spend(20 * searched.length);
    return [...searched.flatMap((field) => field?.textsOf?.(issue) ?? []), ...commentsOf(scope, issue)];
  });
}

function idIn(read: (issue: IssueRow) => { readonly id: string } | null): (issue: IssueRow) => number | undefined {
  return (issue) => {
    const value = read(issue);
    return value === null ? undefined : Number(value.id);
  };
}

function dayToMoment(day: string | null): number[] {
  return day === null ? [] : [Date.parse(`${day}T00:00:00Z`)];
}

function durationField(time: keyof TrackedTime): JqlField {
  return comparedBy((issue) => [trackedTime(issue)[time]].filter((seconds) => seconds !== undefined), readDuration);
}
