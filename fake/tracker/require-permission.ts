import type { ProjectPermission } from '../../contracts/index.js';
import type { Call } from '../server/call.js';
import { TrackerError } from '../server/tracker-error.js';
import type { ProjectRow } from '../state/state.js';
import { holdsGlobally, holdsInProject } from './permissions.js';

/** What each permission lets its holder do, for the message of a refusal. */
const deeds: Readonly<Record<ProjectPermission, string>> = {
  BROWSE_PROJECTS: 'see issues',
  ADMINISTER_PROJECTS: 'change settings',
  CREATE_ISSUES: 'create issues',
  EDIT_ISSUES: 'edit issues',
  DELETE_ISSUES: 'delete issues',
  TRANSITION_ISSUES: 'transition issues',
  ADD_COMMENTS: 'comment on issues',
  CREATE_ATTACHMENTS: 'attach files to issues',
};

/** Refuses a caller who lacks a permission in a project. @throws TrackerError 403 */
export function requireInProject(
  { state, caller }: Pick<Call, 'state' | 'caller'>,
  permission: ProjectPermission,
  project: ProjectRow,
): void {
  if (holdsInProject(state, caller, permission, project)) return;
  throw new TrackerError(403, `You do not have permission to ${deeds[permission]} in this project.`);
}

/** Refuses a caller who does not administer the tracker. @throws TrackerError 403 */
export function requireAdministrator({ state, caller }: Pick<Call, 'state' | 'caller'>, deed: string): void {
  if (holdsGlobally(state, caller, 'ADMINISTER')) return;
  throw new TrackerError(403, `You must be an administrator of the tracker to ${deed}.`);
}
