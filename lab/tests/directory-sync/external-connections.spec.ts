import { expect } from '@playwright/test';
import { withAssumptions } from '../../../contracts/index.js';
import type { AssumptionOverrides, UpdateRequest, UserAttributes } from '../../../contracts/index.js';
import type { FaultInput, TenantControl } from '../../../fake/index.js';
import { ForeignError, UnreadValuesError } from '../../../client/errors.js';
import type { ConnectionNeeds } from '../../../fixtures/index.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import type { LedgerItemOf } from '../../../provide/external/ledger/ledger-line.js';
import { ledgerFolder } from '../../../provide/external/ledger/ledger.js';
import { readLedgers } from '../../../provide/external/ledger/read-ledgers.js';
import type { Cleanup } from '../../../provide/external/undo/cleanup.js';
import { lookFor, undo } from '../../../provide/external/undo/undo.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { begin, test as base } from '../sweep/sweep-test.js';

type Connections = Sandbox['connections'];

async function openIn(shared: SharedTracker, sandbox: Partial<Sandbox> = {}) {
  const run = await begin(shared, sandbox);
  return {
    ...run,
    /** The rows that the ledger lists as pending and not as deleted. */
    open: () =>
      readLedgers(ledgerFolder(shared.settings.outputDir)).runs.flatMap(({ open }) => open.map(({ item }) => item)),
    provide: (needs: ConnectionNeeds) => run.provisioner.connection(needs),
    update: (connectionId: string, ...update: UpdateRequest['update']) =>
      run.client.updateUsers({ body: { connectionId, update } }),
    release: () => run.tracker.release(),
  };
}

const test = base.extend<{ opened: Awaited<ReturnType<typeof openIn>>; tenant: TenantControl }>({
  opened: async ({ shared }, use) => use(await openIn(shared)),
  tenant: ({ shared }, use) => use(shared.tenant),
});

const keysOf = (users: readonly { readonly key: string }[]) => users.map(({ key }) => key);
const mails = (keys: readonly string[], mail: string) => ({
  data: keys.map((userKey) => ({ userKey, fields: [{ mail }] })),
});

test('users whom another connection does not have are named, though the sandbox names them', async ({ shared }) => {
  const [one, two] = shared.sandbox.connections;
  const connections = [
    { ...one, users: one?.users.slice(0, 30) },
    { ...two, users: two?.users.slice(30) },
  ] as Connections;
  const { provide } = await openIn(shared, { connections });
  const first = await provide({});

  await expect(provide({ usersNotOf: first })).rejects.toThrow(
    /^The sandbox names no connection with users that ".+" lacks: it has .+ too\.$/,
  );
});

test('what no connection of the tracker can be does not apply, and the sandbox lacks what another is', async ({
  shared,
}) => {
  const [one] = shared.sandbox.connections;
  const { provide } = await openIn(shared, { connections: [{ ...one, users: one?.users.slice(0, 3) }] as Connections });

  await expect(provide({ users: 999 })).rejects.toThrow('No connection of this tracker has 999 users.');
  await expect(provide({ users: 0 })).rejects.toThrow('No connection of this tracker has 0 users.');
  await expect(provide({ users: 4 })).rejects.toThrow('The sandbox names no further connection with 4 users');
});

const unknownUser = (user: number) => ({ 'AD-N02': { ...withAssumptions({})['AD-N02'], user } });

for (const [what, assumptions, updates] of [
  [
    'what a refused update changed all the same',
    { 'AD-N10': { status: 400, changed: 'the rest' } } as const,
    (keys: string[]) => [{ connection: [{ name: 'Renamed' }], ...mails([...keys, 'NOBODY'], 'new') }],
  ],
  ...[200, 308, 400, 403].map(
    (user) =>
      [
        `values if an unknown user is answered with ${user}`,
        unknownUser(user),
        (keys: string[]) => [mails(['NOBODY'], 'new'), mails(keys, 'new')],
      ] as const,
  ),
] as const) {
  test.describe(() => {
    test.use({ assumptions: assumptions as AssumptionOverrides });
    test(`a release puts back ${what}`, async ({ tenant, opened: { provide, update, release, expectAsBefore } }) => {
      const before = tenant.state();
      const { id, users } = await provide({ users: 3 });
      for (const one of updates(keysOf(users))) await update(id, one);
      expect(tenant.state()).not.toStrictEqual(before);

      await release();

      expectAsBefore();
    });
  });
}

test.describe('an update is not sent if what a user has can’t be read before', () => {
  const call = { endpoint: 'getUserInConnection' } as const;
  const unread: readonly FaultInput[] = [
    { ...call, kind: 'error-response', status: 403 },
    { ...call, kind: 'error-response', status: 503, retryAfter: 0 },
    { ...call, kind: 'malformed' },
    { ...call, kind: 'connection-reset', moment: 'before', reset: false },
  ];

  for (const fault of unread) {
    test(`for ${JSON.stringify(fault)}`, async ({ shared, tenant }) => {
      // The sandbox names one user of each connection.
      const one = shared.sandbox.connections.map((named) => ({ ...named, users: named.users.slice(0, 1) }));
      const { provide, update, release } = await openIn(shared, { connections: one });
      const { id, users } = await provide({});
      const rows = tenant.state().syncedUsers as readonly { readonly connectionId: number; readonly userKey: string }[];
      const { userKey = '' } =
        rows.find((row) => String(row.connectionId) === id && row.userKey !== users[0]?.key) ?? {};
      const before = tenant.state();
      tenant.addFault(fault);

      const why = `what ${userKey} has over connection ${id} can't be read, so it could not be restored.`;
      const message: unknown = expect.stringContaining(`The update was not sent: ${why}`);
      await expect(update(id, mails([userKey], 'new'))).rejects.toMatchObject({ name: 'UnreadValuesError', message });
      expect(tenant.state()).toStrictEqual(before);
      tenant.clearFaults();
      await release();
      expect(shared.left()).toStrictEqual([]);
    });
  }

  test('an answer of 404 about a user that only the sandbox names', async ({ shared, opened }) => {
    const { provide, update } = opened;
    const { id } = await provide({});
    shared.tenant.addFault({ ...call, kind: 'error-response', status: 404 });
    const named = shared.sandbox.connections.find((one) => one.id === id)?.users ?? [];

    await expect(update(id, mails(keysOf(named.slice(-1)), 'new'))).rejects.toThrow(UnreadValuesError);
  });
});

test('the ledger says of an update that it may be done late if no answer, or one of a gateway, came', async ({
  tenant,
  opened: { provide, update, open },
}) => {
  const { id, users } = await provide({});
  const call = { endpoint: 'updateUsers' } as const;
  for (const [faults, isLate] of [
    [[{ ...call, kind: 'error-response', status: 501 }], false],
    [[{ ...call, kind: 'error-response', status: 400 }], false],
    [[], false],
    [[{ ...call, kind: 'error-response', status: 503 }], true],
    [[{ ...call, kind: 'connection-reset', moment: 'before' }], true],
  ] as const) {
    tenant.clearFaults();
    for (const fault of faults) tenant.addFault(fault);
    const began = new Date().toISOString();

    await update(id, mails(keysOf(users), 'new')).catch((error: unknown) => error);

    const [{ unanswered = '' } = {}] = open().filter((item) => item.kind === 'connection');
    expect.soft(unanswered >= began, JSON.stringify(faults)).toBe(isLate);
  }
});

function updated(before: UserAttributes): LedgerItemOf<'connection'> {
  const names = { what: '3', name: 'North', wroteNames: [], wroteUserDns: [] };
  return { kind: 'connection', ...names, before: { U1: before }, wrote: { U1: { title: ['Ours'] } } };
}

/** A tracker with one user, which takes any attribute, as a fake with a list of them does not. */
function trackerWith(values: UserAttributes, dropsEmpty: boolean) {
  const now = new Map(Object.entries(values));
  const setup = {
    getUserInConnection: () => Promise.resolve(Object.fromEntries(now)),
    updateUsers: ({ body }: Parameters<Cleanup['setup']['updateUsers']>[0]) => {
      if ('text' in body) throw new Error('No test here sends a text.');
      const fields = body.update.flatMap(({ data = [] }) => data.flatMap((one) => one.fields));
      for (const [attribute, value] of fields.flatMap((one) => Object.entries(one))) {
        if (value === '' && dropsEmpty) now.delete(attribute);
        else now.set(attribute, value);
      }
      return Promise.resolve({});
    },
  };
  const by = { setup: setup as unknown as Cleanup['setup'], settle: 0 } as Cleanup;
  return { now: () => Object.fromEntries(now), by };
}

test('an attribute that a user did not have before an update is gone again, or told of if the tracker keeps what is empty', async () => {
  for (const before of [{}, { mail: 'ann@example.com' }] as const) {
    const values = { ...before, title: 'Ours' };
    const [dropping, keeping] = [trackerWith(values, true), trackerWith(values, false)];

    expect(await lookFor(updated(before), dropping.by)).toMatchObject([{ would: 'restore title of U1' }]);
    await undo(updated(before), dropping.by);
    const kept: unknown = await undo(updated(before), keeping.by).catch((why: unknown) => why);

    // Nothing is left to come back for, as after a synchronization that removed it.
    expect([dropping.now(), await lookFor(updated(before), dropping.by)]).toStrictEqual([before, []]);
    expect(keeping.now()).toStrictEqual({ ...before, title: '' });
    expect(kept).not.toBeInstanceOf(ForeignError);
    expect(String(kept)).toMatch(
      /title of U1 is empty and was not there before: no call removes it, a synchronization does$/,
    );
  }
});
