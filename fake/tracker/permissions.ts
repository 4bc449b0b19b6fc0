import { globalPermissions } from '../../contracts/index.js';
import type { GlobalPermission, Grantee, PermissionKey, ProjectPermission, WorldUser } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { ProjectRow } from '../state/tables.js';
import type { Call, Reader } from './call.js';

/** The user who calls. The server refuses calls without a login before a handler asks for the user. */
export function callerOf({ caller }: Pick<Call, 'caller'>): WorldUser {
  if (caller === null) throw new TrackerError(401, 'You have to log in to call this.');
  return caller;
}

export function holdsGlobally(state: State, user: WorldUser | null, permission: GlobalPermission): boolean {
  return granted(user, state.settings.globalPermissions[permission]);
}

/** Whether a user holds a permission in a project. An administrator of the tracker holds all of them. */
export function holdsInProject(
  { settings }: State,
  user: WorldUser | null,
  permission: ProjectPermission,
  { permissions }: ProjectRow,
): boolean {
  const grants = [permissions[permission], permissions.ADMINISTER_PROJECTS, settings.globalPermissions.ADMINISTER];
  return grants.some((grantees) => granted(user, grantees));
}

export function holds(state: State, user: WorldUser | null, permission: PermissionKey, project: ProjectRow): boolean {
  return isGlobal(permission)
    ? holdsGlobally(state, user, permission)
    : holdsInProject(state, user, permission, project);
}

export function holdsAnywhere(state: State, user: WorldUser | null, permission: PermissionKey): boolean {
  if (isGlobal(permission)) return holdsGlobally(state, user, permission);
  return state.tables.projects.all().some((project) => holdsInProject(state, user, permission, project));
}

function isGlobal(permission: PermissionKey): permission is GlobalPermission {
  return globalPermissions.some((known) => known === permission);
}

function granted(user: WorldUser | null, grantees: readonly Grantee[] | undefined): boolean {
  if (grantees === undefined) return false;
  return grantees.some((grantee) => {
    if (grantee === 'anyone' || user === null) return grantee === 'anyone';
    if (grantee === 'users') return true;
    return 'group' in grantee ? user.groups.includes(grantee.group) : grantee.user === user.key;
  });
}

/** Refuses a caller who lacks a permission in a project. @throws TrackerError 403, or 401 without a login */
export function requireInProject({ state, caller }: Reader, permission: ProjectPermission, project: ProjectRow): void {
  if (holdsInProject(state, caller, permission, project)) return;
  callerOf({ caller });
  throw new TrackerError(403, `You do not have the permission ${permission} in this project.`);
}

/** Refuses a caller who does not administer the tracker. @throws TrackerError 403 */
export function requireAdministrator({ state, caller }: Reader, deed: string): void {
  if (holdsGlobally(state, caller, 'ADMINISTER')) return;
  throw new TrackerError(403, `You must be an administrator of the tracker to ${deed}.`);
}
