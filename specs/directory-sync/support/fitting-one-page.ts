import type { ProvidedConnection, ProvidedSyncedUser } from '../../../fixtures/index.js';

/** How many elements a page holds on every tracker: the default page size. */
const PAGE = 25;

/** What a list is asked for, and which users of the connection it then holds. */
export interface OnePage {
  readonly filter: Readonly<Record<string, string>>;
  readonly users: readonly ProvidedSyncedUser[];
}

/** The filter by which a list of so many elements fits on one page, with room for one more; none if it does as it is. */
export function fittingOnePage(total: number, { users }: ProvidedConnection): OnePage {
  const [user] = users;
  return total < PAGE || user === undefined
    ? { filter: {}, users }
    : { filter: { usernames: user.username }, users: [user] };
}
