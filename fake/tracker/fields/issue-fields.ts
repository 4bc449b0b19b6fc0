import { formatTrackerTime } from '../../../contracts/index.js';
import type { WorldCustomField } from '../../../contracts/index.js';
import type { IssueRow } from '../../state/tables.js';
import { renderAttachmentsOf } from '../attachments.js';
import type { Call } from '../call.js';
import { renderCommentsOf } from '../comments.js';
import type { CustomFieldType, Extension } from '../extension.js';
import { renderIssueTypes, renderProjectSummary, renderStatus, renderUserByKey, selfUrl } from '../render.js';
import type { View } from '../render.js';
import { keptValue, storedField } from './field.js';
import type { IssueField, StoredField } from './field.js';
import {
  dayKind,
  labelsKind,
  lineKind,
  numberKind,
  paragraphKind,
  priorityKind,
  selectKind,
  SUMMARY_MISSING,
  summaryKind,
  userKind,
} from './value-kinds.js';

/** What decides which fields issues have. */
export type FieldScope = Pick<Call, 'state' | 'extensions'>;

/** Every field an issue of this tracker has, by id: the tracker's own first, then the custom fields. */
export function issueFields({ state, extensions }: FieldScope): ReadonlyMap<string, IssueField> {
  const custom = state.tables.customFields.all().map((row) => customField(row, extensions).field);
  return new Map([...systemFields, ...custom].map((field) => [field.id, field]));
}

/** A field that is worked out from the issue's row and from other rows. */
function ownField(id: string, name: string, type: string, render: IssueField['render'], more?: Partial<IssueField>) {
  return { id, name, schema: { type }, navigable: true, required: false, render, ...more } satisfies IssueField;
}

/** The tracker's own fields, in the order in which an issue shows them. */
const systemFields: readonly IssueField[] = [
  ownField(
    'issuetype',
    'Issue Type',
    'issuetype',
    (view, row) => renderIssueTypes(view, [row.issueTypeId])[0] ?? null,
    {
      required: true,
    },
  ),
  ownField(
    'project',
    'Project',
    'project',
    (view, row) => {
      const project = view.state.tables.projects.get(row.projectId);
      return project === undefined ? null : renderProjectSummary(view, project);
    },
    { required: true },
  ),
  ownField('status', 'Status', 'status', (view, row) => renderStatus(view, row.statusId)),
  ownField('resolution', 'Resolution', 'resolution', () => null),
  storedField('summary', 'Summary', summaryKind, { required: true, refusalToClear: SUMMARY_MISSING }),
  storedField('description', 'Description', paragraphKind),
  storedField('environment', 'Environment', paragraphKind),
  storedField('priority', 'Priority', priorityKind),
  storedField('labels', 'Labels', labelsKind([])),
  storedField('assignee', 'Assignee', userKind),
  ownField('reporter', 'Reporter', 'user', (view, row) => renderUserByKey(view, row.reporter), {
    kind: userKind,
    refusalToClear: 'Reporter is required.',
  }),
  ownField('creator', 'Creator', 'user', (view, row) => renderUserByKey(view, row.creator)),
  ownField('created', 'Created', 'datetime', (_view, row) => formatTrackerTime(row.created)),
  ownField('updated', 'Updated', 'datetime', (_view, row) => formatTrackerTime(row.updated)),
  storedField('duedate', 'Due Date', dayKind),
  ownField('parent', 'Parent', 'issuelink', renderParent),
  ownField('subtasks', 'Sub-Tasks', 'array', renderSubtasks),
  ownField('comment', 'Comment', 'comments-page', renderCommentsOf, { navigable: false }),
  ownField('attachment', 'Attachment', 'array', renderAttachmentsOf, { navigable: false }),
];

const plugin = 'com.atlassian.jira.plugin.system.customfieldtypes';

/** The types of custom fields that every tracker has. */
const customFieldTypes: Extension['customFieldTypes'] = {
  text: { key: `${plugin}:textfield`, kindOf: () => lineKind, search: 'text' },
  paragraph: { key: `${plugin}:textarea`, kindOf: () => paragraphKind, search: 'text' },
  number: { key: `${plugin}:float`, kindOf: () => numberKind, search: 'number' },
  select: { key: `${plugin}:select`, kindOf: ({ options }) => selectKind(options ?? []), search: 'word' },
  labels: { key: `${plugin}:labels`, kindOf: () => labelsKind(null), search: 'word' },
};

/** A custom field of the tracker as a field of its issues, and how queries search it. */
export function customField(
  row: WorldCustomField,
  extensions: readonly Extension[],
): { readonly field: StoredField; readonly search: CustomFieldType['search'] } {
  const all = [{ customFieldTypes }, ...extensions].map((extension) => extension.customFieldTypes[row.type]);
  const type = all.find((candidate) => candidate !== undefined);
  if (type === undefined) throw new Error(`No extension of the tracker has custom fields of the type ${row.type}.`);
  const field = storedField(`customfield_${row.id}`, row.name, type.kindOf(row), {
    customId: row.id,
    customType: type.key,
  });
  return { field, search: type.search };
}

/** The issue a sub-task belongs to, as JSON; undefined for an issue that is no sub-task. */
function renderParent(view: View, { parentId }: IssueRow) {
  const parent = parentId === null ? undefined : view.state.tables.issues.get(parentId);
  return parent && renderLinkedIssue(view, parent);
}

/** The sub-tasks of an issue as JSON. */
function renderSubtasks(view: View, { id }: IssueRow) {
  return view.state.tables.issues.where('parent', id).map((subtask) => renderLinkedIssue(view, subtask));
}

/** An issue as it stands in another one. */
function renderLinkedIssue(view: View, issue: IssueRow) {
  const { id, key, fields, statusId, issueTypeId } = issue;
  const priority = keptValue(priorityKind, fields['priority'], view.state);
  return {
    id: String(id),
    key,
    self: selfUrl(view, 'issue', id),
    fields: {
      summary: fields['summary'] ?? null,
      status: renderStatus(view, statusId),
      priority: priority === null ? null : priorityKind.render(priority, view, issue),
      issuetype: renderIssueTypes(view, [issueTypeId])[0] ?? null,
    },
  };
}
