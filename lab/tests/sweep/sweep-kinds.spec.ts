import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { newHolder } from '../../../fixtures/cleanup/leases/file-lease.js';
import { issueMark } from '../../../fixtures/cleanup/ledger/run-mark.js';
import { placeOf } from '../../../fixtures/cleanup/undo/undo-entries.js';
import { abandon, clientOf, namesIn, sweep, test, unguarded } from './sweep-test.js';

test('a sweep lists what a killed run left, cleans it up, and is silent then', async ({ shared }) => {
  const before = shared.tenant.state();
  const tracker = await shared.open();
  const client = clientOf(tracker);
  const { provisioner } = tracker;
  const setup = unguarded(tracker);
  const build = seededBuilders(5, issueMark(shared.settings.runId));
  const project = await provisioner.project({ issueTypes: 2 });
  const sandboxProject = await provisioner.project({ templatePostFunction: 'keep' });
  const template = await provisioner.template({});
  const [type] = sandboxProject.issueTypes;
  const defaults = [sandboxProject, project].map(({ id, issueTypes }) => ({
    projectId: id,
    issueTypeIds: issueTypes.map((one) => one.id),
  }));
  await setup.create({ templateId: template.id, body: { defaults } });
  const made = await client.createIssue({ body: build.issue.in(sandboxProject, type ?? { name: '' }).build() });
  const tests = await provisioner.testProject({});
  const plan = await provisioner.issue(build.testPlan.in(tests).build());
  const copied = await client.copyPlan({ body: build.copyPlan.of(plan).build() });
  const connection = await provisioner.connection({ users: 1 });
  const [user] = connection.users;
  const update = [
    { connection: [{ name: 'Renamed' }], data: [{ userKey: user?.key ?? '', fields: [{ mail: 'x@y.z' }] }] },
  ];
  await client.updateUsers({ body: { connectionId: connection.id, update } });
  await abandon(shared);
  const changed = shared.tenant.state();

  const listed = await sweep(shared);

  expect(shared.tenant.state()).toStrictEqual(changed);
  const [copy] = Object.values(copied.json as object).flat() as { testPlanKey: string }[];
  expect(listed.rows.map(({ what, would }) => `${what.split(' "')[0]}: ${would}`)).toEqual([
    `connection ${connection.id}: restore name; mail of ${user?.key}`,
    `issue ${copy?.testPlanKey}: delete it with its sub-tasks`,
    `issue ${plan.key}: delete it with its sub-tasks`,
    `issue ${made.data.key}: delete it with its sub-tasks`,
    `entries of template ${template.id}: remove 3 entries`,
    `entries of project ${sandboxProject.key}: remove 1 entry`,
    `component ${shared.leaseProject}/tracker-e2e lease: slot 1 of 4: delete it`,
    `project ${project.key}: delete it with everything in it`,
  ]);
  expect(listed).toMatchObject({ remaining: 8, foreign: [], leftAlone: [], notes: [] });

  const swept = await sweep(shared, { yes: true });

  expect(swept.rows.map(({ outcome, why }) => why ?? outcome)).toEqual(Array.from({ length: 8 }, () => 'deleted'));
  expect(shared.tenant.state()).toStrictEqual(before);
  expect(shared.left()).toEqual([]);
  expect(await sweep(shared, { yes: true })).toMatchObject({
    rows: [],
    foreign: [],
    leftAlone: [],
    notes: [],
    remaining: 0,
  });
});

test('a sweep makes again removed entries, and removes those that were made', async ({ shared }) => {
  const [{ id: templateId } = { id: 0 }] = shared.sandbox.templates;
  const tracker = await shared.open();
  const needs = { templatePostFunction: 'keep', issueTypes: 2 } as const;
  const { id: projectId, key, issueTypes } = await tracker.provisioner.project(needs);
  await tracker.release();
  const setup = unguarded(tracker);
  const create = (count: number) => {
    const issueTypeIds = issueTypes.map(({ id }) => id).slice(0, count);
    return setup.create({ templateId, body: { defaults: [{ projectId, issueTypeIds }] } });
  };
  await create(2);
  const entries = await setup.listByProject({ projectIdOrKey: key });
  const placesOf = async () =>
    (await setup.listByTemplate({ templateId })).map((one) => [one.projectId, one.issueTypeId]);
  const before = await placesOf();
  shared.ledger().pending({ kind: 'project entries', what: key, before: entries, removed: entries.map(placeOf) });
  await setup.deleteByTemplate({ templateId });
  await abandon(shared);

  const { rows } = await sweep(shared, { yes: true });

  expect(before).toHaveLength(2);
  expect(rows).toMatchObject([{ would: 'make 2 entries again', outcome: 'deleted' }]);
  expect(await placesOf()).toEqual(before);

  await setup.deleteByTemplate({ templateId });
  shared.ledger().pending({ kind: 'project entries', what: key, before: [], templates: [String(templateId)] });
  await create(1);
  await abandon(shared);

  expect(namesIn(await sweep(shared, { yes: true }))).toEqual([`entries of project ${key}: deleted`]);
  expect(await placesOf()).toEqual([]);
});

test('a sweep deletes leases that are over, and leaves what only looks like one', async ({ shared }) => {
  const setup = unguarded(await shared.open());
  const [{ key: project } = { key: '' }] = shared.sandbox.projects;
  const lease = (run: string, until: number) => {
    const made = newHolder(run, '1', until);
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
  await abandon(shared);

  const report = await sweep(shared, { yes: true });

  const deleted = ['killed', 'over'].map((name) => `component ${project}/tracker-e2e lease: ${name}: deleted`);
  expect(namesIn(report).sort()).toEqual(deleted);
  const left = await setup.listComponents({ projectIdOrKey: project });
  const kept = ['by hand', 'held', 'other'].map((name) => `tracker-e2e lease: ${name}`);
  expect(left.map(({ name }) => name).sort()).toEqual(['Theirs', ...kept]);
});

test.describe('a connection that can’t be read when a sweep runs', () => {
  const mails = (users: readonly { readonly key: string }[]) =>
    users.map(({ key }) => ({ userKey: key, fields: [{ mail: 'ours@example.com' }] }));
  const writes = {
    values: (users: Parameters<typeof mails>[0]) => ({ data: mails(users) }),
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
    await clientOf(tracker).updateUsers({ body: { connectionId: id, update: [{ data: mails(users) }] } });
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
  // What only an administrator of the directory knows.
  const connections = shared.sandbox.connections.map(({ userDn: _, ...connection }) => connection);
  const tracker = await shared.open({ connections });
  const { id } = await tracker.provisioner.connection({});
  const element = { connection: [{ userDn: 'ou=ours' }] };
  await clientOf(tracker).updateUsers({ body: { connectionId: id, update: [element] } });
  await abandon(shared);

  const { rows, remaining, foreign } = await sweep(shared, { yes: true });

  expect({ remaining, foreign }).toEqual({ remaining: 1, foreign: [] });
  expect(rows[0]).toMatchObject({ what: `connection ${id}`, outcome: 'left', why: expect.stringContaining('userDn') });
  expect(shared.left()).toEqual([`connection ${id}`]);
});
