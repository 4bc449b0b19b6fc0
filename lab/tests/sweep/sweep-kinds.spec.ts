import { expect } from '@playwright/test';
import { newHolder } from '../../../provide/external/leases/lease-holder.js';
import { abandon, begin, leaseSandbox, valuesIn, sweep, test, useEverything } from './sweep-test.js';

test('a sweep lists what a killed run left, cleans it up, and is silent then', async ({ shared, run }) => {
  await leaseSandbox(shared, run);
  const { template, project, users } = await useEverything(shared);
  await abandon(shared);
  const changed = shared.tenant.state();

  const listed = await sweep(shared);

  expect(shared.tenant.state()).toStrictEqual(changed);
  const kinds = listed.rows.map(({ what, would }) => `${what.replace(/^issue .*/, 'issue')}: ${would}`);
  expect([...new Set(kinds)]).toStrictEqual([
    expect.stringMatching(`^connection \\d+: restore name; ${users.map(({ key }) => `mail of ${key}`).join('; ')}$`),
    'issue: delete it with its sub-tasks',
    `entries of template ${template.id}: remove 2 entries`,
    `project ${project.key}: delete it with everything in it`,
    `component ${shared.leaseProject}/tracker-e2e lease: sandbox: delete it`,
  ]);
  // The copy, the plan and the templates.
  expect(listed).toMatchObject({ remaining: 4 + 14, foreign: [], leftAlone: [], notes: [] });

  const swept = await sweep(shared, { yes: true });

  expect(new Set(swept.rows.map(({ outcome, why }) => why ?? outcome))).toStrictEqual(new Set(['deleted']));
  run.expectAsBefore();
  const nothing = { rows: [], foreign: [], leftAlone: [], notes: [], remaining: 0 };
  expect(await sweep(shared, { yes: true })).toMatchObject(nothing);
});

test('a sweep deletes leases that are over, and not what looks like one', async ({ shared, run: { setup } }) => {
  const [{ key: project } = { key: '' }] = shared.sandbox.projects;
  const lease = (run: string, until: number) => {
    const made = newHolder(run, until);
    return JSON.stringify({ ...made, holder: { ...made.holder, machine: 'another', pid: 1 } });
  };
  for (const [name, description] of Object.entries({
    'tracker-e2e lease: over': lease('abc12', -1),
    'tracker-e2e lease: held': lease('abc12', 60_000),
    'tracker-e2e lease: killed': lease(shared.settings.runId, -1),
    'tracker-e2e lease: other': lease('other', 60_000),
    'tracker-e2e lease: by hand': 'Do not touch',
    Theirs: lease('abc12', -1),
  })) {
    await setup.createComponent({ body: { name, description, project } });
  }
  for (const name of ['killed', 'other']) {
    shared.ledger().pending({ kind: 'lease', what: `${project}/tracker-e2e lease: ${name}` });
  }

  const report = await sweep(shared, { yes: true });

  const deleted = ['killed', 'over'].map((name) => `component ${project}/tracker-e2e lease: ${name}: deleted`);
  expect(valuesIn(report).sort()).toStrictEqual(deleted);
  const left = await setup.listComponents({ projectIdOrKey: project });
  const kept = ['by hand', 'held', 'other'].map((name) => `tracker-e2e lease: ${name}`);
  expect(left.map(({ name }) => name).sort()).toStrictEqual(['Theirs', ...kept]);
});

/** What a connection answers that is switched off for a while, or that has lost a user. */
const unread = { kind: 'error-response', status: 404 } as const;

test('a connection that can’t be read is left and named, and restored by the next sweep', async ({ shared, run }) => {
  const { provisioner, client } = run;
  const { id } = await provisioner.connection({});
  await client.updateUsers({ body: { connectionId: id, update: [{ connection: [{ name: 'Renamed 1' }] }] } });
  await abandon(shared);
  shared.tenant.addFault({ ...unread, endpoint: ['getUserInConnection', 'listConnectionUsers'] });

  const listed = await sweep(shared);
  const swept = await sweep(shared, { yes: true });

  expect(listed).toMatchObject({ remaining: 1, foreign: [] });
  const why = expect.stringContaining("can't be read, so it may still have");
  expect(swept).toMatchObject({ remaining: 1, foreign: [] });
  expect(swept.rows).toMatchObject([{ what: `connection ${id}`, outcome: 'left', why }]);
  expect(shared.left()).toStrictEqual([`connection ${id}`]);
  shared.tenant.clearFaults();
  expect(await sweep(shared, { yes: true })).toMatchObject({ remaining: 0, foreign: [] });
  run.expectAsBefore();
});

test('a connection is left with a userDn of ours, and named, if the sandbox said none', async ({ shared }) => {
  // What only an administrator of the directory knows.
  const connections = shared.sandbox.connections.map(({ userDn: _, ...connection }) => connection);
  const { provisioner, client } = await begin(shared, { connections });
  const { id } = await provisioner.connection({});
  await client.updateUsers({ body: { connectionId: id, update: [{ connection: [{ userDn: 'ou=ours' }] }] } });

  const { rows, remaining, foreign } = await sweep(shared, { yes: true });

  expect({ remaining, foreign }).toStrictEqual({ remaining: 1, foreign: [] });
  expect(rows[0]).toMatchObject({ what: `connection ${id}`, outcome: 'left', why: expect.stringContaining('userDn') });
  expect(shared.left()).toStrictEqual([`connection ${id}`]);
});
