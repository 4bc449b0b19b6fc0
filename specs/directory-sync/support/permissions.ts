import type { Assumptions, PermissionKey } from '../../../contracts/index.js';
import type { ApiResponse, Observe, TestFixtures } from '../../../fixtures/index.js';

/** What AD-N03 says. */
type Needed = Assumptions['AD-N03'];

/** A call by somebody whose permissions are known. */
export interface Attempt {
  /** The keys of the permissions the caller holds somewhere on the tracker. */
  readonly held: ReadonlySet<string>;
  readonly response: ApiResponse;
}

/** The permissions a caller holds somewhere on the tracker. */
export async function permissionsOf(issues: TestFixtures['issues']): Promise<ReadonlySet<string>> {
  const { data } = await issues.getMyPermissions();
  const held = Object.values(data.permissions).filter(({ havePermission }) => havePermission);
  return new Set(held.map(({ key }) => key));
}

/** The permissions by which all attempts went as they did; null among them where logging in may be all that is needed. */
export function possiblyNeeded(attempts: readonly Attempt[]): Needed['permission'][] {
  return candidates.filter((permission) =>
    attempts.every(({ held, response }) => response.ok === (permission === null || held.has(permission))),
  );
}

/** Writes down with which status a call was refused; nothing where it was not (AD-N03). */
export function observeRefusal(observe: Observe, { ok, status }: ApiResponse): void {
  if (!ok) observe('AD-N03', { refusal: status });
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
