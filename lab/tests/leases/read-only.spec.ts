import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { LeaseHeldError, LeaseRefusedError } from '../../../fixtures/index.js';
import type { Tracker } from '../../../fixtures/index.js';
import type { Transport } from '../../../fixtures/http/transport.js';
import { openExternalTarget } from '../../../fixtures/target/external-target.js';
import { SETTLE, test as base } from '../fixtures/shared-tracker-test.js';

/** A tracker that lets its user read alone, and what was to be written there. */
interface ReadOnly {
  readonly tracker: Tracker;
  readonly writes: readonly string[];
}

const test = base.extend<{ readOnly: ReadOnly }>({
  readOnly: async ({ shared }, use) => {
    const writes: string[] = [];
    const { settings, external, sandbox } = shared;
    const named = { ...external, sandbox: { ...sandbox, connections: sandbox.connections.slice(0, 2) } };
    const target = openExternalTarget({ ...settings, leaseWait: 500, runId: 'rdonl' }, named, 0, undefined, (send) =>
      refusingWrites(send, writes),
    );
    const tracker = await target.openTracker(seededBuilders(1), undefined, { settle: SETTLE });
    await use({ tracker, writes });
    await tracker.release();
    await target.close();
  },
});

function refusingWrites(send: Transport, writes: string[]): Transport {
  return (request) => {
    if (request.method === 'GET') return send(request);
    writes.push(`${request.method} ${new URL(request.url).pathname}`);
    const body = Buffer.from('{"errorMessages":["The token may only read."],"errors":{}}');
    return Promise.resolve({ status: 403, headers: { 'content-type': 'application/json' }, body });
  };
}

test('a user who may only read is given what others do not hold, and changes nothing of it', async ({
  readOnly,
  shared,
}) => {
  const { provisioner, setup } = readOnly.tracker;
  const before = shared.tenant.state();

  const connection = await provisioner.connection({ users: 1 });
  const other = await provisioner.connection({ users: 1 });
  const { elements } = await setup.listConnectionUsers({ idOrName: connection.id, query: { size: '100' } });
  const { username, key } = connection.users[0] ?? { username: '', key: '' };
  const change = {
    body: { connectionId: connection.id, update: [{ data: [{ userKey: key, fields: [{ mail: 'a@example.com' }] }] }] },
  };

  expect(other.id).not.toBe(connection.id);
  expect(elements.map((element) => element.username)).toContain(username);
  await expect(setup.updateUsers(change)).rejects.toThrow(LeaseRefusedError);
  // The tracker is asked once for a lease, and not at all for the change.
  expect(readOnly.writes).toEqual([expect.stringMatching(/^POST .*\/component$/)]);
  expect(shared.tenant.state()).toEqual(before);
  expect(shared.left()).toEqual([]);
});

test('a user who may only read waits for what another run holds', async ({ readOnly, shared }) => {
  const held = { connections: shared.sandbox.connections.slice(0, 2) };
  const writer = await shared.open(held, { settings: { runId: 'other', outputDir: base.info().outputPath('other') } });
  await writer.provisioner.connection({ users: 1 });
  await writer.provisioner.connection({ users: 1 });

  const reading = readOnly.tracker.provisioner.connection({ users: 1 });

  await expect(reading).rejects.toThrow(LeaseHeldError);
  await writer.release();
});
