import { changedNothing, covers, describeEndpoint, expect, skipAsUnavailable, test } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { callOf } from '../support/call-of.js';
import { at } from '../support/at.js';
import { inProject } from '../support/possibly-needed.js';
import {
  mayChange,
  observeRefusal,
  permissionsNeeded,
  permissionsOf,
  skipIfMaySuffice,
} from './support/permissions.js';
import { schemesKnown } from './support/schemes-known.js';
import { WHITELIST } from './support/whitelist.js';

const NO_MORE_NEEDED = 'The user who administers nothing has the permission that is needed (AD-N03).';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'refuses somebody without the permission what the administrator may do, and changes nothing',
      covers('AD-23'),
      async ({ directorySync, issues, connections, users, assumptions, tracker }) => {
        const connection = await connections.provide();
        const { caller } = await users.providePlain();
        const { permission } = assumptions['AD-N03'];
        const held = await permissionsOf(issues.as(caller));
        skipAsUnavailable(held.has(permission), NO_MORE_NEEDED);

        const changes = await connections.changesBy(connection, () => call.send(directorySync.as(caller), connection));
        const asAdministrator = await call.send(directorySync, connection);

        const { response } = changes;
        const others = allCalls.filter(({ name }) => name !== call.name);
        await skipIfMaySuffice(
          tracker,
          response,
          others.map(
            ({ send }) =>
              () =>
                send(directorySync.as(caller), connection),
          ),
        );
        expect(response, `${callOf(response)} to somebody without ${permission}`).not.toSucceed();
        expect(changes).toHaveChangedNothing();
        expect(asAdministrator).toSucceed();
      },
    );

    test(
      'answers somebody who administers nothing only with the permission that is needed, and changes nothing otherwise',
      covers('AD-N03'),
      async ({ directorySync, issues, connections, users, observe }) => {
        const connection = await connections.provide();
        const { caller } = await users.providePlain();
        const held = await permissionsOf(issues.as(caller));

        const changes = await connections.changesBy(connection, () => call.send(directorySync.as(caller), connection));

        const { response } = changes;
        observe.oneOf('AD-N03', 'permission', permissionsNeeded([{ held, response }]));
        observeRefusal(observe, response);
        expect(changedNothing(changes), `${callOf(response)}, and whether nothing has changed`).toBe(
          !mayChange(call.name, response),
        );
      },
    );

    test(
      'answers somebody on the whitelist who administers nothing',
      covers('AD-24'),
      async ({ directorySync, connections, users, admin }) => {
        const { configure, restart } = await admin();
        const connection = await connections.provide();
        const { username, caller } = await users.providePlain();
        configure({ [WHITELIST]: username });
        restart();

        const response = await call.send(directorySync.as(caller), connection);

        expect(response).toFitContract();
      },
    );

    test(
      'answers nobody else because somebody is on the whitelist',
      covers('AD-24'),
      async ({ directorySync, connections, users, admin, callers }) => {
        const { configure, restart } = await admin();
        const connection = await connections.provide();
        const [listed, other] = [await users.providePlain(), await users.providePlain()];
        const withoutList = await call.send(directorySync.as(other.caller), connection);
        configure({ [WHITELIST]: listed.username });
        restart();

        const asOther = await call.send(directorySync.as(other.caller), connection);
        const asNobody = await call.send(directorySync.as(callers.anonymous), connection);

        expect(asOther.status).toBe(withoutList.status);
        expect(asNobody).not.toSucceed();
      },
    );
  });
}

test.describe(...describeEndpoint('listConnections'), () => {
  test(
    'answers everybody on a whitelist of several names',
    covers('AD-24'),
    async ({ directorySync, users, admin }) => {
      const { configure, restart } = await admin();
      const [first, second, third] = [
        await users.providePlain(),
        await users.providePlain(),
        await users.providePlain(),
      ];
      configure({ [WHITELIST]: [first, second, third].map(({ username }) => username).join(',') });
      restart();

      expect(await directorySync.as(first.caller).listConnections()).toFitContract();
      expect(await directorySync.as(second.caller).listConnections()).toFitContract();
      expect(await directorySync.as(third.caller).listConnections()).toFitContract();
    },
  );

  test(
    'does not take part of a name for a name on the whitelist',
    covers('AD-24'),
    async ({ directorySync, users, admin }) => {
      const { configure, restart } = await admin();
      const { username, caller } = await users.providePlain();
      const withoutList = await directorySync.as(caller).listConnections();
      configure({ [WHITELIST]: `x${username},${username.slice(1)}` });
      restart();

      const response = await directorySync.as(caller).listConnections();

      expect(response.status).toBe(withoutList.status);
    },
  );

  test(
    'still answers the administrator who is not on the whitelist',
    covers('AD-24'),
    async ({ directorySync, users, admin }) => {
      const { configure, restart } = await admin();
      const { username } = await users.providePlain();
      configure({ [WHITELIST]: username });
      restart();

      expect(await directorySync.listConnections()).toFitContract();
    },
  );

  test('does not follow the whitelist before a restart', covers('AD-25'), async ({ directorySync, users, admin }) => {
    const { configure, restart } = await admin();
    const { username, caller } = await users.providePlain();
    const withoutList = await directorySync.as(caller).listConnections();

    configure({ [WHITELIST]: username });
    const before = await directorySync.as(caller).listConnections();
    restart();
    const after = await directorySync.as(caller).listConnections();

    expect(before.status).toBe(withoutList.status);
    expect(after).toFitContract();
  });

  test(
    'follows a name taken off the whitelist only after a restart',
    covers('AD-25'),
    async ({ directorySync, users, admin }) => {
      const { configure, restart } = await admin();
      const { username, caller } = await users.providePlain();
      const withoutList = await directorySync.as(caller).listConnections();
      configure({ [WHITELIST]: username });
      restart();

      configure({ [WHITELIST]: '' });
      const before = await directorySync.as(caller).listConnections();
      restart();
      const after = await directorySync.as(caller).listConnections();

      expect(before).toFitContract();
      expect(after.status).toBe(withoutList.status);
    },
  );

  test('keeps what it holds over a restart', covers('AD-25'), async ({ directorySync, connections, admin }) => {
    const { restart } = await admin();
    const connection = await connections.provide({ users: 3 });

    const changes = await connections.changesBy(connection, () => {
      restart();
      return directorySync.listConnections();
    });

    expect(changes).toHaveChangedNothing();
  });

  test(
    'tells by the administrator and somebody who administers nothing which permission is needed',
    covers('AD-N03'),
    async ({ directorySync, issues, users, observe }) => {
      const { caller } = await users.providePlain();

      const attempts = [
        { held: await permissionsOf(issues), response: await directorySync.listConnections() },
        { held: await permissionsOf(issues.as(caller)), response: await directorySync.as(caller).listConnections() },
      ];

      observe.oneOf('AD-N03', 'permission', permissionsNeeded(attempts));
    },
  );

  test(
    'tells by people who hold one permission each which is needed',
    covers('AD-N03'),
    async ({ directorySync, issues, users, projects, observe }) => {
      const people = await Promise.all(inProject.map(() => users.providePlain()));
      await projects.provide({
        grants: Object.fromEntries(inProject.map((permission, index) => [permission, [at(people, index)]])),
      });
      const attempts = [];

      for (const { caller } of [await users.providePlain(), ...people, await users.provideAdmin()]) {
        const held = await permissionsOf(issues.as(caller));
        attempts.push({ held, response: await directorySync.as(caller).listConnections() });
      }

      observe.oneOf('AD-N03', 'permission', permissionsNeeded(attempts));
    },
  );

  test(
    'knows callers by the authentication schemes it is assumed to',
    covers('AD-N01'),
    async ({ directorySync, users, callers, assumptions, observe }) => {
      const { caller, bearer } = await users.providePlain();
      test.skip(bearer === undefined, 'The harness knows no token of that user.');
      // Without a token of his own, so that the client does not take that in place of the password.
      const byPassword = { name: caller.name, authorization: caller.authorization };
      const attempts = {
        basic: await directorySync.as(byPassword).listConnections(),
        bearer: await directorySync.as(bearer ?? caller).listConnections(),
      };

      const useless = await directorySync.as(callers.wrongPassword).listConnections();

      const known = schemesKnown(attempts, useless, assumptions['AD-N01']);

      observe.orUnclear('AD-N01', known, 'Whoever lacks the permission is refused as a wrong password is.');
    },
  );
});
