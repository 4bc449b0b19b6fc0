import { formatTrackerTime } from '../../../contracts/index.js';
import type { WorldCustomField } from '../../../contracts/index.js';
import type { IssueRow } from '../../state/tables.js';
import { renderAttachmentsForPeople, renderAttachmentsOf } from '../attachments.js';
import type { Call, Extension } from '../call.js';
import { renderCommentsForPeople, renderCommentsOf } from '../comments.js';
import { renderVotes, renderWatches } from '../followers.js';
import { renderLinksOf } from '../links.js';
import { renderMoment } from '../render-text.js';
import { renderIssueTypes, renderProjectSummary, renderStatus, renderUserByKey } from '../render.js';
import type { View } from '../render.js';
import { storedField } from './field.js';
import type { IssueField, StoredField } from './field.js';
import { renderIssueInBrief } from './render-fields.js';
import {
  progressOf,
  renderWorklogsForPeople,
  renderWorklogsOf,
  sumOfTimes,
  timeTrackingKind,
  trackedTime,
  workRatio,
} from './time-tracking.js';
import type { TrackedTime } from './time-tracking.js';
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

/** The data that determines which fields issues have. */
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

/** A field that shows a moment of the issue's row. */
function momentField(
  id: string,
  name: string,
  momentOf: (row: IssueRow) => number | undefined,
  clauses: readonly string[],
): IssueField {
  const shown = (show: (view: View, moment: number) => string) => (view: View, row: IssueRow) => {
    const moment = momentOf(row);
    return moment === undefined ? null : show(view, moment);
  };
  const render = shown((_view, moment) => formatTrackerTime(moment));
  return ownField(id, name, 'datetime', render, { renderForPeople: shown(renderMoment), clauses });
}

/** The fields that hold a time in seconds: name, the tracked time that each shows, and another name in queries. */
const TIMES: Readonly<Record<string, readonly [name: string, time: keyof TrackedTime, clause?: string]>> = {
  timespent: ['Time Spent', 'timeSpentSeconds'],
  timeestimate: ['Remaining Estimate', 'remainingEstimateSeconds', 'remainingEstimate'],
  timeoriginalestimate: ['Original Estimate', 'originalEstimateSeconds', 'originalEstimate'],
};

const unsearchable = { searchable: false, clauses: [] } as const;

/** The tracker's own fields, in the order in which an issue shows them. */
const systemFields: readonly IssueField[] = [
  ownField(
    'issuetype',
    'Issue Type',
    'issuetype',
    (view, row) => renderIssueTypes(view, [row.issueTypeId])[0] ?? null,
    { required: true, operations: [], clauses: ['issuetype', 'type'] },
  ),
  ownField(
    'project',
    'Project',
    'project',
    (view, row) => {
      const project = view.state.tables.projects.get(row.projectId);
      return project === undefined ? null : renderProjectSummary(view, project);
    },
    { required: true, operations: ['set'] },
  ),
  ownField('status', 'Status', 'status', (view, row) => renderStatus(view, row.statusId)),
  storedField('resolution', 'Resolution', resolutionKind),
  momentField('resolutiondate', 'Resolved', ({ resolved }) => resolved, ['resolutiondate', 'resolved']),
  storedField('summary', 'Summary', summaryKind, {
    required: true,
    refusalToClear: SUMMARY_MISSING,
    search: 'text',
  }),
  storedField('description', 'Description', paragraphKind, { search: 'text' }),
  storedField('environment', 'Environment', paragraphKind, { search: 'text' }),
  storedField('priority', 'Priority', priorityKind),
  storedField('labels', 'Labels', labelsKind([]), { search: 'word' }),
  storedField('assignee', 'Assignee', assigneeKind),
  ownField('reporter', 'Reporter', 'user', (view, row) => renderUserByKey(view, row.reporter), {
    kind: userKind,
    refusalToClear: 'Reporter is required.',
  }),
  ownField('creator', 'Creator', 'user', (view, row) => renderUserByKey(view, row.creator)),
  momentField('created', 'Created', ({ created }) => created, ['created', 'createdDate']),
  momentField('updated', 'Updated', ({ updated }) => updated, ['updated', 'updatedDate']),
  // Only pages in a browser count as a view of an issue.
  ownField('lastViewed', 'Last Viewed', 'datetime', () => null),
  storedField('duedate', 'Due Date', dayKind, { clauses: ['due', 'duedate'] }),
  ownField('parent', 'Parent', 'issuelink', renderParent),
  ownField('subtasks', 'Sub-Tasks', 'array', renderSubtasks, unsearchable),
  ownField('issuelinks', 'Linked Issues', 'array', renderLinksOf, { items: 'issuelinks', clauses: [] }),
  storedField('components', 'Component/s', componentsKind, { clauses: ['component'] }),
  storedField('versions', 'Affects Version/s', versionsKind, { clauses: ['affectedVersion'] }),
  storedField('fixVersions', 'Fix Version/s', versionsKind, { clauses: ['fixVersion'] }),
  ownField('votes', 'Votes', 'votes', renderVotes, { searchable: false }),
  ownField('watches', 'Watchers', 'watches', renderWatches, { clauses: ['watchers'] }),
  ownField('workratio', 'Work Ratio', 'number', (_view, row) => workRatio(trackedTime(row))),
  ...Object.entries(TIMES).flatMap(([id, [name, time, clause]]) => [
    ownField(id, name, 'number', (_view, row) => trackedTime(row)[time] ?? null, {
      ...{ clauses: clause === undefined ? [id] : [clause, id], searchable: false },
    }),
    ownField(`aggregate${id}`, `Σ ${name}`, 'number', (view, row) => sumOfTimes(view.state, row, time), unsearchable),
  ]),
  ownField('progress', 'Progress', 'progress', renderProgress, unsearchable),
  ownField('aggregateprogress', 'Σ Progress', 'progress', renderWholeProgress, unsearchable),
  storedField('timetracking', 'Time Tracking', timeTrackingKind, { navigable: false, clauses: [] }),
  ownField('worklog', 'Log Work', 'array', renderWorklogsOf, {
    ...{ navigable: false, items: 'worklog', clauses: [], renderForPeople: renderWorklogsForPeople },
  }),
  ownField('comment', 'Comment', 'comments-page', renderCommentsOf, {
    ...{ navigable: false, operations: ['add'], renderForPeople: renderCommentsForPeople },
  }),
  ownField('attachment', 'Attachment', 'array', renderAttachmentsOf, {
    ...{ navigable: false, items: 'attachment', clauses: ['attachments'], renderForPeople: renderAttachmentsForPeople },
  }),
];

const plugin = 'com.atlassian.jira.plugin.system.customfieldtypes';

/** The types of custom fields that every tracker has. */
const customFieldTypes: Extension['customFieldTypes'] = {
  text: { key: `${plugin}:textfield`, kindOf: () => lineKind, search: 'text' },
  paragraph: { key: `${plugin}:textarea`, kindOf: () => paragraphKind, search: 'text' },
  number: { key: `${plugin}:float`, kindOf: () => numberKind, search: 'number' },
  select: { key: `${plugin}:select`, kindOf: selectKind, search: 'word' },
  labels: { key: `${plugin}:labels`, kindOf: () => labelsKind(null), search: 'word' },
};

/** A custom field of the tracker as a field of its issues. */
function customField(row: WorldCustomField, extensions: readonly Extension[]): StoredField {
  const all = [{ customFieldTypes }, ...extensions].map((extension) => extension.customFieldTypes[row.type]);
  const type = all.find((candidate) => candidate !== undefined);
  if (type === undefined) throw new Error(`No extension of the tracker has custom fields of the type ${row.type}.`);
  return storedField(`customfield_${row.id}`, row.name, type.kindOf(row), {
    ...{ customId: row.id, customType: type.key, clauses: [`cf[${row.id}]`, row.name], search: type.search },
  });
}

function renderProgress(_view: View, row: IssueRow) {
  const { timeSpentSeconds = null, remainingEstimateSeconds = null } = trackedTime(row);
  return progressOf(timeSpentSeconds, remainingEstimateSeconds);
}

function renderWholeProgress({ state }: View, row: IssueRow) {
  return progressOf(sumOfTimes(state, row, 'timeSpentSeconds'), sumOfTimes(state, row, 'remainingEstimateSeconds'));
}

/** The issue a sub-task belongs to, as JSON; undefined for an issue that is no sub-task. */
function renderParent(view: View, { parentId }: IssueRow) {
  const parent = parentId === null ? undefined : view.state.tables.issues.get(parentId);
  return parent && renderIssueInBrief(view, parent);
}

function renderSubtasks(view: View, { id }: IssueRow) {
  return view.state.tables.issues.where('parent', id).map((subtask) => renderIssueInBrief(view, subtask));
}
