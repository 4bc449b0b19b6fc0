import { formatTrackerTime } from '../../../contracts/index.js';
import type { WorldCustomField } from '../../../contracts/index.js';
import type { IssueRow } from '../../state/tables.js';
import { renderAttachmentsOf } from '../attachments.js';
import type { Call, Extension } from '../call.js';
import { renderCommentsOf } from '../comments.js';
import { renderLinksOf } from '../links.js';
import { renderIssueTypes, renderProjectSummary, renderStatus, renderUserByKey } from '../render.js';
import type { View } from '../render.js';
import { storedField } from './field.js';
import type { IssueField, StoredField } from './field.js';
import { renderIssueInBrief } from './render-fields.js';
import {
  assigneeKind,
  componentsKind,
  dayKind,
  labelsKind,
  lineKind,
  numberKind,
  paragraphKind,
  priorityKind,
  resolutionKind,
  selectKind,
  SUMMARY_MISSING,
  summaryKind,
  userKind,
  versionsKind,
} from './value-kinds.js';

export type FieldScope = Pick<Call, 'state' | 'extensions'>;

interface KnownFields {
  readonly extensions: readonly Extension[];
  readonly fields: ReadonlyMap<string, IssueField>;
}

/** The fields, by the content of the table of custom fields. */
const knownFields = new WeakMap<object, KnownFields>();

/** Every field an issue of this tracker has, by id: the tracker's own first, then the custom fields. */
export function issueFields({ state, extensions }: FieldScope): ReadonlyMap<string, IssueField> {
  const { customFields } = state.tables;
  const known = knownFields.get(customFields.content);
  if (known?.extensions === extensions) return known.fields;
  const custom = customFields.all().map((row) => customField(row, extensions));
  const fields = new Map([...systemFields, ...custom].map((field) => [field.id, field]));
  knownFields.set(customFields.content, { extensions, fields });
  return fields;
}

/** A field that is worked out from the issue's row and from other rows. */
function ownField(
  id: string,
  name: string,
  type: string,
  render: IssueField['render'],
  { items, ...more }: Partial<IssueField> & { readonly items?: string } = {},
): IssueField {
  const schema = items === undefined ? { type } : { type, items };
  return { id, name, schema, navigable: true, required: false, render, ...more };
}

function momentField(id: 'created' | 'updated' | 'resolved', name: string, as: string = id): IssueField {
  return ownField(as, name, 'datetime', (_view, { [id]: moment }) =>
    moment === undefined ? null : formatTrackerTime(moment),
  );
}

/** The tracker's own fields, in the order in which an issue shows them. */
const systemFields: readonly IssueField[] = [
  ownField(
    'issuetype',
    'Issue Type',
    'issuetype',
    (view, row) => renderIssueTypes(view, [row.issueTypeId])[0] ?? null,
    { required: true },
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
  storedField('resolution', 'Resolution', resolutionKind),
  momentField('resolved', 'Resolved', 'resolutiondate'),
  storedField('summary', 'Summary', summaryKind, { required: true, refusalToClear: SUMMARY_MISSING }),
  storedField('description', 'Description', paragraphKind),
  storedField('environment', 'Environment', paragraphKind),
  storedField('priority', 'Priority', priorityKind),
  storedField('labels', 'Labels', labelsKind([])),
  storedField('assignee', 'Assignee', assigneeKind),
  ownField('reporter', 'Reporter', 'user', (view, row) => renderUserByKey(view, row.reporter), {
    kind: userKind,
    refusalToClear: 'Reporter is required.',
  }),
  ownField('creator', 'Creator', 'user', (view, row) => renderUserByKey(view, row.creator)),
  momentField('created', 'Created'),
  momentField('updated', 'Updated'),
  storedField('duedate', 'Due Date', dayKind),
  ownField('parent', 'Parent', 'issuelink', renderParent),
  ownField('subtasks', 'Sub-Tasks', 'array', renderSubtasks),
  ownField('issuelinks', 'Linked Issues', 'array', renderLinksOf, { items: 'issuelinks' }),
  storedField('components', 'Component/s', componentsKind),
  storedField('versions', 'Affects Version/s', versionsKind),
  storedField('fixVersions', 'Fix Version/s', versionsKind),
  ownField('comment', 'Comment', 'comments-page', renderCommentsOf, { navigable: false }),
  ownField('attachment', 'Attachment', 'array', renderAttachmentsOf, { navigable: false, items: 'attachment' }),
];

const plugin = 'com.atlassian.jira.plugin.system.customfieldtypes';

/** The types of custom fields that every tracker has. */
const customFieldTypes: Extension['customFieldTypes'] = {
  text: { key: `${plugin}:textfield`, kindOf: () => lineKind },
  paragraph: { key: `${plugin}:textarea`, kindOf: () => paragraphKind },
  number: { key: `${plugin}:float`, kindOf: () => numberKind },
  select: { key: `${plugin}:select`, kindOf: selectKind },
  labels: { key: `${plugin}:labels`, kindOf: () => labelsKind(null) },
};

function customField(row: WorldCustomField, extensions: readonly Extension[]): StoredField {
  const all = [{ customFieldTypes }, ...extensions].map((extension) => extension.customFieldTypes[row.type]);
  const type = all.find((candidate) => candidate !== undefined);
  if (type === undefined) throw new Error(`No extension of the tracker has custom fields of the type ${row.type}.`);
  return storedField(`customfield_${row.id}`, row.name, type.kindOf(row), {
    customId: row.id,
    customType: type.key,
  });
}

function renderParent(view: View, { parentId }: IssueRow) {
  const parent = parentId === null ? undefined : view.state.tables.issues.get(parentId);
  return parent && renderIssueInBrief(view, parent);
}

function renderSubtasks(view: View, { id }: IssueRow) {
  return view.state.tables.issues.where('parent', id).map((subtask) => renderIssueInBrief(view, subtask));
}
