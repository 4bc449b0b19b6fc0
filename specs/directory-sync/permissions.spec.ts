import { isDeepStrictEqual } from 'node:util';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { isAllowed, observedPermission, permissionsOf } from './support/permissions.js';
import { schemesKnown } from './support/schemes-known.js';
import { test } from './support/test.js';
import { WHITELIST } from './support/whitelist.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test('answers the administrator', covers('AD-23'), async ({ directorySync, connections }) => {
      const connection = await connections.provide();

      const response = await call.send(directorySync, connection);

      expect(response).toFitContract();
    });

    test(
      'answers somebody who administers nothing only where no more is needed, and changes nothing otherwise',
      covers('AD-23', 'AD-N03'),
      async ({ directorySync, issues, connections, users, assumptions, observe, view }) => {
        const connection = await connections.provide();
        const { caller } = await users.providePlain();
        const held = await permissionsOf(issues.as(caller));
        const before = await view(connection);

        const response = await call.send(directorySync.as(caller), connection);

        observe('AD-N03', observedPermission(assumptions['AD-N03'], [{ held, response }]));
        expect(response.ok).toBe(isAllowed(assumptions['AD-N03'], held));
        expect(isDeepStrictEqual(await view(connection), before)).toBe(!(response.ok && call.name === 'updateUsers'));
      },
    );

    test(
      'answers somebody on the whitelist who administers nothing',
      covers('AD-24'),
      async ({ directorySync, connections, users, operator }) => {
        const { configure, restart } = await operator();
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
      async ({ directorySync, connections, users, operator, assumptions, callers }) => {
        const { configure, restart } = await operator();
        const connection = await connections.provide();
        const [listed, other] = [await users.providePlain(), await users.providePlain()];
        configure({ [WHITELIST]: listed.username });
        restart();

        const asOther = await call.send(directorySync.as(other.caller), connection);
        const asNobody = await call.send(directorySync.as(callers.anonymous), connection);

        expect(asOther.ok).toBe(assumptions['AD-N03'].permission === null);
        expect(asNobody).toBeRefused(401);
      },
    );
  });
}

test.describe(...describeEndpoint('listConnections'), () => {
  test(
    'answers everybody on a whitelist of several names',
    covers('AD-24'),
    async ({ directorySync, users, operator }) => {
      const { configure, restart } = await operator();
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
    async ({ directorySync, users, operator, assumptions }) => {
      const { configure, restart } = await operator();
      const { username, caller } = await users.providePlain();
      configure({ [WHITELIST]: `x${username},${username.slice(1)}` });
      restart();

      const response = await directorySync.as(caller).listConnections();

      expect(response.ok).toBe(assumptions['AD-N03'].permission === null);
    },
  );

  test(
    'still answers the administrator who is not on the whitelist',
    covers('AD-23', 'AD-24'),
    async ({ directorySync, users, operator }) => {
      const { configure, restart } = await operator();
      const { username } = await users.providePlain();
      configure({ [WHITELIST]: username });
      restart();

      expect(await directorySync.listConnections()).toFitContract();
    },
  );

  test(
    'does not follow the whitelist before a restart',
    covers('AD-25'),
    async ({ directorySync, users, operator, assumptions }) => {
      const { configure, restart } = await operator();
      const { username, caller } = await users.providePlain();

      configure({ [WHITELIST]: username });
      const before = await directorySync.as(caller).listConnections();
      restart();
      const after = await directorySync.as(caller).listConnections();

      expect(before.ok).toBe(assumptions['AD-N03'].permission === null);
      expect(after).toFitContract();
    },
  );

  test(
    'follows a name taken off the whitelist only after a restart',
    covers('AD-25'),
    async ({ directorySync, users, operator, assumptions }) => {
      const { configure, restart } = await operator();
      const { username, caller } = await users.providePlain();
      configure({ [WHITELIST]: username });
      restart();

      configure({ [WHITELIST]: '' });
      const before = await directorySync.as(caller).listConnections();
      restart();
      const after = await directorySync.as(caller).listConnections();

      expect(before).toFitContract();
      expect(after.ok).toBe(assumptions['AD-N03'].permission === null);
    },
  );

  test('keeps what it holds over a restart', covers('AD-25'), async ({ connections, operator, view }) => {
    const { restart } = await operator();
    const connection = await connections.provide({ users: 3 });
    const before = await view(connection);

    restart();

    expect(await view(connection)).toEqual(before);
  });

  test(
    'tells by the administrator and somebody who administers nothing which permission is needed',
    covers('AD-N03'),
    async ({ directorySync, issues, users, assumptions, observe }) => {
      const { caller } = await users.providePlain();

      const attempts = [
        { held: await permissionsOf(issues), response: await directorySync.listConnections() },
        { held: await permissionsOf(issues.as(caller)), response: await directorySync.as(caller).listConnections() },
      ];

      observe('AD-N03', observedPermission(assumptions['AD-N03'], attempts));
    },
  );

  test(
    'knows callers by the authentication schemes it is assumed to',
    covers('AD-N01'),
    async ({ directorySync, users, tracker, assumptions, observe }) => {
      const { caller, bearer } = await users.providePlain();
      test.skip(bearer === undefined, 'The harness knows no token of that user.');
      const attempts = {
        basic: await directorySync.as(caller).listConnections(),
        bearer: await directorySync.as(bearer ?? caller).listConnections(),
      };

      expect(await directorySync.as(tracker.administrator).listConnections()).toFitContract();
      observe('AD-N01', schemesKnown(attempts, assumptions['AD-N01']));
    },
  );
});
