import type { ApiResponse, Assumptions, Observe } from '../../fixtures/index.js';
import { changedNothing, covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { at, keysOf } from '../support/values.js';
import { answered, callOf, inProject, permissionsOf, possiblyNeeded } from '../support/attempts.js';
import type { Attempt, PermissionKey } from '../support/attempts.js';
import { allCalls } from './support/calls.js';

type Schemes = Assumptions['AD-N01'];

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers somebody who administers nothing only with the permission that is needed, and changes nothing otherwise',
      covers('AD-N03'),
      async ({ directorySync, trackerApi, connections, users, observe }) => {
        const connection = await connections.provide();
        const { caller } = await users.providePlain();
        const held = await permissionsOf(trackerApi.as(caller));

        const changes = await connections.changesBy(connection, () => call.send(directorySync.as(caller), connection));

        const { response } = changes;
        observe.oneOf('AD-N03', 'permission', permissionsNeeded([{ held, response }]));
        observeRefusal(observe, response);
        expect(changedNothing(changes), `${callOf(response)}, and whether nothing has changed`).toBe(
          !response.ok || call.name !== 'updateUsers',
        );
      },
    );
  });
}

test.describe(...describeEndpoint('listConnections'), () => {
  test(
    'tells by the administrator and somebody who administers nothing which permission is needed',
    covers('AD-N03'),
    async ({ directorySync, trackerApi, users, observe }) => {
      const { caller } = await users.providePlain();

      const attempts = [
        { held: await permissionsOf(trackerApi), response: await directorySync.listConnections() },
        {
          held: await permissionsOf(trackerApi.as(caller)),
          response: await directorySync.as(caller).listConnections(),
        },
      ];

      observe.oneOf('AD-N03', 'permission', permissionsNeeded(attempts));
    },
  );

  test(
    'tells by people who hold one permission each which is needed',
    covers('AD-N03'),
    async ({ directorySync, trackerApi, users, projects, observe }) => {
      const people = await Promise.all(inProject.map(() => users.providePlain()));
      await projects.provide({
        grants: Object.fromEntries(inProject.map((permission, index) => [permission, [at(people, index)]])),
      });
      const attempts = [];

      for (const { caller } of [await users.providePlain(), ...people, await users.provideAdmin()]) {
        const held = await permissionsOf(trackerApi.as(caller));
        attempts.push({ held, response: await directorySync.as(caller).listConnections() });
      }

      observe.oneOf('AD-N03', 'permission', permissionsNeeded(attempts));
    },
  );

  test(
    'knows callers by the authentication schemes it is assumed to',
    covers('AD-N01'),
    async ({ directorySync, users, badCredentials, assumptions, observe }) => {
      const { caller, bearer } = await users.providePlain();
      test.skip(bearer === undefined, 'The harness knows no token of that user.');
      // Without a token of his own, so that the client does not take that in place of the password.
      const byPassword = { name: caller.name, authorization: caller.authorization };
      const attempts = {
        basic: await directorySync.as(byPassword).listConnections(),
        bearer: await directorySync.as(bearer ?? caller).listConnections(),
      };

      const useless = await directorySync.as(badCredentials.wrongPassword).listConnections();

      const known = schemesKnown(attempts, useless, assumptions['AD-N01']);

      observe.orUnclear('AD-N01', known, 'Whoever lacks the permission is refused as a wrong password is.');
    },
  );
});

/**
 * The login schemes that the API knows, even if it refuses the caller; the assumed ones first (AD-N01). Undefined if
 * the API answers every scheme like a useless login: it may refuse a caller without the permission in the same way.
 */
function schemesKnown(
  attempts: { readonly [Scheme in Schemes[number]]: ApiResponse },
  useless: ApiResponse,
  assumed: Schemes,
): Schemes | undefined {
  const all = [...new Set([...assumed, ...keysOf(attempts)])];
  const known = all.filter((scheme) => answered(attempts[scheme]).status !== useless.status);
  return known.length === 0 ? undefined : known;
}

/** The permissions that may be needed by how some calls went (AD-N03). One is: to log in is not enough. */
function permissionsNeeded(attempts: readonly Attempt[]): PermissionKey[] {
  return possiblyNeeded(attempts).filter((permission): permission is PermissionKey => permission !== null);
}

/** Writes down with which status a call was refused; nothing if it was not (AD-N03). */
function observeRefusal(observe: Observe, { ok, status }: ApiResponse): void {
  if (!ok) observe('AD-N03', { refusal: status });
}
