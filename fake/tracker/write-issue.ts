import type { WorldIssueType } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import { workflowOf } from '../state/state.js';
import type { State } from '../state/state.js';
import type { IssueRow, ProjectRow } from '../state/tables.js';
import type { Call, NewIssue, Reader } from './call.js';
import { storeComment } from './comments.js';
import { isOnScreen, keptValue, notOnScreen } from './fields/field.js';
import { readChanges, withValues } from './fields/read-changes.js';
import type { ChangeScope, FieldInput } from './fields/read-changes.js';
import { defaultPriority, userKind } from './fields/value-kinds.js';
import { callerOf, holdsInProject, requireInProject } from './permissions.js';
import { readId, readName, readObject } from './read-values.js';
import { findIssue, findProject } from './rows.js';
import type { Located } from './rows.js';

export type CreationCall = Pick<
  Call,
  'state' | 'assumptions' | 'extensions' | 'caller' | 'clock' | 'baseUrl' | 'basePaths'
>;

/** Nothing is stored before everything is checked. @throws TrackerError 400 with what is wrong, by field */
export function storeIssue(call: CreationCall, place: IssuePlace, input: FieldInput): IssueRow {
  const { state } = call;
  const { project, issueType, parent, requestTypeId } = place;
  const { initial } = workflowOf(state, project, issueType.id);
  const settable = (id: string) =>
    id === 'summary' || initial.screenId === null || isOnScreen(state, initial.screenId, id);
  const { values, comments } = readChanges({ ...call, project, kept: null, settable }, input);
  const { reporter, ...fields } = withValues({}, values);
  const newIssue = { state, project, issueTypeId: issueType.id, requestTypeId };
  const filled = call.extensions.reduce<NewIssue['fields']>(
    (before, { fillNewIssue }) => fillNewIssue?.({ ...newIssue, fields: before }) ?? before,
    fields,
  );
  const created = call.clock.now();
  const creator = callerOf(call).key;
  const issue: IssueRow = {
    id: state.nextId('issue'),
    key: `${project.key}-${state.nextIssueNumber(project.key)}`,
    projectId: project.id,
    issueTypeId: issueType.id,
    statusId: initial.to,
    parentId: parent?.id ?? null,
    requestTypeId,
    reporter: keptValue(userKind, reporter, state)?.key ?? creator,
    creator,
    created,
    updated: created,
    resolved: fields['resolution'] === undefined ? undefined : created,
    fields: withValues({ priority: defaultPriority(state) ?? null, ...filled }),
  };
  state.tables.issues.set(issue);
  for (const comment of comments) storeComment(call, { issue, project }, comment);
  return issue;
}

/** The changes of the row itself, and the fields that can change. */
interface Circumstances extends Pick<ChangeScope, 'settable'> {
  readonly row: Partial<Pick<IssueRow, 'issueTypeId' | 'statusId'>>;
}

/** Changes an issue as a request says, all of it or nothing. @throws TrackerError 400 with what is wrong, by field */
export function applyChanges(
  call: CreationCall,
  { issue, project }: Located,
  input: FieldInput,
  { settable, row }: Circumstances,
): void {
  const { state, clock } = call;
  const kept = { ...issue.fields, reporter: { key: issue.reporter } };
  const { values, comments } = readChanges({ ...call, project, kept, settable }, input);
  const { reporter, ...fields } = withValues(kept, values);
  const reporterKey = keptValue(userKind, reporter, state)?.key ?? issue.reporter;
  const now = clock.now();
  const resolved = fields['resolution'] === undefined ? undefined : (issue.resolved ?? now);
  const changed = { ...issue, ...row, reporter: reporterKey, fields, updated: now, resolved };
  state.tables.issues.set(changed);
  for (const comment of comments) storeComment(call, { issue: changed, project }, comment);
}

export interface IssuePlace {
  readonly project: ProjectRow;
  readonly issueType: WorldIssueType;
  readonly parent: IssueRow | null;
  readonly requestTypeId: number | null;
}

/** Reads project, issue type and parent out of the fields of a new issue. @throws TrackerError */
export function readPlace(call: Reader, fields: Readonly<Record<string, unknown>>): IssuePlace {
  const project = readProject(call, fields['project']);
  const sentType = fields['issuetype'] ?? undefined;
  if (project === undefined) throw TrackerError.ofFields({ project: 'valid project is required' });
  if (sentType === undefined) throw TrackerError.ofFields({ issuetype: 'issue type is required' });
  requireInProject(call, 'CREATE_ISSUES', project);
  const issueType = readIssueType(call.state, project, sentType);
  if (issueType === undefined) throw TrackerError.ofFields({ issuetype: 'The issue type selected is invalid.' });
  const parent = readParent(call.state, project, issueType, fields['parent']);
  return { project, issueType, parent, requestTypeId: null };
}

export function readIssueType({ tables }: State, project: ProjectRow, value: unknown): WorldIssueType | undefined {
  const { id: sentId, name } = readObject(value) ?? {};
  const id = readId(sentId);
  const types = project.issueTypeIds.flatMap((typeId) => tables.issueTypes.get(typeId) ?? []);
  return types.find((type) => (id === undefined ? type.name === name : type.id === id));
}

function readProject({ state, caller }: Reader, value: unknown): ProjectRow | undefined {
  const { id, key } = readObject(value) ?? {};
  const project = findProject(state, readName(id ?? key));
  return project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? project : undefined;
}

function readParent(state: State, project: ProjectRow, { subtask }: WorldIssueType, value: unknown): IssueRow | null {
  if (!subtask) {
    if (value === undefined || value === null) return null;
    throw TrackerError.ofFields({ parent: notOnScreen('parent') });
  }
  const { id, key } = readObject(value) ?? {};
  const named = readName(id ?? key);
  if (named === '') {
    throw TrackerError.ofFields({ issuetype: 'Issue type is a sub-task but parent issue key or id not specified.' });
  }
  const parent = findIssue(state, named);
  if (parent === undefined) throw TrackerError.ofFields({ parent: 'Could not find issue by id or key.' });
  if (parent.projectId !== project.id) {
    // Seen: TestIssueResourceCreate of the product.
    throw TrackerError.ofFields({ project: 'Sub-tasks must be created in the same project as the parent.' });
  }
  if (parent.parentId !== null)
    throw TrackerError.ofFields({ parent: 'A sub-task can not have sub-tasks of its own.' });
  return parent;
}
