import type { ProvidedConnection, ProvidedSyncedUser, TestFixtures } from '../../../fixtures/index.js';
import { at } from '../../support/at.js';

/** A user with the values that a connection has of the user. */
export interface UserOfConnection {
  readonly connection: ProvidedConnection;
  readonly user: ProvidedSyncedUser;
}

/**
 * Provides two connections that have the same user, with another mail in the second one: directories may know the same of
 * a person, so that an update has to make them differ.
 */
export async function provideTwoConnections({
  directorySync,
  connections,
  build,
}: Pick<TestFixtures, 'directorySync' | 'connections' | 'build'>): Promise<
  readonly [one: UserOfConnection, other: UserOfConnection]
> {
  const one = await connections.provide({ attributes: ['mail'] });
  const other = await connections.provide({ usersOf: one, attributes: ['mail'] });
  const mail = `other.${build.unusedId()}@example.com`;
  const user = at(other.users, 0);
  await directorySync.updateUsers({ body: build.update.of(other).user(user, { mail }).build() });
  return [
    { connection: one, user: one.users[0] },
    { connection: other, user: { ...user, values: { ...user.values, mail } } },
  ];
}
