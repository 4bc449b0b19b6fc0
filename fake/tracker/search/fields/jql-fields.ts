import type { WorldCustomField } from '../../../../contracts/index.js';
import type { IssueRow } from '../../../state/state.js';
import { customField } from '../../fields/custom-fields.js';
import { labelsKind } from '../../fields/labels-kind.js';
import { priorityKind } from '../../fields/priority-kind.js';
import { dayKind, paragraphKind, summaryKind } from '../../fields/text-kinds.js';
import { userKind } from '../../fields/user-kind.js';
import type { ValueKind } from '../../fields/value-kind.js';
import { keyField, parentField } from './issue-key-field.js';
import type { JqlField, JqlScope } from './jql-field.js';
import { momentField } from './moment-field.js';
import { namedField } from './named-field.js';
import { projectField } from './project-field.js';
import { storedJqlField, storedValue } from './stored-jql-field.js';
import { rowsOf } from '../../../test-management/steps/steps-value.js';
import type { StoredComparison } from './stored-jql-field.js';
import { userField } from './user-field.js';

const customComparisons: Readonly<Record<WorldCustomField['type'], StoredComparison>> = {
  template: 'word',
  text: 'text',
  paragraph: 'text',
  number: 'number',
  select: 'word',
  labels: 'word',
  steps: 'text',
  preconditions: 'text',
  requirement: 'word',
  'test case template': 'word',
};

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
  const dueDate = momentField(scope, (issue) => dayToMoment(due(issue) as string | null));
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
    assignee: userField(scope, (issue) => (assignee(issue) as { key: string } | null)?.key),
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
  const custom = customFields.all().filter(({ type }) => customComparisons[type] === 'text');
  const searched = [...fields, ...custom.map((field) => customJqlField(scope, field))];
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

function customJqlField({ state }: JqlScope, row: WorldCustomField): JqlField {
  const { id, kind } = customField(row);
  if (row.type === 'steps') {
    const cellsOf = (issue: IssueRow) => rowsOf(issue.fields[id]).flatMap(({ cells }) => cells);
    return { valuesOf: cellsOf, textsOf: cellsOf };
  }
  return storedJqlField(state, id, kind as ValueKind, customComparisons[row.type]);
}

function priorityId(value: unknown): number | undefined {
  return value === null ? undefined : Number((value as { id: string }).id);
}

function dayToMoment(day: string | null): number | undefined {
  return day === null ? undefined : Date.parse(`${day}T00:00:00Z`);
}
