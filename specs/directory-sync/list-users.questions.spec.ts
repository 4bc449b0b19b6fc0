import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import type { ApiResponse, Assumptions } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { firstPage, several, userLists } from './support/user-lists.js';
import type { UserListElement, UserPage } from './support/user-lists.js';
import { isEmptyAnswer } from './support/user-values.js';

/** Queries that name no page: by no number, or by one that is too small. */
const noPages = [
  ...['-1', '1.5', 'abc', ''].map((bad) => ({ what: `page=${bad}`, query: () => ({ page: bad }) })),
  ...['-1', '1.5', 'abc', '', '0'].map((bad) => ({ what: `size=${bad}`, query: () => ({ size: bad }) })),
  { what: 'the page before the first', query: (first: number) => ({ page: String(first - 1) }) },
];

/** The parameters that take a number. */
const boundless = [
  { parameter: 'page', rule: 'AD-N07' },
  { parameter: 'size', rule: 'AD-N06' },
] as const;

for (const list of userLists) {
  test.describe(...describeEndpoint(list.name), () => {
    test(
      'counts pages from the number it is assumed to, and answers without page the one it is assumed to',
      covers('AD-N13'),
      async ({ directorySync, connections, observe }) => {
        const connection = await connections.provide({ users: 3 });

        const first = await firstPage(list, directorySync, connection);
        const { data } = await list.get(directorySync, connection, { size: '1' });

        observe('AD-N13', { first });
        observe.orUnclear('AD-N13', unaskedPage(data.page, first), 'The page without page is none at an end.');
      },
    );

    test(
      'answers a page past the last as it is assumed to',
      covers('AD-N07'),
      async ({ directorySync, connections, observe }) => {
        const connection = await connections.provide({ users: 2 });
        const first = await firstPage(list, directorySync, connection);
        const { data } = await list.get(directorySync, connection, { size: '25' });

        const past = await list.get(directorySync, connection, {
          size: '25',
          page: String(first + data.page.totalPages),
        });

        observe.orUnclear(
          'AD-N07',
          isEmptyAnswer(past) ? past.status : undefined,
          'The page past the last has elements.',
        );
      },
    );

    for (const { what, query } of noPages) {
      test(`answers ${what} as it is assumed to`, covers('AD-N08'), async ({ directorySync, connections, observe }) => {
        const connection = await connections.provide();
        const first = await firstPage(list, directorySync, connection);

        const response = await list.get(directorySync, connection, query(first));

        observe('AD-N08', response.status);
      });
    }

    test(
      'answers a size larger than the maximum as it is assumed to',
      covers('AD-N06'),
      async ({ directorySync, connections, assumptions, observe }) => {
        const connection = await connections.provide();
        const ask = (size: number) => list.get(directorySync, connection, { size: String(size) });

        const observed = await observedMaximum(ask, assumptions['AD-N06'].maximum);

        observe.orUnclear('AD-N06', observed, 'Even a page of a million is taken, so the largest is not known.');
      },
    );

    for (const { parameter, rule } of boundless) {
      test(`survives a ${parameter} that no number holds`, covers(rule), async ({ directorySync, connections }) => {
        const connection = await connections.provide();

        const response = await list.get(directorySync, connection, { [parameter]: '99999999999999999999' });

        test.skip(response.status >= 500, 'The tracker fails at such a number, which no document forbids.');
        expect(response.ok ? response.problems : []).toStrictEqual([]);
      });
    }
  });
}

test.describe(...describeEndpoint('listUsers'), () => {
  test(
    'is sorted as it is assumed to be',
    covers('AD-N11'),
    async ({ directorySync, connections, assumptions, observe, tracker }) => {
      const one = await connections.provide({ users: 6 });
      const other = await connections.provide({ usersOf: one });
      const usernames = one.users.map(({ username }) => username);

      const { data } = await directorySync.listUsers({
        query: { usernames: await several(usernames, tracker, one), size: '25' },
      });

      const own = data.elements.filter(({ configurationName }) => [one.name, other.name].includes(configurationName));
      expect(own).toHaveLength(12);
      observe('AD-N11', observedOrder(own, assumptions['AD-N11']));
    },
  );
});

/** The page that a list answers by default, in the terms of AD-N13; undefined if it is neither first nor last. */
function unaskedPage(
  { current, totalPages }: UserPage['page'],
  first: number,
): Pick<Assumptions['AD-N13'], 'unasked'> | undefined {
  if (current === first) return { unasked: 'first' };
  return current === first + totalPages - 1 ? { unasked: 'last' } : undefined;
}

/** A size that hardly any tracker answers. */
const LARGE = 1_000_000;

/**
 * The answer to sizes above the maximum, in the terms of AD-N06. The page descriptor tells the size that larger sizes
 * are cut to. Undefined if even a large size is accepted.
 */
async function observedMaximum(
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
function observedOrder(elements: readonly UserListElement[], assumed: Order): Order {
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
