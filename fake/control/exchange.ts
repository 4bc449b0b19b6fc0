import { distance } from '../../contracts/index.js';
import type { NearMiss } from '../server/near-misses.js';
import { nearMisses } from '../server/near-misses.js';
import { routerFor } from '../server/router.js';
import type { JournalEntry } from '../spaces/journal-entry.js';
import type { Space } from '../spaces/space.js';
import type { Spaces } from '../spaces/spaces.js';

/** One request of a journal, with what came nearest where it met nothing. */
export interface JournalExchange extends JournalEntry {
  /** The addresses it came near to, nearest first; empty where it met one. */
  readonly nearest: readonly NearMiss[];
}

/** A request to a space, with what it came near to there. */
export function exchangeOf(space: Space, entry: JournalEntry): JournalExchange {
  if (entry.endpoint !== null) return { ...entry, nearest: [] };
  const near = nearMisses(
    routerFor(space.basePaths, space.assumptions, space.behaviour).addresses,
    entry.method,
    entry.url,
  );
  // A login that is of no use is refused before the address is looked at: such a request did meet one.
  return { ...entry, nearest: near[0]?.distance === 0 ? [] : near };
}

/** How many spaces a stray request is compared with, those whose context path is most like its own first. */
const MOST_SPACES = 20;

/** A request that no space was there for, with what it came near to in any of them. */
export function strayExchangeOf(spaces: Spaces, entry: JournalEntry): JournalExchange {
  const own = /\/(rest|secure)(?=\/|$|\?)/.exec(entry.url)?.index ?? 0;
  const contextPath = entry.url.slice(0, own);
  const alike = spaces
    .all()
    .map((space) => ({ space, apart: distance(space.contextPath, contextPath) }))
    .sort((one, other) => one.apart - other.apart)
    .slice(0, MOST_SPACES);
  const addresses = alike.flatMap(({ space }) =>
    routerFor(space.basePaths, space.assumptions, space.behaviour).addresses.map((address) => ({
      ...address,
      path: `${space.contextPath}${address.path}`,
    })),
  );
  return { ...entry, nearest: nearMisses(addresses, entry.method, entry.url) };
}
