import type { WorldUser } from '../../contracts/index.js';
import type { State } from './state.js';
import { compareKeys, lowerBound } from './table.js';
import { spend } from './work.js';

/** The texts that a search for a user can begin with: name, display name and address, from each of their words on. */
function beginningsOf({ name, displayName, emailAddress }: WorldUser): string[] {
  return [name, displayName, emailAddress].flatMap((words) => {
    const text = words.toLowerCase();
    const starts = [0];
    for (let space = text.indexOf(' '); space !== -1; space = text.indexOf(' ', space + 1)) starts.push(space + 1);
    return starts.map((start) => text.slice(start));
  });
}

/** The key to list users by: the display name without case and accents. */
function listedBy({ displayName }: WorldUser): string {
  return displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The users of a tracker for searches. */
interface Directory {
  /** By display name. */
  readonly listed: readonly WorldUser[];
  /** What the users can be called, in order, and at the same place the user. */
  readonly texts: readonly string[];
  readonly called: readonly WorldUser[];
}

/** The directories, by the content of the table of users, which seldom changes. */
const directories = new WeakMap<object, Directory>();

function directoryOf({ users }: State['tables']): Directory {
  const known = directories.get(users.content);
  if (known !== undefined) return known;
  const all = users.all();
  const inOrder = (pairs: (readonly [text: string, user: WorldUser])[]) =>
    pairs.sort(([left, { key }], [right, other]) => compareKeys(left, right) || compareKeys(key, other.key));
  const called = inOrder(all.flatMap((user) => beginningsOf(user).map((text) => [text, user] as const)));
  const directory = {
    listed: inOrder(all.map((user) => [listedBy(user), user])).map(([, user]) => user),
    texts: called.map(([text]) => text),
    called: called.map(([, user]) => user),
  };
  directories.set(users.content, directory);
  return directory;
}

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
  { tables }: Pick<State, 'tables'>,
  text: string,
  { isWanted, among = { count: Infinity, list: () => [] } }: Searched,
  part: { readonly startAt: number; readonly limit: number },
): WorldUser[] {
  const { listed, texts, called } = directoryOf(tables);
  const low = text.toLowerCase();
  const [start, stop] = [lowerBound(texts, low), lowerBound(texts, low + LAST)];
  const end = part.startAt + part.limit;
  const isFound = (user: WorldUser) => isWanted(user) && beginningsOf(user).some((words) => words.startsWith(low));
  // If a search finds one user in ten, ten are looked at by display name for each that is found.
  if (Math.min(stop - start, among.count) ** 2 > end * listed.length) {
    const found: WorldUser[] = [];
    for (const user of listed) {
      spend(10);
      if (isFound(user) && found.push(user) >= end) break;
    }
    return found.slice(part.startAt);
  }
  spend(10 * Math.min(stop - start, among.count));
  const candidates = new Set(among.count < stop - start ? among.list() : called.slice(start, stop));
  return [...candidates].filter(isFound).sort(byDisplayName).slice(part.startAt, end);
}

function byDisplayName(left: WorldUser, right: WorldUser): number {
  return compareKeys(listedBy(left), listedBy(right)) || compareKeys(left.key, right.key);
}
