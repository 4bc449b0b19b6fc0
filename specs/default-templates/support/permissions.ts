import type { PermissionKey } from '../../../contracts/index.js';
import type { ApiResponse, EntryChanges, Observe, ProvidedProject, TestFixtures } from '../../../fixtures/index.js';

/** A call by somebody whose permissions are known. */
export interface Attempt {
  /** The keys of the permissions the caller holds in the project. */
  readonly held: ReadonlySet<string>;
  readonly response: ApiResponse;
}

/** The permissions a caller holds in a project; none where the tracker won't show them. */
export async function permissionsIn(
  project: ProvidedProject,
  issues: TestFixtures['issues'],
): Promise<ReadonlySet<string>> {
  const response = await issues.getMyPermissions({ query: { projectKey: project.key } });
  if (!response.ok) return new Set();
  const held = Object.values(response.data.permissions).filter(({ havePermission }) => havePermission);
  return new Set(held.map(({ key }) => key));
}

/** The permissions by which all attempts went as they did; null among them where logging in may be all that is needed. */
export function possiblyNeeded(attempts: readonly Attempt[]): (PermissionKey | null)[] {
  return candidates.filter((permission) =>
    attempts.every(({ held, response }) => response.ok === (permission === null || held.has(permission))),
  );
}

/** Writes down with which status the first of some calls was refused that was refused at all (DT-N07). */
export function observeRefusal(observe: Observe, responses: readonly ApiResponse[]): void {
  const refused = responses.find(({ ok }) => !ok);
  if (refused !== undefined) observe('DT-N07', { refusal: refused.status });
}

/** The refused calls among these that changed something all the same. */
export function refusedWithEffect(changes: readonly EntryChanges[]): readonly EntryChanges[] {
  return changes.filter(
    ({ response, added, removed, changed, elsewhere }) =>
      !response.ok && [added, removed, changed, elsewhere].some((list) => list.length > 0),
  );
}

/** The permissions that are granted project by project. */
export const inProject = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'DELETE_ISSUES',
  'TRANSITION_ISSUES',
  'ADD_COMMENTS',
  'CREATE_ATTACHMENTS',
  'ADMINISTER_PROJECTS',
] as const satisfies readonly PermissionKey[];

const candidates: readonly (PermissionKey | null)[] = [null, ...inProject, 'ADMINISTER', 'SYSTEM_ADMIN'];
