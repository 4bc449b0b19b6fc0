import type { Assumptions, UserListElement } from '../../../fixtures/index.js';

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
