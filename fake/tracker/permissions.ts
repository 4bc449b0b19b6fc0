import { globalPermissions } from '../../contracts/index.js';
import type { GlobalPermission, Grantee, PermissionKey, ProjectPermission, WorldUser } from '../../contracts/index.js';
import type { ProjectRow, State } from '../state/state.js';

/** Whether a user holds a permission of the whole tracker. */
export function holdsGlobally(state: State, user: WorldUser | null, permission: GlobalPermission): boolean {
  return granted(user, state.settings.globalPermissions[permission]);
}

/** Whether a user holds a permission in a project; who administers the tracker holds all of them. */
export function holdsInProject(
  state: State,
  user: WorldUser | null,
  permission: ProjectPermission,
  project: ProjectRow,
): boolean {
  return (
    granted(user, project.permissions[permission]) ||
    granted(user, project.permissions.ADMINISTER_PROJECTS) ||
    holdsGlobally(state, user, 'ADMINISTER')
  );
}

/** Whether a user holds a permission, in a project where it is granted project by project. */
export function holds(state: State, user: WorldUser | null, permission: PermissionKey, project: ProjectRow): boolean {
  return isGlobal(permission)
    ? holdsGlobally(state, user, permission)
    : holdsInProject(state, user, permission, project);
}

/** Whether a user holds a permission, in at least one project where it is granted project by project. */
export function holdsAnywhere(state: State, user: WorldUser | null, permission: PermissionKey): boolean {
  if (isGlobal(permission)) return holdsGlobally(state, user, permission);
  return state.tables.projects.all().some((project) => holdsInProject(state, user, permission, project));
}

function isGlobal(permission: PermissionKey): permission is GlobalPermission {
  return (globalPermissions as readonly string[]).includes(permission);
}

function granted(user: WorldUser | null, grantees: readonly Grantee[] | undefined): boolean {
  if (user === null || grantees === undefined) return false;
  return grantees.some((grantee) => {
    if (grantee === 'users') return true;
    return 'group' in grantee ? user.groups.includes(grantee.group) : grantee.user === user.key;
  });
}
