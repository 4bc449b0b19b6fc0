import { expect } from '@playwright/test';
import { NotAvailableError } from '../../../fixtures/index.js';
import type { ProvidedSyncedUser } from '../../../fixtures/provisioning/provisioner.js';
import { abandon, clientOf, sweep, test } from './sweep-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

/** The sandbox's connections without what only an administrator of the directory knows. */
function withoutUserDn({ sandbox }: SharedTracker) {
  return { connections: sandbox.connections.map(({ userDn: _, ...connection }) => connection) };
}

test.describe('a connection that can’t be read when a sweep runs', () => {
  const mails = (users: readonly ProvidedSyncedUser[]) =>
    users.map(({ key }) => ({ userKey: key, fields: [{ mail: 'ours@example.com' }] }));
  const writes = {
    values: (users: readonly ProvidedSyncedUser[]) => ({ data: mails(users) }),
    name: () => ({ connection: [{ name: 'Renamed 1' }] }),
  };

  for (const what of ['values', 'name'] as const) {
    test(`is left with its ${what}, and restored by the next sweep`, async ({ shared }) => {
      const before = shared.tenant.state();
      const tracker = await shared.open();
      const { id, users } = await tracker.provisioner.connection({});
      await clientOf(tracker).updateUsers({ body: { connectionId: id, update: [writes[what](users)] } });
      await abandon(shared);
      // What a connection answers that is switched off for a while.
      const endpoint = ['getUserInConnection', 'listConnectionUsers'];
      shared.tenant.addFault({ kind: 'error-response', status: 404, endpoint });

      const listed = await sweep(shared);
      const swept = await sweep(shared, { yes: true });

      expect(listed).toMatchObject({ remaining: 2, foreign: [] });
      expect(swept).toMatchObject({ remaining: 1, foreign: [] });
      expect(swept.rows).toMatchObject([
        {
          what: `connection ${id}`,
          outcome: 'left',
          why: expect.stringContaining("can't be read, so it may still have"),
        },
        { kind: 'lease', outcome: 'deleted' },
      ]);
      expect(shared.left()).toEqual([`connection ${id}`]);
      shared.tenant.clearFaults();
      expect(await sweep(shared, { yes: true })).toMatchObject({ remaining: 0, foreign: [] });
      expect(shared.tenant.state()).toStrictEqual(before);
    });
  }

  test('is restored as far as it can be', async ({ shared }) => {
    const tracker = await shared.open();
    const { id, users } = await tracker.provisioner.connection({ users: 2 });
    const [first, second] = users.map(({ key }) => key) as [string, string];
    const data = [first, second].map((userKey) => ({ userKey, fields: [{ mail: 'ours@example.com' }] }));
    await clientOf(tracker).updateUsers({ body: { connectionId: id, update: [{ data }] } });
    await abandon(shared);
    shared.tenant.addFault({ kind: 'error-response', status: 404, path: `/**/user/${first}` });

    const { rows } = await sweep(shared, { yes: true });

    expect(rows[0]).toMatchObject({ what: `connection ${id}`, outcome: 'left', why: expect.stringContaining(first) });
    shared.tenant.clearFaults();
    const mailOf = async (userKeyOrName: string) =>
      (await tracker.setup.getUserInConnection({ idOrName: id, userKeyOrName }))['mail'];
    expect(await mailOf(second)).toBe(users[1]?.values['mail']);
    expect(await mailOf(first)).toBe('ours@example.com');
  });
});

test('a connection is left with a userDn of ours, and named, if the sandbox said none', async ({ shared }) => {
  const tracker = await shared.open(withoutUserDn(shared));
  const { id } = await tracker.provisioner.connection({});
  const element = { connection: [{ userDn: 'ou=ours' }] };
  await clientOf(tracker).updateUsers({ body: { connectionId: id, update: [element] } });
  await abandon(shared);

  const { rows, remaining, foreign } = await sweep(shared, { yes: true });

  expect({ remaining, foreign }).toEqual({ remaining: 1, foreign: [] });
  expect(rows[0]).toMatchObject({ what: `connection ${id}`, outcome: 'left', why: expect.stringContaining('userDn') });
  expect(shared.left()).toEqual([`connection ${id}`]);
});

test('no test that changes a userDn is given a connection without one', async ({ shared }) => {
  const tracker = await shared.open(withoutUserDn(shared));

  const provided = tracker.provisioner.connection({ users: 2, changesUserDn: true });

  await expect(provided).rejects.toThrow(NotAvailableError);
  await expect(provided).rejects.toThrow('with 2 users and whose userDn it says, so that it can be restored');
});
