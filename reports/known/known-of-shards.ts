import type { Shard } from '../../contracts/report/shard.js';
import { parseKnown } from './read-known.js';
import type { KnownList } from './read-known.js';

/** The known failures that the shards of a run were told of; undefined if of none. */
export function knownOfShards([first]: readonly Pick<Shard, 'known'>[]): KnownList | undefined {
  if (first?.known === undefined) return undefined;
  const known = parseKnown(first.known.file, first.known.text);
  return 'problems' in known ? undefined : known;
}
