import { possiblyNeeded } from '../../support/attempts.js';
import type { Attempt } from '../../support/attempts.js';
import { test } from '../../../fixtures/index.js';
import type { ApiResponse, Observe, PermissionKey, TestFixtures } from '../../../fixtures/index.js';

/** The permissions a caller holds somewhere on the tracker. */
export async function permissionsOf(issues: TestFixtures['issues']): Promise<ReadonlySet<string>> {
  const { data } = await issues.getMyPermissions();
  const held = Object.values(data.permissions).filter(({ havePermission }) => havePermission);
  return new Set(held.map(({ key }) => key));
}

/** The permissions that may be needed by how some calls went (AD-N03). One is: to log in is not enough. */
export function permissionsNeeded(attempts: readonly Attempt[]): PermissionKey[] {
  return possiblyNeeded(attempts).filter((permission): permission is PermissionKey => permission !== null);
}

/** Writes down with which status a call was refused; nothing if it was not (AD-N03). */
export function observeRefusal(observe: Observe, { ok, status }: ApiResponse): void {
  if (!ok) observe('AD-N03', { refusal: status });
}

/** Whether a call may have changed something: an update that was not refused. */
export function mayChange(name: string, { ok }: Pick<ApiResponse, 'ok'>): boolean {
  return ok && name === 'updateUsers';
}

/**
 * Skips a test of a refusal if a user is let in and may have the permission that is needed: which one is open (AD-N03).
 * A user who is let in by one endpoint and refused by another lacks it.
 *
 * @param sendOthers sends the calls of the other endpoints as that user, one by one
 */
export async function skipIfMaySuffice(
  { answersAsAssumed, accordingTo }: TestFixtures['tracker'],
  { ok }: ApiResponse,
  sendOthers: readonly (() => Promise<ApiResponse>)[],
): Promise<void> {
  if (!ok || answersAsAssumed || accordingTo('AD-N03') !== 'assumption') return;
  for (const send of sendOthers) if (!(await send()).ok) return;
  test.skip(
    true,
    'The user who administers nothing is let in everywhere, and may have the permission needed (AD-N03).',
  );
}
