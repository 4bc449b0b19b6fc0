import { covers, describeEndpoint, expect, skipAsInapplicable, skipAsUnavailable, test } from '../../fixtures/index.js';
import type { ApiResponse, ProvidedConnection, Tracker } from '../../fixtures/index.js';
import { answered, callOf, permissionsOf } from '../support/attempts.js';
import { at } from '../support/values.js';
import { allCalls } from './support/calls.js';
import type { Call } from './support/calls.js';
import { isEmptyAnswer } from './support/user-values.js';

const NO_MORE_NEEDED = 'The user who administers nothing has the permission that is needed (AD-N03).';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'refuses somebody without the permission what the administrator may do, and changes nothing',
      covers('AD-23'),
      async ({ directorySync, trackerApi, connections, users, assumptions, tracker }) => {
        const connection = await connections.provide();
        const { caller } = await users.providePlain();
        const { permission } = assumptions['AD-N03'];
        const held = await permissionsOf(trackerApi.as(caller));
        skipAsUnavailable(held.has(permission), NO_MORE_NEEDED);

        const changes = await connections.changesBy(connection, () => call.send(directorySync.as(caller), connection));
        const asAdministrator = await call.send(directorySync, connection);

        const { response } = changes;
        const otherCalls = allCalls.filter(({ name }) => name !== call.name);
        await skipIfMaySuffice(tracker, response, otherCalls, ({ send }) => send(directorySync.as(caller), connection));
        expect(response, `${callOf(response)} to somebody without ${permission}`).not.toSucceed();
        expect(changes).toHaveChangedNothing();
        expect(asAdministrator).toSucceed();
        for (const words of inOtherWords(call, connection)) {
          expect(await call.send(directorySync.as(caller), connection, words)).not.toSucceed();
        }
      },
    );

    test(
      'answers somebody on the whitelist who administers nothing, and does what is asked',
      // Without the tag of its scope: it changes no project, so it can be run beside other users.
      { ...covers('AD-24'), tag: '@AD-24' },
      async ({ directorySync, trackerApi, connections, users, assumptions, needsWhitelist }) => {
        const whitelist = needsWhitelist();
        const connection = await connections.provide();
        const { caller } = await users.provideWhitelisted(whitelist);
        const held = await permissionsOf(trackerApi.as(caller));
        skipAsUnavailable(held.has(assumptions['AD-N03'].permission), NO_MORE_NEEDED);

        const { response, changed } = await connections.changesBy(connection, () =>
          call.send(directorySync.as(caller), connection),
        );

        expect(response).toFitContract();
        expect(changed).toHaveLength(Number(call.reads === undefined));
        expect(call.reads !== undefined && isEmptyAnswer(response), `${callOf(response)} without data`).toBe(false);
      },
    );
  });
}

test.describe(...describeEndpoint('getUserAttributes'), () => {
  test(
    'refuses users without the permission their own values too',
    covers('AD-23'),
    async ({ directorySync, trackerApi, connections, users, assumptions, tracker }) => {
      const { caller, username } = await users.providePlain();
      const connection = await connections.provide({ usernames: [username] });
      skipAsInapplicable(connection.users[0].username !== username, 'No connection of the sandbox has the plainUser.');
      skipAsUnavailable(
        (await permissionsOf(trackerApi.as(caller))).has(assumptions['AD-N03'].permission),
        NO_MORE_NEEDED,
      );

      for (const { send, path } of allCalls) {
        const response = await send(directorySync.as(caller), connection);
        await skipIfMaySuffice(tracker, response, allCalls, (call) => call.send(directorySync.as(caller), connection));
        expect(response, `${callOf(response)} of ${path.join(', ')}`).not.toSucceed();
      }
    },
  );
});

test.describe(...describeEndpoint('listConnections'), () => {
  test(
    'answers everybody on a whitelist of several names, and still the administrator, who is not on it',
    covers('AD-24'),
    async ({ directorySync, users, admin, needsWhitelist }) => {
      const whitelist = needsWhitelist();
      const { configure, restart } = await admin();
      const listed = [await users.providePlain(), await users.providePlain(), await users.providePlain()];
      configure({ [whitelist]: listed.map(({ username }) => username).join(',') });
      restart();

      for (const { caller } of listed) {
        expect(await directorySync.as(caller).listConnections(), caller.name).toFitContract();
      }
      expect(await directorySync.listConnections()).toFitContract();
    },
  );

  test(
    'does not take part of a name for a name on the whitelist',
    covers('AD-24'),
    async ({ directorySync, users, admin, needsWhitelist }) => {
      const whitelist = needsWhitelist();
      const { configure, restart } = await admin();
      const { username, caller } = await users.providePlain();
      const withoutList = await directorySync.as(caller).listConnections();
      configure({ [whitelist]: `x${username},${username.slice(1)}` });
      restart();

      const response = await directorySync.as(caller).listConnections();

      expect(response.status).toBe(answered(withoutList).status);
    },
  );

  test(
    'follows a name put on the whitelist, and one taken off it, only after a restart',
    covers('AD-25'),
    async ({ directorySync, users, admin, needsWhitelist }) => {
      const whitelist = needsWhitelist();
      const { configure, restart } = await admin();
      const { username, caller } = await users.providePlain();
      const ask = () => directorySync.as(caller).listConnections();
      const { status } = answered(await ask());

      configure({ [whitelist]: username });
      expect((await ask()).status).toBe(status);
      restart();
      expect(await ask()).toFitContract();

      configure({ [whitelist]: '' });
      expect(await ask()).toFitContract();
      restart();
      expect((await ask()).status).toBe(status);
    },
  );
});

/**
 * Skips a test of a refusal if a user is let in and may have the permission that is needed: which one is open (AD-N03).
 * A user who is let in by one endpoint and refused by another lacks it.
 *
 * @param others the calls of the other endpoints
 * @param send sends one of them as that user
 */
async function skipIfMaySuffice<Call>(
  { answersAsAssumed, accordingTo }: Tracker,
  { ok }: ApiResponse,
  others: readonly Call[],
  send: (call: Call) => Promise<ApiResponse>,
): Promise<void> {
  if (!ok || answersAsAssumed || accordingTo('AD-N03') !== 'assumption') return;
  for (const call of others) if (!(await send(call)).ok) return;
  test.skip(
    true,
    'The user who administers nothing is let in everywhere, and may have the permission needed (AD-N03).',
  );
}

/** A call in other words: names in place of id and key, a filter, a body without users; none if it has no parameters. */
function inOtherWords({ path, reads, body }: Call, { id, name, users }: ProvidedConnection): Record<string, unknown>[] {
  const { key, username } = at(users, 0);
  return [
    ...(path.includes('idOrName') ? [{ idOrName: name }] : []),
    ...(path.includes('userKeyOrName') ? [{ userKeyOrName: username }] : []),
    ...(reads === 'list' ? [{ query: { usernames: username } }, { query: { userkeys: key } }] : []),
    ...(body === undefined ? [] : [{ body: { connectionId: id, update: [{ connection: [{ name }] }] } }]),
  ];
}
