import type { WorldIssueType } from '../../../contracts/index.js';
import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { IssueRow, ProjectRow, State } from '../../state/state.js';
import { notOnScreen } from '../fields/screen.js';
import { holdsInProject } from '../permissions.js';
import { findProject } from '../projects/find-project.js';
import { readId, readObject } from '../read-id.js';
import { requireInProject } from '../require-permission.js';
import { findIssue } from './find-issue.js';

/** Where a new issue goes. */
export interface Place {
  readonly project: ProjectRow;
  readonly issueType: WorldIssueType;
  readonly parent: IssueRow | null;
  readonly requestTypeId: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads project, issue type and parent out of the fields of a new issue. @throws TrackerError */
export function readPlace(call: Pick<Call, 'state' | 'caller'>, fields: Fields): Place {
  const project = readProject(call, fields['project']);
  if (project === undefined) throw TrackerError.ofFields({ project: 'valid project is required' });
  requireInProject(call, 'CREATE_ISSUES', project);
  const issueType = readIssueType(call.state, project, fields['issuetype']);
  if (issueType === undefined) throw TrackerError.ofFields({ issuetype: 'valid issue type is required' });
  return {
    project,
    issueType,
    parent: readParent(call.state, project, issueType, fields['parent']),
    requestTypeId: null,
  };
}

/** The issue type of a project that a client named by id or name. */
export function readIssueType({ tables }: State, project: ProjectRow, value: unknown): WorldIssueType | undefined {
  const { id: sentId, name } = readObject(value) ?? {};
  const id = readId(sentId);
  const types = project.issueTypeIds.flatMap((typeId) => tables.issueTypes.get(typeId) ?? []);
  return types.find((type) => (id === undefined ? type.name === name : type.id === id));
}

function readProject({ state, caller }: Pick<Call, 'state' | 'caller'>, value: unknown): ProjectRow | undefined {
  const { id: sentId, key } = readObject(value) ?? {};
  const id = readId(sentId);
  const named = id === undefined && typeof key === 'string' ? state.tables.projects.first('key', key) : undefined;
  const project = id === undefined ? named : findProject(state, String(id));
  return project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? project : undefined;
}

function readParent(state: State, project: ProjectRow, { subtask }: WorldIssueType, value: unknown): IssueRow | null {
  if (!subtask) {
    if (value === undefined || value === null) return null;
    throw TrackerError.ofFields({ parent: notOnScreen('parent') });
  }
  const { id: sentId, key } = readObject(value) ?? {};
  const id = readId(sentId);
  if (id === undefined && typeof key !== 'string') {
    throw TrackerError.ofFields({ issuetype: 'Issue type is a sub-task but parent issue key or id not specified.' });
  }
  const parent = findIssue(state, id === undefined ? (key as string) : String(id));
  if (parent?.projectId !== project.id) {
    throw TrackerError.ofFields({ parent: 'Could not find the parent issue in the project of the sub-task.' });
  }
  if (parent.parentId !== null)
    throw TrackerError.ofFields({ parent: 'A sub-task can not have sub-tasks of its own.' });
  return parent;
}
