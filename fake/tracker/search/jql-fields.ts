import type { WorldCustomField } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import { customField } from '../fields/issue-fields.js';
import { componentsKind, resolutionKind } from '../fields/row-kinds.js';
import { dayKind, labelsKind, paragraphKind, priorityKind, summaryKind, userKind } from '../fields/value-kinds.js';
import { readId } from '../read-values.js';
import {
  keyField,
  momentField,
  namedField,
  parentField,
  projectField,
  storedJqlField,
  storedValue,
  userField,
} from './field-kinds.js';
import type { JqlField, JqlScope } from './field-kinds.js';

/** Every field queries know, by each of its names in lower case; the tracker's own win over custom ones. */
export function jqlFields(scope: JqlScope): ReadonlyMap<string, JqlField> {
  return new Map([...customJqlFields(scope), ...systemJqlFields(scope)]);
}

function systemJqlFields(scope: JqlScope): [string, JqlField][] {
  const { state } = scope;
  const { issueTypes, statuses, priorities } = state.tables;
  const priority = storedValue(state, 'priority', priorityKind);
  const assignee = storedValue(state, 'assignee', userKind);
  const due = storedValue(state, 'duedate', dayKind);
  const key = keyField(scope);
  const type = namedField(issueTypes, (issue) => issue.issueTypeId);
  const created = momentField(scope, (issue) => issue.created);
  const updated = momentField(scope, (issue) => issue.updated);
  const dueDate = momentField(scope, (issue) => dayToMoment(due(issue)));
  const summary = storedJqlField(state, 'summary', summaryKind, 'text');
  const description = storedJqlField(state, 'description', paragraphKind, 'text');
  const environment = storedJqlField(state, 'environment', paragraphKind, 'text');
  const resolution = storedValue(state, 'resolution', resolutionKind);
  const versions = versionNames(scope);
  const statusOf = (issue: IssueRow) => statuses.get(issue.statusId)?.name;
  const resolutions = namedField(state.tables.resolutions, (issue) => idIn(resolution(issue)));
  const resolved = momentField(scope, (issue) => issue.resolved);
  return Object.entries({
    resolution: {
      ...resolutions,
      unsetWord: 'unresolved',
      history: 'resolution',
      wordsOf: (issue: IssueRow) => state.tables.resolutions.get(idIn(resolution(issue)) ?? 0)?.name,
    },
    resolved,
    resolutiondate: resolved,
    statuscategory: categoryField(state),
    component: rowsField(scope, 'components', (id) => state.tables.components.get(id)?.name, componentNames(scope)),
    fixversion: rowsField(scope, 'fixVersions', (id) => state.tables.versions.get(id)?.name, versions),
    affectedversion: rowsField(scope, 'versions', (id) => state.tables.versions.get(id)?.name, versions),
    comment: commentField(scope),
    project: projectField(scope),
    key,
    issuekey: key,
    issue: key,
    id: key,
    parent: parentField(scope),
    issuetype: type,
    type,
    status: { ...namedField(statuses, (issue) => issue.statusId), history: 'status', wordsOf: statusOf },
    // The most urgent priority has the smallest id, and stands last in ascending order.
    priority: namedField(
      priorities,
      (issue) => idIn(priority(issue)),
      ({ id }) => -id,
    ),
    labels: storedJqlField(state, 'labels', labelsKind([]), 'word'),
    reporter: userField(scope, (issue) => issue.reporter),
    creator: userField(scope, (issue) => issue.creator),
    assignee: {
      ...userField(scope, (issue) => assignee(issue)?.key),
      history: 'assignee',
      wordsOf: (issue: IssueRow) => state.tables.users.get(assignee(issue)?.key ?? '')?.displayName,
    },
    summary,
    description,
    environment,
    text: textField(scope, [summary, description, environment]),
    created,
    createddate: created,
    updated,
    updateddate: updated,
    duedate: dueDate,
    due: dueDate,
  });
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
function rowsField(
  { state }: JqlScope,
  id: string,
  nameOf: (row: number) => string | undefined,
  names: ReadonlySet<string>,
): JqlField {
  const read = storedValue(state, id, componentsKind);
  return {
    valuesOf: (issue) => (read(issue) ?? []).flatMap((row) => nameOf(Number(row))?.toLowerCase() ?? []),
    resolve: (text) => {
      const name = (nameOf(readId(text) ?? 0) ?? text).toLowerCase();
      return names.has(name) ? name : undefined;
    },
  };
}

function componentNames({ state }: JqlScope): ReadonlySet<string> {
  return new Set(state.tables.components.all().map(({ name }) => name.toLowerCase()));
}

function versionNames({ state }: JqlScope): ReadonlySet<string> {
  return new Set(state.tables.versions.all().map(({ name }) => name.toLowerCase()));
}

/** The comments of an issue. */
function commentField({ state }: JqlScope): JqlField {
  const textsOf = (issue: IssueRow) => state.tables.comments.where('issue', issue.id).map(({ body }) => body);
  return { valuesOf: textsOf, textsOf };
}

/** What `text` searches: the given fields, the custom fields that hold text, and the comments. */
function textField(scope: JqlScope, fields: readonly JqlField[]): JqlField {
  const { comments, customFields } = scope.state.tables;
  const searched = [...fields, ...customFields.all().map((row) => customJqlField(scope, row))];
  const textsOf: JqlField['textsOf'] = (issue) => [
    ...searched.flatMap((field) => field.textsOf?.(issue) ?? []),
    ...comments.where('issue', issue.id).map(({ body }) => body),
  ];
  return { valuesOf: textsOf, textsOf };
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
  const textsOf = (issue: IssueRow) => search(issue.fields[field.id]);
  return { valuesOf: textsOf, textsOf };
}

function idIn(value: { readonly id: string } | null): number | undefined {
  return value === null ? undefined : Number(value.id);
}

function dayToMoment(day: string | null): number | undefined {
  return day === null ? undefined : Date.parse(`${day}T00:00:00Z`);
}
