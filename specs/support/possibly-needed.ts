import type { ApiResponse, PermissionKey, ProjectPermission } from '../../fixtures/index.js';

/** A call by a user with known permissions. */
export interface Attempt {
  /** The keys of the permissions the caller holds, in the project or somewhere on the tracker. */
  readonly held: ReadonlySet<string>;
  readonly response: ApiResponse;
}

/** The permissions that are granted project by project. */
export const inProject: readonly ProjectPermission[] = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'DELETE_ISSUES',
  'TRANSITION_ISSUES',
  'ADD_COMMENTS',
  'CREATE_ATTACHMENTS',
  'ADMINISTER_PROJECTS',
];

const candidates: readonly (PermissionKey | null)[] = [null, ...inProject, 'ADMINISTER', 'SYSTEM_ADMIN'];

/** The permissions that explain the outcome of all attempts. Null is among them if a login may be enough. */
export function possiblyNeeded(attempts: readonly Attempt[]): (PermissionKey | null)[] {
  return candidates.filter((permission) =>
    attempts.every(({ held, response }) => response.ok === (permission === null || held.has(permission))),
  );
}
