import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { newHolder } from '../../../fixtures/cleanup/leases/lease-holder.js';
import { issueMark } from '../../../fixtures/cleanup/ledger/run-mark.js';
import { abandon, clientOf, namesIn, sweep, test, unguarded } from './sweep-test.js';

test('a sweep lists what a killed run left of every kind, cleans it up, and is silent from then on', async ({
  shared,
}) => {
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
  const [copy] = Object.values(copied.json as object).flat() as { key: string }[];
  expect(listed.rows.map(({ what, would }) => `${what.split(' "')[0]}: ${would}`)).toEqual([
    `connection ${connection.id}: restore name; mail of ${user?.key}`,
    `issue ${copy?.key}: delete it with its sub-tasks`,
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

test('a sweep makes again the entries that a killed run removed from a template', async ({ shared }) => {
  const [{ id: templateId } = { id: 0 }] = shared.sandbox.templates;
  const other = await shared.open();
  const { id: projectId, issueTypes } = await other.provisioner.project({
    templatePostFunction: 'keep',
    issueTypes: 2,
  });
  await other.release();
  await unguarded(other).create({
    templateId,
    body: { defaults: [{ projectId, issueTypeIds: issueTypes.map(({ id }) => id) }] },
  });
  const entriesOf = () => unguarded(other).listByTemplate({ templateId });
  const placesOf = async () => (await entriesOf()).map((entry) => [entry.projectId, entry.issueTypeId]);
  const before = await placesOf();
  shared.ledger().pending({ kind: 'entries', what: String(templateId), before: await entriesOf() });
  await unguarded(other).deleteByTemplate({ templateId });
  await abandon(shared);

  const { rows } = await sweep(shared, { yes: true });

  expect(before).toHaveLength(2);
  expect(rows).toMatchObject([{ would: 'make 2 entries again', outcome: 'deleted' }]);
  expect(await placesOf()).toEqual(before);
});

test('a sweep gives a project of the sandbox the entries it had', async ({ shared }) => {
  const tracker = await shared.open();
  const { key, id: projectId, issueTypes } = await tracker.provisioner.project({ templatePostFunction: 'keep' });
  const { id: templateId } = await tracker.provisioner.template({});
  await tracker.release();
  const before = shared.tenant.state();
  const next = shared.ledger();
  next.pending({ kind: 'project entries', what: key, before: [] });
  await unguarded(tracker).create({
    templateId,
    body: { defaults: [{ projectId, issueTypeIds: issueTypes.map(({ id }) => id) }] },
  });
  await abandon(shared);

  const report = await sweep(shared, { yes: true });

  expect(namesIn(report)).toEqual([`entries of project ${key}: deleted`]);
  expect(shared.tenant.state()).toStrictEqual(before);
});

test('a sweep deletes the component by which a killed run held a part of the sandbox, and no other', async ({
  shared,
}) => {
  const tracker = await shared.open();
  const setup = unguarded(tracker);
  const [{ key } = { key: '' }] = shared.sandbox.projects;
  const lease = (run: string) =>
    JSON.stringify({
      holder: { run, host: 'deleted', machine: 'deleted', pid: 1, token: '1' },
      since: '2026-01-01T00:00:00.000Z',
      until: '2026-01-01T00:05:00.000Z',
    });
  const ours = { name: `tracker-e2e lease: project ${key}`, description: lease(shared.settings.runId), project: key };
  const others = {
    name: 'tracker-e2e lease: template 1',
    description: lease('other').replaceAll('2026-01', '2999-01'),
    project: key,
  };
  await setup.createComponent({ body: ours });
  await setup.createComponent({ body: others });
  shared.ledger().pending({ kind: 'lease', what: `${key}/${ours.name}` });
  shared.ledger().pending({ kind: 'lease', what: `${key}/${others.name}` });
  await abandon(shared);

  const report = await sweep(shared, { yes: true });

  expect(namesIn(report)).toEqual([`component ${key}/${ours.name}: deleted`]);
  const left = await setup.listComponents({ projectIdOrKey: key });
  expect(left.map(({ name }) => name)).toEqual([others.name]);
});

test('a sweep without a ledger deletes leases whose time is over, and names what only looks like one', async ({
  shared,
}) => {
  const setup = unguarded(await shared.open());
  const [{ key: project } = { key: '' }] = shared.sandbox.projects;
  const lease = (until: number) =>
    JSON.stringify({
      ...newHolder('abc12', '1', until),
      holder: { ...newHolder('abc12', '1', 0).holder, machine: 'another', pid: 1 },
    });
  const create = (name: string, description: string) => setup.createComponent({ body: { name, description, project } });
  await create('tracker-e2e lease: over', lease(-1));
  await create('tracker-e2e lease: held', lease(60_000));
  await create('tracker-e2e lease: by hand', 'Do not touch');
  await create('Theirs', lease(-1));

  const report = await sweep(shared, { yes: true });

  expect(namesIn(report)).toEqual([`component ${project}/tracker-e2e lease: over: deleted`]);
  expect(report.foreign.map(({ what }) => what)).toEqual([`component ${project}/tracker-e2e lease: by hand`]);
  const left = await setup.listComponents({ projectIdOrKey: project });
  expect(left.map(({ name }) => name)).toEqual(['Theirs', 'tracker-e2e lease: by hand', 'tracker-e2e lease: held']);
});

test('a sweep names and counts each thing once, however many ledgers and items name it', async ({ shared }) => {
  const tracker = await shared.open();
  const client = clientOf(tracker);
  const build = seededBuilders(5, issueMark(shared.settings.runId));
  const { key } = await tracker.provisioner.project({});
  const tests = await tracker.provisioner.testProject({});
  const template = await tracker.provisioner.issue(build.testCaseTemplate.in(tests).build());
  const plan = await tracker.provisioner.issue(build.testPlan.in(tests).build());
  await client.addTestCaseTemplates({ body: build.addTemplates.to(plan).templates(template).build() });
  const cases = await unguarded(tracker).listTestCaseIds({ testPlanKey: plan.key });
  const { key: child } = await unguarded(tracker).getIssue({ issueIdOrKey: String(cases[0]) });
  // Another worker has taken over the project, and a call that may have made the plan and the case was not answered.
  const other = shared.ledger();
  other.pending({ kind: 'project', what: key });
  other.pending({ kind: 'issue', what: child, at: new Date().toISOString() });
  const call = { call: 'POST /issue', at: new Date().toISOString(), projects: [tests.key] };
  const summaries = await Promise.all(
    [plan.key, child].map(async (issueIdOrKey) => {
      const { fields } = await unguarded(tracker).getIssue({ issueIdOrKey });
      return String(fields['summary']);
    }),
  );
  for (const what of ['1', '2']) other.pending({ kind: 'issues', what, ...call, summaries });
  await abandon(shared);
  const young = await sweep(shared, { olderThan: 3_600_000 });
  const named = (rows: readonly string[]) => rows.map((what) => what.split(' "')[0]).toSorted();
  const things = [`issue ${plan.key}`, `issue ${template.key}`, `project ${key}`];

  const listed = await sweep(shared);
  const swept = await sweep(shared, { yes: true });

  expect(named(listed.rows.map(({ what }) => what))).toEqual(things.toSorted());
  expect(listed.remaining).toBe(3);
  expect(swept.rows.map(({ outcome }) => outcome)).toEqual(['deleted', 'deleted', 'deleted']);
  const [{ left } = { left: [] }] = young.leftAlone;
  expect(left).toEqual([...new Set(left)]);
  expect(left).toContain('issues of POST /issue, which was not answered');
  expect(shared.left()).toEqual([]);
});
