import type { Grantee, ProjectPermission } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import { required } from '../server/errors.js';
import type { ProjectRow } from '../state/tables.js';
import type { SomeHandlers } from './call.js';
import { selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableProject } from './rows.js';

interface Role {
  readonly id: number;
  readonly name: string;
  readonly holds: ProjectPermission;
}

/** The roles of every project; who holds one is read from who holds a permission. */
const roles: readonly Role[] = [
  { id: 10002, name: 'Administrators', holds: 'ADMINISTER_PROJECTS' },
  { id: 10100, name: 'Users', holds: 'BROWSE_PROJECTS' },
];

/** The addresses of a project's roles, by name. */
export function roleUrls(view: View, project: ProjectRow): Record<string, string> {
  return Object.fromEntries(roles.map(({ id, name }) => [name, selfUrl(view, 'project', project.id, 'role', id)]));
}

export const roleHandlers = {
  /** `GET /role`: the roles that every project has. A role has no default members. */
  listRoles: (call) => json(roles.map((role) => renderRole(call, role))),
  getRole: (call) => json(renderRole(call, roleNamed(call.parameters.roleId))),
  /** `GET /project/{projectIdOrKey}/role`: the roles of a project. */
  listProjectRoles: (call) => json(roleUrls(call, browsableProject(call, call.parameters.projectIdOrKey))),
  /** `GET /project/{projectIdOrKey}/role/{roleId}`: one role, with its groups and users. */
  getProjectRole(call) {
    const project = browsableProject(call, call.parameters.projectIdOrKey);
    const { id, name, holds } = roleNamed(call.parameters.roleId);
    const actors = (project.permissions[holds] ?? []).flatMap((grantee) => actorOf(call, grantee));
    return json({ self: selfUrl(call, 'project', project.id, 'role', id), name, id, description: '', actors });
  },
} satisfies SomeHandlers;

function roleNamed(text: string): Role {
  return required(findRole({ id: text }), `Can not find role actor with id '${text}'.`);
}

/** The role with this id, or this name in any case. */
export function findRole({ id, name }: { readonly id?: string; readonly name?: string }): Role | undefined {
  return roles.find((role) => String(role.id) === id || role.name.toLowerCase() === name?.toLowerCase());
}

function renderRole(view: View, { id, name }: Role) {
  return { self: selfUrl(view, 'role', id), name, id, description: '', actors: [] };
}

function actorOf({ state }: View, grantee: Grantee) {
  if (typeof grantee === 'string') return [];
  if ('group' in grantee)
    return [{ displayName: grantee.group, type: 'atlassian-group-role-actor', name: grantee.group }];
  const user = state.tables.users.get(grantee.user);
  return user === undefined
    ? []
    : [{ displayName: user.displayName, type: 'atlassian-user-role-actor', name: user.name }];
}
