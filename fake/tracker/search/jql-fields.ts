import type { WorldCustomField } from '../../../contracts/index.js';
import type { IssueRow } from '../../state/tables.js';
import { customField } from '../fields/issue-fields.js';
import { dayKind, labelsKind, paragraphKind, priorityKind, summaryKind, userKind } from '../fields/value-kinds.js';
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
  return Object.entries({
    project: projectField(scope),
    key,
    issuekey: key,
    issue: key,
    id: key,
    parent: parentField(scope),
    issuetype: type,
    type,
    status: namedField(statuses, (issue) => issue.statusId),
    // The most urgent priority has the smallest id, and stands last in ascending order.
    priority: namedField(
      priorities,
      (issue) => priorityId(priority(issue)),
      ({ id }) => -id,
    ),
    labels: storedJqlField(state, 'labels', labelsKind([]), 'word'),
    reporter: userField(scope, (issue) => issue.reporter),
    creator: userField(scope, (issue) => issue.creator),
    assignee: userField(scope, (issue) => assignee(issue)?.key),
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

function priorityId(value: { readonly id: string } | null): number | undefined {
  return value === null ? undefined : Number(value.id);
}

function dayToMoment(day: string | null): number | undefined {
  return day === null ? undefined : Date.parse(`${day}T00:00:00Z`);
}
