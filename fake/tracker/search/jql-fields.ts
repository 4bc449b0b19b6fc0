import type { WorldCustomField } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { IssueRow, VersionRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';
import { customField } from '../fields/issue-fields.js';
import { componentsKind } from '../fields/row-kinds.js';
import { readDuration, trackedTime, workRatio } from '../fields/time-tracking.js';
import type { TrackedTime } from '../fields/time-tracking.js';
import {
  dayKind,
  labelsKind,
  paragraphKind,
  priorityKind,
  resolutionKind,
  summaryKind,
  userKind,
} from '../fields/value-kinds.js';
import { readId } from '../read-values.js';
import { versionsOf } from '../versions.js';
import { visibleActivity } from '../activity.js';
import {
  comparedBy,
  comparison,
  keyField,
  momentField,
  namedField,
  parentField,
  projectField,
  storedJqlField,
  storedValue,
  userField,
} from './field-kinds.js';
import type { JqlField, JqlScope, NamedRows } from './field-kinds.js';

/** Every field queries know, by each of its names in lower case; the tracker's own win over custom ones. */
export function jqlFields(scope: JqlScope): ReadonlyMap<string, JqlField> {
  return new Map([...customJqlFields(scope), ...systemJqlFields(scope)]);
}

function systemJqlFields(scope: JqlScope): [string, JqlField][] {
  const { state } = scope;
  const { issueTypes, statuses, priorities, resolutions, components, attachments } = state.tables;
  const { votes, watchers } = state.tables;
  const priority = storedValue(state, 'priority', priorityKind);
  const assignee = storedValue(state, 'assignee', userKind);
  const due = storedValue(state, 'duedate', dayKind);
  const resolution = storedValue(state, 'resolution', resolutionKind);
  const summary = storedJqlField(state, 'summary', summaryKind, 'text');
  const description = storedJqlField(state, 'description', paragraphKind, 'text');
  const environment = storedJqlField(state, 'environment', paragraphKind, 'text');
  const fields: readonly (readonly [names: string, field: JqlField])[] = [
    [
      'resolution',
      {
        ...rankedField(resolutions, (issue) => idIn(resolution(issue))),
        unsetWord: 'unresolved',
        history: { field: 'resolution' },
      },
    ],
    ['resolved resolutiondate', momentField(scope, ({ resolved }) => (resolved === undefined ? [] : [resolved]))],
    ['statuscategory', categoryField(state)],
    ['component', rowsField(scope, 'components', components)],
    ['fixversion', versionField(scope, 'fixVersions')],
    ['affectedversion', versionField(scope, 'versions')],
    ['comment', textsField((issue) => commentsOf(scope, issue))],
    ['project', projectField(scope)],
    ['key issuekey issue id', keyField(scope)],
    ['parent', parentField(scope)],
    ['issuetype type', namedField(issueTypes, (issue) => issue.issueTypeId)],
    ['status', { ...namedField(statuses, (issue) => issue.statusId), history: { field: 'status' } }],
    // The most urgent priority has the smallest id, and stands last in ascending order.
    [
      'priority',
      {
        ...rankedField(
          priorities,
          (issue) => idIn(priority(issue)),
          ({ id }) => -id,
        ),
        history: { field: 'priority' },
      },
    ],
    ['labels', storedJqlField(state, 'labels', labelsKind([]), 'word')],
    ['reporter', { ...userField(scope, (issue) => [issue.reporter]), history: { field: 'reporter' } }],
    ['creator', userField(scope, (issue) => [issue.creator])],
    [
      'assignee',
      {
        ...userField(scope, (issue) => [assignee(issue)?.key].filter((key) => key !== undefined)),
        history: { field: 'assignee' },
      },
    ],
    ['summary', summary],
    ['description', description],
    ['environment', environment],
    ['text', textField(scope, [summary, description, environment])],
    ['created createddate', momentField(scope, (issue) => [issue.created])],
    ['updated updateddate', momentField(scope, (issue) => [issue.updated])],
    ['duedate due', momentField(scope, (issue) => dayToMoment(due(issue)))],
    ['votes', comparedBy(({ id }) => [votes.count('issue', id)])],
    ['watchers', comparedBy(({ id }) => [watchers.count('issue', id)])],
    ['voter', userField(scope, ({ id }) => votes.where('issue', id).map(({ userKey }) => userKey))],
    ['watcher', userField(scope, ({ id }) => watchers.where('issue', id).map(({ userKey }) => userKey))],
    ['attachments', { valuesOf: ({ id }) => attachments.where('issue', id).map((row) => row.id) }],
    ['workratio', comparedBy((issue) => [workRatio(trackedTime(issue))].filter((ratio) => ratio >= 0))],
    ['timespent', durationField('timeSpentSeconds')],
    ['timeestimate remainingestimate', durationField('remainingEstimateSeconds')],
    ['timeoriginalestimate originalestimate', durationField('originalEstimateSeconds')],
    // Only pages in a browser count as a view of an issue.
    ['lastviewed', momentField(scope, () => [])],
  ];
  return fields.flatMap(([names, field]) => names.split(' ').map((name): [string, JqlField] => [name, field]));
}

/** A field that holds texts, which are searched for words only. */
function textsField(textsOf: (issue: IssueRow) => readonly string[]): JqlField {
  return { valuesOf: textsOf, textsOf };
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
  const valuesOf = (row: string) => {
    const name = rows.get(Number(row))?.name.toLowerCase();
    return name === undefined ? [] : [name, Number(row)];
  };
  return {
    valuesOf: (issue) => (read(issue) ?? []).flatMap(valuesOf),
    resolve: (text) => {
      const [row, name] = [readId(text) ?? 0, text.toLowerCase()];
      if (rows.first('name', name) !== undefined) return name;
      return rows.get(row) === undefined ? undefined : row;
    },
    history: { field: id, valuesOf },
  };
}

/** A field whose rows have an order, by which queries compare them. */
function rankedField<Row extends { readonly id: number; readonly name: string }>(
  rows: NamedRows<Row>,
  idOf: (issue: IssueRow) => number | undefined,
  placeOf: (row: Row) => number = ({ id }) => id,
): JqlField {
  const field = namedField(rows, idOf, placeOf);
  const placeIn = (id: unknown) => {
    const row = rows.get(Number(id ?? 0));
    return row && placeOf(row);
  };
  return {
    ...field,
    comparison: comparison(
      (issue) => [placeIn(idOf(issue))],
      (text) => placeIn(field.resolve?.(text)),
    ),
  };
}

/** A field that holds versions. Queries compare versions of one project by their order there. */
function versionField(scope: JqlScope, id: 'fixVersions' | 'versions'): JqlField {
  const { state } = scope;
  const { versions } = state.tables;
  const read = storedValue(state, id, componentsKind);
  const placeIn = new Map<number, Map<number, number>>();
  const placeOf = ({ id: version, projectId }: VersionRow) => {
    const places = placeIn.get(projectId) ?? new Map(versionsOf(state, projectId).map((row, place) => [row.id, place]));
    placeIn.set(projectId, places);
    return places.get(version) ?? 0;
  };
  const named = (text: string) => {
    const byName = versions.where('name', text.toLowerCase());
    return byName.length > 0 ? byName : [versions.get(readId(text) ?? 0)].filter((row) => row !== undefined);
  };
  return {
    ...rowsField(scope, id, versions),
    comparison: (text) => {
      const others = named(text);
      if (others.length === 0) return undefined;
      return (issue) => {
        const rows = (read(issue) ?? []).flatMap((row) => versions.get(Number(row)) ?? []);
        spend(rows.length * others.length);
        return rows.flatMap((row) =>
          others.flatMap((other) => (other.projectId === row.projectId ? placeOf(row) - placeOf(other) : [])),
        );
      };
    },
  };
}

/** The field `text`, which searches the given fields, the custom fields that hold text, and the comments. */
function textField(scope: JqlScope, fields: readonly JqlField[]): JqlField {
  const { customFields } = scope.state.tables;
  const searched = [...fields, ...customFields.all().map((row) => customJqlField(scope, row))];
  return textsField((issue) => {
    spend(20 * searched.length);
    return [...searched.flatMap((field) => field.textsOf?.(issue) ?? []), ...commentsOf(scope, issue)];
  });
}

function customJqlFields(scope: JqlScope): [string, JqlField][] {
  return scope.state.tables.customFields.all().flatMap((row) => {
    const field = customJqlField(scope, row);
    return [`cf[${row.id}]`, row.name.toLowerCase()].map((name): [string, JqlField] => [name, field]);
  });
}

function customJqlField({ state, extensions }: JqlScope, row: WorldCustomField): JqlField {
  const { field, search } = customField(row, extensions);
  if (typeof search !== 'function') return storedJqlField(state, field.id, field.kind, search);
  return textsField((issue) => {
    const texts = search(issue.fields[field.id]);
    spend(10 + texts.length);
    return texts;
  });
}

function idIn(value: { readonly id: string } | null): number | undefined {
  return value === null ? undefined : Number(value.id);
}

function dayToMoment(day: string | null): number[] {
  return day === null ? [] : [Date.parse(`${day}T00:00:00Z`)];
}

function durationField(time: keyof TrackedTime): JqlField {
  return comparedBy((issue) => [trackedTime(issue)[time]].filter((seconds) => seconds !== undefined), readDuration);
}
