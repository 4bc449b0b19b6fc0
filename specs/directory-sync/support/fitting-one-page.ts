import type { Assumptions } from '../../../contracts/index.js';
import type { ProvidedConnection, ProvidedSyncedUser } from '../../../fixtures/index.js';
import { several } from './several.js';
import { usernamesOf } from './user-lists.js';

/** So few users that they fit on one page, with those of the same name in other connections. */
const FEW = 5;

/** What a list is asked for, and which users of the connection it then holds. */
export interface OnePage {
  readonly filter: Readonly<Record<string, string | string[]>>;
  readonly users: readonly ProvidedSyncedUser[];
}

/** The filter by which a list of so many elements fits on one page (AD-N06); none if it does as it is. */
export function fittingOnePage(total: number, { users }: ProvidedConnection, assumptions: Assumptions): OnePage {
  if (total < assumptions['AD-N06'].maximum) return { filter: {}, users };
  const few = users.slice(0, FEW);
  return { filter: { usernames: several(usernamesOf(few), assumptions) }, users: few };
}
