import type { ApiResponse, Assumptions, ProvidedSyncedUser } from '../../../fixtures/index.js';

/** The users that a name of one and a key of another select together (AD-N12); undefined if that was refused. */
export function selectedTogether(
  { ok }: ApiResponse,
  selected: readonly string[],
  [named, keyed]: readonly [ProvidedSyncedUser, ProvidedSyncedUser],
): Assumptions['AD-N12'] | undefined {
  if (!ok) return undefined;
  const hasNamed = selected.includes(named.username);
  if (selected.includes(keyed.username)) return hasNamed ? 'union' : 'userkeys';
  return hasNamed ? 'usernames' : 'intersection';
}
