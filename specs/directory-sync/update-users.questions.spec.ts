import { isDeepStrictEqual } from 'node:util';
import { RawBody } from '../../builders/index.js';
import type { Assumptions, Changes, DataOf, Endpoints } from '../../fixtures/index.js';
import { changedNothing, covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { test } from './support/updates.js';
import { callOf } from '../support/attempts.js';

test.describe(...describeEndpoint('updateUsers'), () => {
  test(
    'changes the account of the user in the tracker only if it is assumed to',
    covers('AD-N15'),
    async ({ trackerApi, connections, build, observe, update }) => {
      const connection = await connections.provide({ attributes: ['mail', 'displayName'] });
      const [{ key, username }] = connection.users;
      const before = await trackerApi.getUser({ query: { username } });

      await update(connection, (body) =>
        body.user({ key }, { mail: `changed.${build.unusedId()}@example.com`, displayName: 'Somebody else' }),
      );

      const after = await trackerApi.getUser({ query: { username } });
      observe('AD-N15', accountChange(before.data, after.data));
      expect(after.data).toMatchObject({ key, name: before.data.name });
    },
  );

  test('answers as it is assumed to', covers('AD-N09'), async ({ connections, observe, update }) => {
    const connection = await connections.provide({ attributes: ['mail'] });

    const response = await update(connection, (body) =>
      body.user(connection.users[0], { mail: 'changed@example.com' }),
    );

    expect(response).toSucceed();
    observe('AD-N09', { status: response.status, body: (response.json ?? null) as never });
  });

  test(
    'takes an unknown connection as it is assumed to, and changes nothing',
    covers('AD-N10'),
    async ({ connections, build, observe, update }) => {
      const connection = await connections.provide({ attributes: ['mail'] });
      const unknown = { id: String(build.unusedId()) };

      const changes = await connections.changesBy(connection, () =>
        update(unknown, (body) => body.user(connection.users[0], { mail: 'changed@example.com' })),
      );

      observe('AD-N10', { status: changes.response.status });
      expect(changes).toHaveChangedNothing();
    },
  );

  const endings = [
    { what: 'an unknown user', who: (unknown: string) => ({ key: `NOBODY${unknown}` }), attribute: () => 'mail' },
    { what: 'an unknown attribute', who: undefined, attribute: (unknown: string) => `unknown${unknown}` },
  ];

  for (const { what, who, attribute } of endings) {
    test(
      `takes ${what} at the end of a long update as it is assumed to`,
      covers('AD-N10'),
      async ({ connections, build, observe, changesByUpdate }) => {
        const connection = await connections.provide({ users: 20, attributes: ['mail'] });
        const unknown = String(build.unusedId());
        const data = connection.users.map(({ key }) => ({ userKey: key, fields: [{ mail: 'changed@example.com' }] }));

        const changes = await changesByUpdate(connection, (body) =>
          body.element({ data }).user(who?.(unknown) ?? connection.users[0], { [attribute(unknown)]: 'changed' }),
        );

        observe('AD-N10', { status: changes.response.status, changed: whatChanged(changes) });
      },
    );
  }

  test(
    'takes an unknown user after a new name of the connection as it is assumed to',
    covers('AD-N10'),
    async ({ connections, build, observe, changesByUpdate }) => {
      const connection = await connections.provide({ users: 2, attributes: ['mail'] });

      const changes = await changesByUpdate(connection, (body) =>
        body
          .connection({ name: `Renamed ${build.unusedId()}` })
          .user({ key: `NOBODY${build.unusedId()}` }, { mail: 'changed@example.com' }),
      );

      observe('AD-N10', { status: changes.response.status, changed: whatChanged(changes) });
    },
  );

  test(
    'takes a user name in place of a key as it is assumed to',
    covers('AD-N10'),
    async ({ connections, observe, changesByUpdate }) => {
      const connection = await connections.provide({ attributes: ['mail'] });
      const [{ username }] = connection.users;

      const changes = await changesByUpdate(connection, (body) =>
        body.user({ key: username }, { mail: 'changed@example.com' }),
      );

      observe('AD-N10', { status: changes.response.status });
      expect(changedNothing(changes) || changes.response.ok, callOf(changes.response)).toBe(true);
    },
  );

  test('reaches no property that every object has', covers('AD-N10'), async ({ directorySync, connections }) => {
    const connection = await connections.provide();
    const [{ key }] = connection.users;
    const text = `{"connectionId":"${connection.id}","update":[{"data":[{"userKey":"${key}","fields":[{"__proto__":"x"}]}]}]}`;

    const changes = await connections.changesBy(connection, () =>
      directorySync.updateUsers({ body: new RawBody('a value of __proto__', text) }),
    );

    expect(changes).toHaveChangedNothing();
  });
});

type TrackerUser = DataOf<Endpoints['getUser']>;

/** The change of the tracker's own account of a user, in the terms of AD-N15. */
function accountChange(before: TrackerUser, after: TrackerUser): Assumptions['AD-N15'] {
  const isSame = isDeepStrictEqual(valuesOf(before), valuesOf(after));
  return isSame ? 'left as it was' : 'changed too';
}

function valuesOf({ emailAddress, displayName }: TrackerUser): readonly unknown[] {
  return [emailAddress, displayName];
}

/** The changes that a refused update made nevertheless, in the terms of AD-N10. */
function whatChanged(changes: Changes): Assumptions['AD-N10']['changed'] {
  return changedNothing(changes) ? 'nothing' : 'the rest';
}
