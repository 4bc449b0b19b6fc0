import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { callerOf } from '../../../fixtures/index.js';
import type { ProvidedProject, Tracker } from '../../../fixtures/index.js';
import { createSetupClient } from '../../../fixtures/http/setup-client.js';
import { undiciTransport } from '../../../fixtures/http/undici-transport.js';
import { issueMark, projectKey } from '../../../fixtures/ledger/run-mark.js';
import { findLeftovers } from '../../../fixtures/sweep/find-leftovers.js';
import { openSweep } from '../../../fixtures/sweep/open-sweep.js';
import { takeBackLeftovers } from '../../../fixtures/sweep/take-back-leftovers.js';
import { setupEndpoints } from '../../../fixtures/target/setup-endpoints.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { abandon, clientOf, ledgersOf, namesIn, sweep, test, unguarded } from './sweep-test.js';

const HOUR = 3_600_000;

/** An issue of the run in a project of the sandbox. */
async function leaveIssue(shared: SharedTracker, tracker: Tracker): Promise<{ key: string; project: ProvidedProject }> {
  const build = seededBuilders(5, issueMark(shared.settings.runId));
  const project = await tracker.provisioner.project({ templatePostFunction: 'keep' });
  const [type] = project.issueTypes;
  const { key } = await tracker.provisioner.issue(build.issue.in(project, type ?? { name: '' }).build());
  return { key, project };
}

test.describe('a sweep leaves alone', () => {
  test('a run whose process lives, whatever its age', async ({ shared }) => {
    const tracker = await shared.open();
    const { key } = await tracker.provisioner.project({});

    const report = await sweep(shared, { yes: true });

    const why = `its process ${process.pid} lives on this machine`;
    expect(report).toMatchObject({ rows: [], remaining: 0, leftAlone: [{ run: shared.settings.runId, why }] });
    expect(await unguarded(tracker).getProject({ projectIdOrKey: key })).toMatchObject({ key });
  });

  test('a run that is younger than asked for, and its marks', async ({ shared }) => {
    const tracker = await shared.open();
    const { key } = await leaveIssue(shared, tracker);
    await tracker.provisioner.project({});
    await abandon(shared);

    const report = await sweep(shared, { yes: true, olderThan: HOUR });

    const why = expect.stringMatching(/^its last line is \d+ s old, and not 1 h$/);
    expect(report).toMatchObject({ rows: [], remaining: 0, leftAlone: [{ run: shared.settings.runId, why }] });
    expect(await unguarded(tracker).getIssue({ issueIdOrKey: key })).toMatchObject({ key });
  });

  test('what carries the mark of a run that is too young, without a ledger', async ({ shared }) => {
    const tracker = await shared.open();
    await leaveIssue(shared, tracker);
    await tracker.provisioner.project({});
    for (const file of ledgersOf(shared)) rmSync(file);

    expect(await sweep(shared, { yes: true, olderThan: HOUR })).toMatchObject({ rows: [], remaining: 0 });
  });

  test('what a ledger says of another tracker', async ({ shared }) => {
    const tracker = await shared.open();
    const { key } = await tracker.provisioner.project({});
    await abandon(shared);
    const [file = ''] = ledgersOf(shared);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(shared.remote.url, 'https://other.example.com'));

    const { leftAlone } = await sweep(shared);

    expect(leftAlone).toEqual([{ run: shared.settings.runId, why: 'it was on https://other.example.com' }]);
    expect(await unguarded(tracker).getProject({ projectIdOrKey: key })).toMatchObject({ key });
  });

  test('a part of the sandbox that a test has by now', async ({ shared }) => {
    const one = { templates: shared.sandbox.templates.slice(0, 1) };
    const tracker = await shared.open(one);
    const project = await tracker.provisioner.project({});
    const { id } = await tracker.provisioner.template({});
    const item = { projectId: project.id, issueTypeIds: project.issueTypes.map((type) => type.id) };
    await unguarded(tracker).create({ templateId: id, body: { defaults: [item] } });
    await abandon(shared);
    const held = await openSweep(shared.settings, shared.remote, { olderThan: 0, settle: 0 }).claim(
      'template',
      String(id),
    );

    const report = await sweep(shared, { yes: true });
    await held?.release();

    const why = `a test has the sandbox template ${id} now: sweep again when it has ended`;
    expect(report.rows).toContainEqual(expect.objectContaining({ kind: 'entries', outcome: 'left', why }));
  });
});

test.describe('without a ledger', () => {
  test('marks tell what is ours', async ({ shared }) => {
    const before = shared.space.state();
    const tracker = await shared.open();
    const { key } = await leaveIssue(shared, tracker);
    const project = await tracker.provisioner.project({});
    for (const file of ledgersOf(shared)) rmSync(file);
    await new Promise((resolve) => setTimeout(resolve, 400));

    const report = await sweep(shared, { yes: true });

    expect(namesIn(report).map((name) => name.replace(/ ".*"/, ''))).toEqual([
      `issue ${key}: gone`,
      `project ${project.key}: gone`,
    ]);
    expect(report.rows.map(({ run, toldBy }) => [run, toldBy])).toEqual([
      [shared.settings.runId, 'mark'],
      [shared.settings.runId, 'mark'],
    ]);
    // Without a ledger nobody knows that the holder of a lease is gone before its time is over.
    const { components, ...state } = shared.space.state();
    expect(components).toMatchObject([{ name: expect.stringMatching(/^tracker-e2e lease: project /) }]);
    expect({ ...state, components: [] }).toStrictEqual(before);
  });

  test('what only looks like ours is named with the reason, and left', async ({ shared }) => {
    const tracker = await shared.open();
    const { provisioner } = tracker;
    const setup = unguarded(tracker);
    const { caller } = await provisioner.plainUser();
    const [{ key: sandboxKey } = { key: '' }] = shared.sandbox.projects;
    const { issueTypes } = await setup.getProject({ projectIdOrKey: sandboxKey });
    const lead = (await setup.getMyself()).name;
    await setup.createProject({ body: { key: 'EMINE', name: 'tracker-e2e EMINE', projectTypeKey: 'software', lead } });
    const { baseUrl, basePaths } = await shared.open();
    const theirs = createSetupClient(setupEndpoints, {
      baseUrl,
      basePaths,
      transport: undiciTransport(5_000),
      caller,
    });
    const copy = (summary: string) =>
      theirs.createIssue({
        body: { fields: { project: { key: sandboxKey }, issuetype: { id: issueTypes[0]?.id }, summary } },
      });
    await copy('Copied by hand [tracker-e2e abc12]');
    await copy('About [tracker-e2e] as such');
    const before = shared.space.state();
    await new Promise((resolve) => setTimeout(resolve, 400));

    const sandbox = { ...shared.sandbox, plainUser: undefined };
    const report = await sweep(shared, { yes: true, sandbox });

    expect(report).toMatchObject({ rows: [], remaining: 0 });
    expect(report.notOurs.map(({ what, why }) => `${what.replace(/[A-Z0-9]+-\d+/, 'X')}: ${why}`)).toEqual([
      'project EMINE "tracker-e2e EMINE": its name is like those of our projects, but key, name and description do not name one run',
      'issue X "About [tracker-e2e] as such": its summary is like those of our issues, but names no run',
      `issue X "Copied by hand [tracker-e2e abc12]": ${caller.name} created it, and runs with these settings log in as ${loginOf(shared)}`,
    ]);
    expect(shared.space.state()).toStrictEqual(before);
  });
});

function loginOf({ remote }: SharedTracker): string {
  return callerOf(remote.login).name;
}

test.describe('what somebody else has changed since', () => {
  test('is not overwritten in a connection, and named; the rest is put back', async ({ shared }) => {
    const tracker = await shared.open();
    const { id, users } = await tracker.provisioner.connection({ users: 2 });
    const before = await Promise.all(users.map(({ key }) => valuesOf(tracker, id, key)));
    const update = (userKey: string, mail: string, title: string) => ({ userKey, fields: [{ mail, title }] });
    const data = users.map(({ key }) => update(key, 'ours@example.com', 'Ours'));
    await clientOf(tracker).updateUsers({ body: { connectionId: id, update: [{ data }] } });
    const [first, second] = users.map(({ key }) => key) as [string, string];
    const theirs = [{ userKey: first, fields: [{ mail: 'theirs@example.com' }] }];
    await unguarded(tracker).updateUsers({ body: { connectionId: id, update: [{ data: theirs }] } });
    await abandon(shared);

    const report = await sweep(shared, { yes: true });

    const why = `it is not ours to remove or change: somebody else has changed mail of ${first} since`;
    expect(report).toMatchObject({
      rows: [{ kind: 'lease', outcome: 'gone' }],
      remaining: 0,
      notOurs: [{ what: `connection ${id}`, why }],
    });
    expect(await valuesOf(tracker, id, first)).toEqual({ ...before[0], mail: 'theirs@example.com' });
    expect(await valuesOf(tracker, id, second)).toEqual(before[1]);
    expect(await sweep(shared)).toMatchObject({ rows: [], notOurs: [] });
  });

  test('is left where it is an entry of our template in a project of theirs', async ({ shared }) => {
    const tracker = await shared.open();
    const ours = await tracker.provisioner.project({ templatePostFunction: 'keep' });
    const { id: templateId } = await tracker.provisioner.template({});
    const sandboxKeys = [...shared.sandbox.projects, ...shared.sandbox.tests.projects].map(({ key }) => key);
    const known = await unguarded(tracker).listProjects();
    const { key = '' } = known.find((one) => !sandboxKeys.includes(one.key)) ?? {};
    const theirs = await unguarded(tracker).getProject({ projectIdOrKey: key });
    const assign = (projectId: number, issueTypeId: number) =>
      unguarded(tracker).create({ templateId, body: { defaults: [{ projectId, issueTypeIds: [issueTypeId] }] } });
    await assign(ours.id, ours.issueTypes[0]?.id ?? 0);
    await assign(Number(theirs.id), Number(theirs.issueTypes[0]?.id));
    await abandon(shared);

    const { notOurs, remaining } = await sweep(shared, { yes: true });

    expect(notOurs).toMatchObject([
      { what: `entries ${templateId}`, why: expect.stringContaining('somebody else made entry') },
    ]);
    expect(remaining).toBe(0);
    const left = await unguarded(tracker).listByTemplate({ templateId });
    expect(left.map(({ projectId }) => projectId)).toEqual([Number(theirs.id)]);
  });

  test('is left where it is a project that has the key a run had planned', async ({ shared }) => {
    const tracker = await shared.open();
    const key = projectKey(shared.settings.runId, 0, 0);
    shared.ledger().planned({ kind: 'project', what: key });
    const lead = (await unguarded(tracker).getMyself()).name;
    await unguarded(tracker).createProject({ body: { key, name: 'Theirs', projectTypeKey: 'software', lead } });
    await abandon(shared);

    const { notOurs, remaining } = await sweep(shared, { yes: true });

    expect(notOurs).toMatchObject([{ what: `project ${key}`, why: expect.stringContaining('is named "Theirs"') }]);
    expect(remaining).toBe(0);
    expect(await unguarded(tracker).getProject({ projectIdOrKey: key })).toMatchObject({ name: 'Theirs' });
  });
});

function valuesOf(tracker: Tracker, idOrName: string, userKeyOrName: string) {
  return unguarded(tracker).getUserInConnection({ idOrName, userKeyOrName });
}

test('a removal that is refused is reported with the answer, the rest goes on, and a later sweep tries again', async ({
  shared,
}) => {
  const before = shared.space.state();
  const tracker = await shared.open();
  const { key } = await leaveIssue(shared, tracker);
  const { key: projectKey } = await tracker.provisioner.project({});
  const { caller } = await tracker.provisioner.plainUser();
  await abandon(shared);
  const { baseUrl, basePaths } = tracker;
  const setup = unguarded(tracker);
  const transport = undiciTransport(5_000);
  const powerless = createSetupClient(setupEndpoints, { baseUrl, basePaths, transport, caller });

  const failed = await sweep(shared, { yes: true, setup: { ...setup, deleteIssue: powerless.deleteIssue } });

  expect(failed.remaining).toBe(1);
  expect(failed.rows).toMatchObject([
    { what: `project ${projectKey}`, outcome: 'gone' },
    { outcome: 'left', why: expect.stringMatching(new RegExp(`DELETE .*/issue/${key}.* answered 403:`)) },
    { kind: 'lease', outcome: 'gone' },
  ]);
  expect(shared.left()).toEqual([`issue ${key}`]);
  expect(namesIn(await sweep(shared, { yes: true }))).toEqual([expect.stringMatching(/^issue .*: gone$/)]);
  expect(shared.space.state()).toStrictEqual(before);
});

test('a ledger that was cut in half is swept as far as it goes, marks do the rest, and the cut is told', async ({
  shared,
}) => {
  const before = shared.space.state();
  const tracker = await shared.open();
  const { key } = await leaveIssue(shared, tracker);
  const project = await tracker.provisioner.project({});
  await abandon(shared);
  const [file = ''] = ledgersOf(shared);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, text.lastIndexOf('"project"')));

  const report = await sweep(shared, { yes: true });

  expect(report.notes).toEqual([expect.stringMatching(/^Line \d+ of .* is cut off or no line of a ledger/)]);
  expect(report.rows.map(({ what, toldBy }) => `${what.replace(/ ".*"/, '')} by ${toldBy}`)).toEqual([
    `issue ${key} by ledger`,
    expect.stringMatching(/^component .* by ledger$/),
    `project ${project.key} by mark`,
  ]);
  expect(shared.space.state()).toStrictEqual(before);
});

test('two sweeps at once do no harm', async ({ shared }) => {
  const before = shared.space.state();
  const tracker = await shared.open();
  await leaveIssue(shared, tracker);
  await tracker.provisioner.project({});
  await abandon(shared);
  const scope = openSweep(shared.settings, shared.remote, { olderThan: 0, settle: 500 });
  const found = await Promise.all([findLeftovers(scope), findLeftovers(scope)]);

  const outcomes = await Promise.all(found.map(({ items }) => takeBackLeftovers(items, scope)));

  expect(outcomes.flat().filter(({ left, notOurs }) => left !== undefined || notOurs !== undefined)).toEqual([]);
  expect(shared.space.state()).toStrictEqual(before);
  expect(shared.left()).toEqual([]);
});
