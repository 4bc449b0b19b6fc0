import type { Assumptions, PermissionKey } from '../../../contracts/index.js';
import type { ApiResponse, TestFixtures } from '../../../fixtures/index.js';

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

/** Whether somebody with these permissions may call the API as it is assumed. */
export function isAllowed({ permission }: Needed, held: ReadonlySet<string>): boolean {
  return permission === null || held.has(permission);
}

/** What attempts tell of the permission that is needed, in the terms of AD-N03; what they leave open is as assumed. */
export function observedPermission(assumed: Needed, attempts: readonly Attempt[]): Needed {
  const refused = attempts.find(({ response }) => !response.ok);
  const against = (permission: PermissionKey | null) =>
    attempts.filter(({ held, response }) => response.ok !== (permission === null || held.has(permission))).length;
  return {
    permission: candidates.reduce((best, next) => (against(next) < against(best) ? next : best), assumed.permission),
    refusal: refused?.response.status ?? assumed.refusal,
  };
}

const candidates: readonly (PermissionKey | null)[] = [
  null,
  'BROWSE_PROJECTS',
  'ADMINISTER_PROJECTS',
  'ADMINISTER',
  'SYSTEM_ADMIN',
];
