import type { ApiResponse, Assumptions, Observe, TestFixtures } from '../../../fixtures/index.js';
import { propertyOf } from '../../support/values.js';
import { valuesIn } from './user-values.js';
import type { UserListElement, UserPage } from './user-lists.js';
import { answered, possiblyNeeded } from '../../support/attempts.js';
import type { Attempt, PermissionKey } from '../../support/attempts.js';
import { test } from '../../../fixtures/index.js';

/** Whether an answer is a refusal, or has neither a value nor an element. */
export function isEmptyAnswer(response: ApiResponse): boolean {
  const elements = propertyOf(response.json, 'elements');
  return !response.ok || Object.keys(elements ?? valuesIn(response)).length === 0;
}

export function statusIfEmpty(response: ApiResponse): number | undefined {
  return isEmptyAnswer(response) ? response.status : undefined;
}

/** A size that hardly any tracker answers. */
const LARGE = 1_000_000;

/**
 * The answer to sizes above the maximum, in the terms of AD-N06. The page descriptor tells the size that larger sizes
 * are cut to. Undefined if even a large size is accepted.
 */
export async function observedMaximum(
  ask: (size: number) => Promise<ApiResponse<UserPage>>,
  assumed: number,
): Promise<Assumptions['AD-N06'] | undefined> {
  const response = answered(await ask(LARGE));
  if (response.ok) {
    const { pageSize } = response.data.page;
    return pageSize < LARGE ? { maximum: pageSize, larger: 'cut' } : undefined;
  }
  const accepts = async (size: number) => (await ask(size)).ok;
  if ((await accepts(assumed)) && !(await accepts(assumed + 1))) return { maximum: assumed, larger: 'refused' };
  let [accepted, refused] = [1, LARGE];
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (await accepts(middle)) accepted = middle;
    else refused = middle;
  }
  return { maximum: accepted, larger: 'refused' };
}

type Order = Assumptions['AD-N11'];

type Keys = (element: UserListElement) => readonly [string, string];

const orders: { readonly [Name in Order]: Keys } = {
  'username, connection': ({ username, configurationName }) => [username, configurationName],
  'connection, username': ({ username, configurationName }) => [configurationName, username],
};

/** The order of elements, in the terms of AD-N11: the order that the fewest neighbours contradict. */
export function observedOrder(elements: readonly UserListElement[], assumed: Order): Order {
  const against = (order: Order) =>
    elements.slice(1).filter((element, index) => {
      const before = elements[index];
      return before !== undefined && isAfter(orders[order](before), orders[order](element));
    }).length;
  const other = assumed === 'username, connection' ? 'connection, username' : 'username, connection';
  return against(other) < against(assumed) ? other : assumed;
}

function isAfter([first, second]: readonly [string, string], [third, fourth]: readonly [string, string]): boolean {
  return first === third ? second > fourth : first > third;
}

/** The permissions that may be needed by how some calls went (AD-N03). One is: to log in is not enough. */
export function permissionsNeeded(attempts: readonly Attempt[]): PermissionKey[] {
  return possiblyNeeded(attempts).filter((permission): permission is PermissionKey => permission !== null);
}

/** Writes down with which status a call was refused; nothing if it was not (AD-N03). */
export function observeRefusal(observe: Observe, { ok, status }: ApiResponse): void {
  if (!ok) observe('AD-N03', { refusal: status });
}

export function mayChange(name: string, { ok }: Pick<ApiResponse, 'ok'>): boolean {
  return ok && name === 'updateUsers';
}

/**
 * Skips a test of a refusal if a user is let in and may have the permission that is needed: which one is open (AD-N03).
 * A user who is let in by one endpoint and refused by another lacks it.
 *
 * @param others the calls of the other endpoints
 * @param send sends one of them as that user
 */
export async function skipIfMaySuffice<Call>(
  { answersAsAssumed, accordingTo }: TestFixtures['tracker'],
  { ok }: ApiResponse,
  others: readonly Call[],
  send: (call: Call) => Promise<ApiResponse>,
): Promise<void> {
  if (!ok || answersAsAssumed || accordingTo('AD-N03') !== 'assumption') return;
  for (const call of others) if (!(await send(call)).ok) return;
  test.skip(
    true,
    'The user who administers nothing is let in everywhere, and may have the permission needed (AD-N03).',
  );
}
