import type { ProvidedConnection, ProvidedSyncedUser } from '../../../fixtures/index.js';

/** How many elements a page holds on every tracker: the default page size. */
const PAGE = 25;

/** The filter of a list, and the users of the connection that the list then holds. */
export interface OnePage {
  readonly filter: Readonly<Record<string, string>>;
  readonly users: readonly ProvidedSyncedUser[];
}

/** A filter that makes a list of so many elements fit on one page, with room for one more; empty if the list fits. */
export function fittingOnePage(total: number, { users }: ProvidedConnection): OnePage {
  const [user] = users;
  return total < PAGE || user === undefined
    ? { filter: {}, users }
    : { filter: { usernames: user.username }, users: [user] };
}
