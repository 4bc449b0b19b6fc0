import type { WorldUser } from '../../contracts/index.js';
import type { State } from './state.js';
import { compareKeys } from './tree.js';
import { beginningsOf, listedBy } from './user-names.js';

/** After every text that begins as another does. */
const LAST = '\uffff';

/** Users that a search may find. */
export interface Searched {
  readonly isWanted: (user: WorldUser) => boolean;
  /** The only users that the search may find, and at most how many they are. */
  readonly among?: { readonly count: number; readonly list: () => Iterable<WorldUser> } | undefined;
}

/**
 * Part of the users with one of {@link beginningsOf} that begins with a text, by display name. It looks at the users
 * that begin so or at the users in `among`. If both are many, it looks at all by display name until it has the part.
 */
export function searchUsers(
  { tables: { users } }: Pick<State, 'tables'>,
  text: string,
  { isWanted, among = { count: Infinity, list: () => [] } }: Searched,
  part: { readonly startAt: number; readonly limit: number },
): WorldUser[] {
  const low = text.toLowerCase();
  const end = part.startAt + part.limit;
  const called = users.countBetween('called', low, low + LAST);
  const isFound = (user: WorldUser) => isWanted(user) && beginningsOf(user).some((words) => words.startsWith(low));
  // If a search finds one user in ten, ten are looked at by display name for each that is found.
  if (Math.min(called, among.count) ** 2 > end * users.size) {
    const found: WorldUser[] = [];
    users.walk('listedBy', '', LAST, (user) => {
      if (isFound(user)) found.push(user);
      return found.length >= end;
    });
    return found.slice(part.startAt);
  }
  const candidates = new Set<WorldUser>(among.count < called ? among.list() : []);
  if (among.count >= called) users.walk('called', low, low + LAST, (user) => !candidates.add(user));
  return [...candidates].filter(isFound).sort(byDisplayName).slice(part.startAt, end);
}

function byDisplayName(left: WorldUser, right: WorldUser): number {
  const [one, other] = [listedBy(left), listedBy(right)];
  return one === other ? compareKeys(left.key, right.key) : compareKeys(one, other);
}
