import { expect, test as base } from '@playwright/test';
import { directorySyncEndpoints } from '../../../contracts/directory-sync/endpoints.js';
import { withAssumptions } from '../../../contracts/index.js';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import type { FaultInput, TenantControl } from '../../../fake/index.js';
import { loadSettings, NotAvailableError, UnreadValuesError } from '../../../fixtures/index.js';
import { credentialsOf } from '../../../fixtures/http/credentials.js';
import type { ApiClient, Sandbox, Tracker } from '../../../fixtures/index.js';
import { createApiClient } from '../../../fixtures/http/api-client.js';
import { undiciTransport } from '../../../fixtures/http/undici-transport.js';
import { ledgerFolder } from '../../../fixtures/cleanup/ledger/ledger.js';
import type { LedgerItem } from '../../../fixtures/cleanup/ledger/ledger-line.js';
import { readLedgers } from '../../../fixtures/cleanup/ledger/read-ledgers.js';
import { openExternalTarget } from '../../../fixtures/target/external-target.js';
import { sharedWorld } from '../../../fixtures/target/shared-world.js';
import { TestClock } from '../wire/test-clock.js';

/** A tracker that others use, for the provisioning of one test. */
interface Shared {
  readonly tenant: TenantControl;
  readonly tracker: Tracker;
  /** The API under test, its calls kept book of. */
  readonly api: ApiClient<typeof directorySyncEndpoints>;
  /** The rows that the ledger lists as planned and not as gone. */
  readonly left: () => string[];
  /** The same with all that it says. */
  readonly open: () => LedgerItem[];
}

type Open = (changes?: {
  readonly sandbox?: Partial<Sandbox>;
  readonly assumptions?: AssumptionOverrides;
}) => Promise<Shared>;

const test = base.extend<{ openShared: Open }>({
  openShared: async ({}, use, testInfo) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async ({ sandbox = {}, assumptions = {} } = {}) => {
      const shared = sharedWorld(7);
      const fake = await startFake({ world: shared.world, contextPath: '/x', assumptions });
      closing.push(() => fake.close());
      const outputDir = testInfo.outputPath('output');
      const settings = {
        ...loadSettings({ TRACKER_SEED: '7', TRACKER_RUN_ID: 'abcde' }),
        outputDir,
        assumptions,
        clock: new TestClock(),
      };
      const external = { url: `${fake.url}/x`, login: shared.login, sandbox: { ...shared.sandbox, ...sandbox } };
      const target = openExternalTarget(settings, external, 0);
      const opened = await target.openTracker(undefined as never, undefined);
      const release = async () => {
        try {
          await opened.release();
        } finally {
          await target.close();
        }
      };
      const tracker = { ...opened, release };
      const { baseUrl, basePaths } = tracker;
      const api = createApiClient(directorySyncEndpoints, {
        baseUrl,
        basePaths,
        transport: undiciTransport(5_000),
        caller: credentialsOf(shared.login),
        around: (call, send) => tracker.record(call, send),
      });
      const open = () => readLedgers(ledgerFolder(outputDir)).runs.flatMap((run) => run.open.map(({ item }) => item));
      return {
        tenant: fake.control.tenant('main'),
        tracker,
        api,
        open,
        left: () => open().map(({ what }) => what),
      };
    });
    for (const close of closing) await close();
  },
});

test.describe('a connection of the sandbox', () => {
  test('has the users and values the tracker has', async ({ openShared }) => {
    const { tracker } = await openShared();

    const { id, name, attributes, users, complete } = await tracker.provisioner.connection({ users: 3 });

    expect({ complete, count: users.length }).toEqual({ complete: false, count: 3 });
    expect((await tracker.setup.listConnections())[name]).toEqual(attributes);
    const { elements } = await tracker.setup.listConnectionUsers({ idOrName: id, query: { size: '100' } });
    const there = elements.map(({ username, fields }) => ({ username, values: fields }));
    expect(there).toEqual(expect.arrayContaining(users.map(({ username, values }) => ({ username, values }))));
  });

  test('is given to one test at a time, and back with its release', async ({ openShared }) => {
    const { tracker } = await openShared();

    const [one, other] = [await tracker.provisioner.connection({}), await tracker.provisioner.connection({})];

    expect(one.id).not.toBe(other.id);
    await tracker.release();
  });

  test('has the users of another where it is asked for them', async ({ openShared }) => {
    const { tracker } = await openShared();

    const one = await tracker.provisioner.connection({ users: 4 });
    const other = await tracker.provisioner.connection({ usersOf: one });

    expect(other.users.map(({ key }) => key)).toEqual(one.users.map(({ key }) => key));
    expect(other.users.map(({ values }) => values)).not.toEqual(one.users.map(({ values }) => values));
  });

  test('has users of another as its first ones, wherever the sandbox names them', async ({ openShared }) => {
    const { connections } = sharedWorld(7).sandbox;
    const [first, second] = connections.filter(({ enabled }) => enabled);
    const users = first?.users ?? [];
    const few = [
      { ...first, users: users.slice(0, 10) },
      { ...second, users: users.slice(7, 20) },
    ] as Sandbox['connections'];
    const { tracker } = await openShared({ sandbox: { connections: few } });

    const one = await tracker.provisioner.connection({ users: 3 });
    const other = await tracker.provisioner.connection({ usersOf: one });

    expect(one.users.map(({ key }) => key)).toEqual(users.slice(7, 10).map(({ key }) => key));
    expect(other.users.map(({ key }) => key)).toEqual(one.users.map(({ key }) => key));
  });

  test('has the users of another in their order, whatever the order of the sandbox', async ({ openShared }) => {
    const { connections } = sharedWorld(7).sandbox;
    const [first, second] = connections.filter(({ enabled }) => enabled);
    const reversed = [first, { ...second, users: second?.users.toReversed() }] as Sandbox['connections'];
    const { tracker } = await openShared({ sandbox: { connections: reversed } });

    const one = await tracker.provisioner.connection({ users: 3 });
    const other = await tracker.provisioner.connection({ usersOf: one });

    expect(other.users.map(({ key }) => key)).toEqual(one.users.map(({ key }) => key));
  });

  test('has users named as unusually as those that are asked for', async ({ openShared }) => {
    const { tracker } = await openShared();

    const { users } = await tracker.provisioner.connection({ usernames: ["d'or", 'łu', 'plain'] });

    expect(users[0]?.username).toBe("o'brien");
    expect(['zoë.müller', '山田 太郎']).toContain(users[1]?.username);
    expect(users).toHaveLength(3);
  });

  test('has users whom another does not have', async ({ openShared }) => {
    const { tracker } = await openShared();

    const one = await tracker.provisioner.connection({ users: 2 });
    const other = await tracker.provisioner.connection({ users: 2, usersNotOf: one });

    const { elements } = await tracker.setup.listConnectionUsers({ idOrName: one.id, query: { size: '100' } });
    const names = other.users.map(({ username }) => username);
    expect(names).toHaveLength(2);
    expect(elements.filter(({ username }) => names.includes(username))).toEqual([]);
  });

  test('has users with the values that a test needs, and has the earlier ones again afterwards', async ({
    openShared,
  }) => {
    const { tracker, tenant, left, open } = await openShared();
    const before = tenant.state().directoryUsers;
    const wanted = [{ mail: '', department: '0042' }, { mail: 'two@example.com' }];

    const { id, users } = await tracker.provisioner.connection({ values: wanted });

    const read = (key = '') => tracker.setup.getUserInConnection({ idOrName: id, userKeyOrName: key });
    expect(users).toHaveLength(2);
    expect(await Promise.all(users.map(({ key }) => read(key)))).toEqual(users.map(({ values }) => values));
    expect(users.map(({ values }) => values)).toMatchObject(wanted);
    expect(open().filter(({ kind }) => kind === 'connection')).toHaveLength(1);
    await tracker.release();
    expect(tenant.state().directoryUsers).toEqual(before);
    expect(left()).toEqual([]);
  });

  test('is one that is not enabled if that is asked for', async ({ openShared }) => {
    const { tracker } = await openShared();

    const { name } = await tracker.provisioner.connection({ enabled: false });

    expect(Object.keys(await tracker.setup.listConnections())).not.toContain(name);
  });

  test('is in a group if that is asked for, with all its users', async ({ openShared }) => {
    const { tracker } = await openShared();

    const { group = '', users } = await tracker.provisioner.connection({ users: 2, inGroup: true });

    const read = async (startAt: number) =>
      (await tracker.setup.listGroupMembers({ query: { groupname: group, startAt } })).values;
    const members = [...(await read(0)), ...(await read(50))];
    expect(members.map(({ key }) => key)).toEqual(expect.arrayContaining(users.map(({ key }) => key)));
  });
});

test.describe('what the sandbox does not offer is named', () => {
  test('a user with such a name', async ({ openShared }) => {
    const { tracker } = await openShared();

    await expect(tracker.provisioner.connection({ usernames: ['no~where'] })).rejects.toThrow(
      'The sandbox names no further connection with 1 user and with a user named like no~where: add one',
    );
  });

  test('users whom another does not have', async ({ openShared }) => {
    const { tracker } = await openShared({ sandbox: { connections: sharedWorld(7).sandbox.connections.slice(0, 3) } });
    const one = await tracker.provisioner.connection({});

    await expect(tracker.provisioner.connection({ usersNotOf: one })).rejects.toThrow(
      'The sandbox names no further connection with 1 user and with users that another does not have: add one',
    );
  });

  test('users whom another does not have, though the sandbox does not say so', async ({ openShared }) => {
    const [one, other] = sharedWorld(7).sandbox.connections;
    const halves = [
      { ...one, users: one?.users.slice(0, 30) },
      { ...other, users: other?.users.slice(30) },
    ] as Sandbox['connections'];
    const { tracker } = await openShared({ sandbox: { connections: halves } });
    const first = await tracker.provisioner.connection({});

    await expect(tracker.provisioner.connection({ usersNotOf: first })).rejects.toThrow(
      /^The sandbox names no connection with users that ".+" lacks: it has .+ too\.$/,
    );
  });

  test('values of an attribute nobody synchronizes', async ({ openShared }) => {
    const { tracker } = await openShared();

    await expect(tracker.provisioner.connection({ values: [{ shoeSize: '42' }] })).rejects.toThrow(
      /^The sandbox names no further connection with 1 user and with the attributes shoeSize:/,
    );
  });

  test('values that the tracker does not keep', async ({ openShared }) => {
    const { tracker, tenant } = await openShared();
    tenant.addFault({ kind: 'stub', endpoint: 'updateUsers', status: 200, json: {} });

    await expect(tracker.provisioner.connection({ values: [{ mail: 'kept@example.com' }] })).rejects.toThrow(
      /^After an update of mail to "kept@example.com", .+ has ".+" over ".+", and the test needs the former\.$/,
    );
  });

  test('more users than there are', async ({ openShared }) => {
    const { tracker } = await openShared();

    await expect(tracker.provisioner.connection({ users: 64 })).rejects.toThrow(
      new NotAvailableError('The sandbox names no further connection with 64 users: add one to TRACKER_SANDBOX.'),
    );
  });

  test('an attribute nobody synchronizes', async ({ openShared }) => {
    const { tracker } = await openShared();

    await expect(tracker.provisioner.connection({ attributes: ['shoeSize'] })).rejects.toThrow(
      /^The sandbox names no further connection with 1 user and with the attributes shoeSize:/,
    );
  });

  test('any connection', async ({ openShared }) => {
    const { tracker } = await openShared({ sandbox: { connections: [] } });

    await expect(tracker.provisioner.connection({})).rejects.toThrow(NotAvailableError);
  });
});

test.describe('a release', () => {
  test('puts values back that updates changed, to what they were before the first', async ({ openShared }) => {
    const { tenant, tracker, api, left } = await openShared();
    const before = tenant.state();
    const { id, users } = await tracker.provisioner.connection({ users: 3 });
    const update = (mail: string) =>
      api.updateUsers({
        body: { connectionId: id, update: [{ data: users.map(({ key }) => ({ userKey: key, fields: [{ mail }] })) }] },
      });
    await update('first@example.com');
    await update('second@example.com');
    expect(tenant.state()).not.toEqual(before);

    await tracker.release();

    expect(tenant.state()).toStrictEqual(before);
    expect(left()).toEqual([]);
  });

  test('puts name and distinguished name back', async ({ openShared }) => {
    const { tenant, tracker, api } = await openShared();
    const before = tenant.state();
    const { id } = await tracker.provisioner.connection({});
    await api.updateUsers({
      body: { connectionId: id, update: [{ connection: [{ name: 'Renamed', userDn: 'ou=elsewhere' }] }] },
    });
    expect(tenant.state()).not.toEqual(before);

    await tracker.release();

    expect(tenant.state()).toStrictEqual(before);
  });

  test('puts back what updates changed that were sent at once', async ({ openShared }) => {
    const { tenant, tracker, api } = await openShared();
    const before = tenant.state();
    const { id, users } = await tracker.provisioner.connection({ users: 10 });
    const update = (mail: string, chosen: typeof users) =>
      api.updateUsers({
        body: { connectionId: id, update: [{ data: chosen.map(({ key }) => ({ userKey: key, fields: [{ mail }] })) }] },
      });
    await Promise.all([update('a@example.com', users.slice(0, 1)), update('b@example.com', users)]);

    await tracker.release();

    expect(tenant.state()).toStrictEqual(before);
  });

  test('puts back what a refused update changed all the same', async ({ openShared }) => {
    const { tenant, tracker, api } = await openShared({
      assumptions: { 'AD-N10': { status: 400, changed: 'the rest' } },
    });
    const before = tenant.state();
    const { id, users } = await tracker.provisioner.connection({});
    const data = [...users.map(({ key }) => key), 'NOBODY'].map((userKey) => ({ userKey, fields: [{ mail: 'new' }] }));
    await api.updateUsers({ body: { connectionId: id, update: [{ connection: [{ name: 'Renamed' }], data }] } });
    expect(tenant.state()).not.toEqual(before);

    await tracker.release();

    expect(tenant.state()).toStrictEqual(before);
  });

  test('has nothing to restore if an update named a user by name', async ({ openShared }) => {
    const { tenant, tracker, api, left } = await openShared();
    const before = tenant.state();
    const { id, users } = await tracker.provisioner.connection({});
    const data = users.map(({ username }) => ({ userKey: username, fields: [{ mail: 'new' }] }));
    await api.updateUsers({ body: { connectionId: id, update: [{ data }] } });

    await tracker.release();

    expect(tenant.state()).toStrictEqual(before);
    expect(left()).toEqual([]);
  });

  for (const user of [200, 308, 400, 403]) {
    test(`puts values back if an unknown user is answered with ${user}`, async ({ openShared }) => {
      const assumptions = { 'AD-N02': { ...withAssumptions({})['AD-N02'], user } };
      const { tenant, tracker, api } = await openShared({ assumptions });
      const before = tenant.state();
      const { id, users } = await tracker.provisioner.connection({});
      const update = (userKey: string) =>
        api.updateUsers({ body: { connectionId: id, update: [{ data: [{ userKey, fields: [{ mail: 'new' }] }] }] } });
      await update('NOBODY');
      await update(users[0]?.key ?? '');

      await tracker.release();

      expect(tenant.state()).toStrictEqual(before);
    });
  }

  test('leaves alone what a test only read', async ({ openShared }) => {
    const { tenant, tracker, api } = await openShared();
    const { id } = await tracker.provisioner.connection({});
    await api.listConnectionUsers({ idOrName: id });
    const before = tenant.journal().length;

    await tracker.release();

    const since = tenant.journal().slice(before);
    expect(since.map(({ endpoint }) => endpoint)).toEqual(['DELETE /component/{componentId}']);
  });
});

test.describe('an update is not sent if what a user has can’t be read before', () => {
  const call = { endpoint: 'getUserInConnection' } as const;
  const unread: readonly (readonly [string, FaultInput])[] = [
    ['an answer of 401', { ...call, kind: 'error-response', status: 401 }],
    ['an answer of 403', { ...call, kind: 'error-response', status: 403 }],
    ['an answer of 429, however often it is tried', { ...call, kind: 'error-response', status: 429, retryAfter: 0 }],
    ['an answer of 503, however often it is tried', { ...call, kind: 'error-response', status: 503, retryAfter: 0 }],
    ['an answer of 200 without JSON', { ...call, kind: 'malformed' }],
    ['no answer', { ...call, kind: 'connection-reset', moment: 'before', reset: false }],
  ];

  for (const [what, fault] of unread) {
    test(`for ${what}`, async ({ openShared }) => {
      const { tenant, tracker, api, left } = await openShared({ sandbox: namingOneUserEach() });
      const { id, unnamed } = await connectionWithMoreUsers(tracker, tenant);
      const before = tenant.state();
      tenant.addFault(fault);

      const update = { data: [{ userKey: unnamed, fields: [{ mail: 'new' }] }] };
      const error = await api
        .updateUsers({ body: { connectionId: id, update: [update] } })
        .catch((why: unknown) => why);

      expect(error).toBeInstanceOf(UnreadValuesError);
      expect((error as Error).message).toMatch(
        `The update was not sent: what ${unnamed} has over connection ${id} can't be read, so it could not be restored.`,
      );
      expect(tenant.state()).toStrictEqual(before);
      tenant.clearFaults();
      await tracker.release();
      expect(left()).toEqual([]);
    });
  }

  test('for an answer of 404 about a user that the sandbox names', async ({ openShared }) => {
    const { tenant, tracker, api } = await openShared();
    const { id } = await tracker.provisioner.connection({});
    tenant.addFault({ ...call, kind: 'error-response', status: 404 });

    // A user that the test was not given: the harness knows the values of given ones.
    const userKey =
      sharedWorld(7)
        .sandbox.connections.find((one) => one.id === id)
        ?.users.at(-1)?.key ?? '';
    const data = [{ userKey, fields: [{ mail: 'new' }] }];
    const sent = api.updateUsers({ body: { connectionId: id, update: [{ data }] } });

    await expect(sent).rejects.toThrow(UnreadValuesError);
  });
});

test.describe('the ledger says of an update that it may be done late', () => {
  const unanswered = { unanswered: expect.any(String) as unknown };
  const answers: readonly (readonly [string, readonly FaultInput[], { readonly unanswered: unknown }])[] = [
    ['answered with 503', [{ kind: 'error-response', status: 503, endpoint: 'updateUsers' }], unanswered],
    ['not answered', [{ kind: 'connection-reset', moment: 'before', endpoint: 'updateUsers' }], unanswered],
    [
      'answered with 501',
      [{ kind: 'error-response', status: 501, endpoint: 'updateUsers' }],
      { unanswered: undefined },
    ],
    ['refused', [{ kind: 'error-response', status: 400, endpoint: 'updateUsers' }], { unanswered: undefined }],
    ['answered', [], { unanswered: undefined }],
  ];

  for (const [what, faults, noted] of answers) {
    test(`${noted === unanswered ? 'where' : 'not where'} it is ${what}`, async ({ openShared }) => {
      const { tenant, tracker, api, open } = await openShared();
      const { id, users } = await tracker.provisioner.connection({});
      for (const fault of faults) tenant.addFault(fault);

      const data = users.map(({ key }) => ({ userKey: key, fields: [{ mail: 'new' }] }));
      await api.updateUsers({ body: { connectionId: id, update: [{ data }] } }).catch((error: unknown) => error);

      const [item] = open().filter(({ kind }) => kind === 'connection');
      expect({ unanswered: undefined, ...item }).toMatchObject(noted);
    });
  }

  test('as long as it is on its way', async ({ openShared }) => {
    const { tenant, tracker, api, open } = await openShared();
    const { id, users } = await tracker.provisioner.connection({});
    const held = tenant.addFault({ kind: 'latency', milliseconds: 600_000, endpoint: 'updateUsers' });

    const data = users.map(({ key }) => ({ userKey: key, fields: [{ mail: 'new' }] }));
    const sent = api.updateUsers({ body: { connectionId: id, update: [{ data }] } });

    const item = () => open().find(({ kind }) => kind === 'connection');
    await expect.poll(item).toMatchObject(unanswered);
    tenant.removeFault(held);
    await sent;
    expect(item()).not.toMatchObject(unanswered);
  });
});

/** The connections of the sandbox, of whose users it names the first. */
function namingOneUserEach(): Partial<Sandbox> {
  const { connections } = sharedWorld(7).sandbox;
  return { connections: connections.map((one) => ({ ...one, users: one.users.slice(0, 1) })) };
}

/** A connection, and the key of a user of it that the sandbox does not name. */
async function connectionWithMoreUsers({ provisioner }: Tracker, tenant: TenantControl) {
  const { id, users } = await provisioner.connection({});
  const rows = tenant.state().syncedUsers as readonly { readonly connectionId: number; readonly userKey: string }[];
  const more = rows.filter(({ connectionId, userKey }) => String(connectionId) === id && userKey !== users[0]?.key);
  return { id, unnamed: more[0]?.userKey ?? '' };
}
