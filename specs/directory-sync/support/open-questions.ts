import type { ApiResponse, Assumptions, UserListElement, UserPage } from '../../../fixtures/index.js';
import { propertyOf } from '../../support/values.js';
import { valuesIn } from './user-values.js';

/** Whether an answer is a refusal, or has neither a value nor an element. */
export function isEmptyAnswer(response: ApiResponse): boolean {
  const elements = propertyOf(response.json, 'elements');
  return Object.keys(elements ?? valuesIn(response)).length === 0 || !response.ok;
}

/** The status of an answer without elements; undefined for one that has some. */
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
  const response = await ask(LARGE);
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

/** The answer to AD-N11. */
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
