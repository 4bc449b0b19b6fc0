import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { UnreachableError } from '../../../fixtures/http/wire-errors.js';
import { renderSweep } from '../../../cli/sweep/sweep-report.js';
import { projectKey } from '../../../fixtures/external/ledger/run-mark.js';
import { findLeftovers } from '../../../fixtures/external/sweep/find-leftovers.js';
import { openSweep, undoLeftovers } from '../../../fixtures/external/sweep/sweep.js';
import { abandon, begin, leaseSandbox, ledgersOf, namesIn, sweep, test, unguarded } from './sweep-test.js';
import type { Run } from './sweep-test.js';

const HOUR = 3_600_000;

/** Waits longer than the search of the tracker takes to find a new issue. */
function untilFound(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 400));
}

/** Makes an issue of the run in a project of the sandbox. @returns its key */
async function leaveIssue({ provisioner, build }: Run): Promise<string> {
  const project = await provisioner.project({ templatePostFunction: 'keep' });
  const [type = { name: '' }] = project.issueTypes;
  return (await provisioner.issue(build.issue.in(project, type).build())).key;
}

test.describe('a sweep leaves alone', () => {
  test('a run whose process lives, whatever its age', async ({ shared, run: { provisioner, setup } }) => {
    const { key } = await provisioner.project({});

    const report = await sweep(shared, { yes: true, goesOn: true });

    const why = `it is still running: its process ${process.pid} is alive on this machine`;
    expect(report).toMatchObject({ rows: [], remaining: 0, leftAlone: [{ run: shared.settings.runId, why }] });
    expect(await setup.getProject({ projectIdOrKey: key })).toMatchObject({ key });
  });

  for (const [ledger, state, reason] of [
    ['with', 'over', /^it has ended, but only recently: its last entry in the ledger is from \d+ s ago, and /],
    ['without', 'may go on', /^it may still be running on another machine: what carries its mark was made /],
  ] as const) {
    test(`a run that is younger than asked for, and its marks, ${ledger} its ledger`, async ({ shared, run }) => {
      const key = await leaveIssue(run);
      const project = await run.provisioner.project({});
      for (const file of ledgersOf(shared).filter(() => ledger === 'without')) rmSync(file);
      await untilFound();

      const report = await sweep(shared, { yes: true, olderThan: HOUR });

      expect(report).toMatchObject({ rows: [], remaining: 0 });
      expect(report.leftAlone).toMatchObject([
        { run: shared.settings.runId, state, why: expect.stringMatching(reason) },
      ]);
      const [{ why, left } = { why: '', left: [] as readonly string[] }] = report.leftAlone;
      expect(why).toMatch(/the sweep waits until 1 h after that$/);
      expect(left).toEqual(expect.arrayContaining([`project ${project.key}`, `issue ${key}`]));
      expect(await run.setup.getIssue({ issueIdOrKey: key })).toMatchObject({ key });
    });
  }

  test('what a ledger says of another tracker, however its URL is written', async ({
    shared,
    run: { provisioner, setup },
  }) => {
    const { key } = await provisioner.project({});
    const [file = ''] = ledgersOf(shared);
    const text = readFileSync(file, 'utf8');
    const { hostname, port } = new URL(shared.external.url);

    writeFileSync(file, text.replaceAll(shared.external.url, 'https://other.example.com'));
    const { leftAlone } = await sweep(shared);
    writeFileSync(file, text.replaceAll(shared.external.url, `https://${hostname.toUpperCase()}:${port}/x/`));
    const ours = await sweep(shared);

    const why = 'it was a run on another tracker, https://other.example.com';
    expect(leftAlone).toEqual([{ run: shared.settings.runId, why, state: 'elsewhere', left: [`project ${key}`] }]);
    expect(namesIn(ours)).toEqual([`project ${key}: listed`]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await setup.getProject({ projectIdOrKey: key })).toMatchObject({ key });
  });

  test('a part of the sandbox that a run has by now', async ({ shared }) => {
    const one = { templates: shared.sandbox.templates.slice(0, 1) };
    const { tracker, provisioner } = await begin(shared, one);
    const project = await provisioner.project({});
    const { id } = await provisioner.template({});
    const item = { projectId: project.id, issueTypeIds: project.issueTypes.map((type) => type.id) };
    await tracker.setup.create({ templateId: id, body: { defaults: [item] } });
    await abandon(shared);
    const scope = openSweep(shared.settings, shared.external, { olderThan: 0, settle: 0 });
    const held = await scope.claim();

    const report = await sweep(shared, { yes: true, goesOn: true });
    await held?.release();

    const why = `a run has the sandbox now, and template ${id} with it: sweep again when it has ended`;
    expect(report.rows).toContainEqual(expect.objectContaining({ kind: 'entries', outcome: 'left', why }));
  });
});

test.describe('without a ledger', () => {
  test('marks tell what is ours', async ({ shared, run }) => {
    const before = shared.tenant.state();
    await leaseSandbox(shared, run);
    const key = await leaveIssue(run);
    const project = await run.provisioner.project({});
    for (const file of ledgersOf(shared)) rmSync(file);
    await untilFound();

    const report = await sweep(shared, { yes: true });

    expect(namesIn(report).map((name) => name.replace(/ ".*"/, ''))).toEqual([
      `issue ${key}: deleted`,
      `project ${project.key}: deleted`,
    ]);
    expect(report.rows.map(({ run, toldBy }) => [run, toldBy])).toEqual([
      [shared.settings.runId, 'mark'],
      [shared.settings.runId, 'mark'],
    ]);
    // Without a ledger the sweep can't know that the holder of a lease is gone before its time is over.
    const { components, ...state } = shared.tenant.state();
    expect(components).toMatchObject([{ name: 'tracker-e2e lease: sandbox' }]);
    expect({ ...state, components: [] }).toStrictEqual(before);
  });

  test('what only looks like ours is left, and named if another user put the mark of a run on it', async ({
    shared,
    run: { tracker, provisioner, setup },
  }) => {
    const { caller } = await provisioner.plainUser();
    const [{ key: sandboxKey } = { key: '' }] = shared.sandbox.projects;
    const { issueTypes } = await setup.getProject({ projectIdOrKey: sandboxKey });
    const { name: lead } = await setup.getMyself();
    await setup.createProject({ body: { key: 'EMINE', name: 'tracker-e2e EMINE', projectTypeKey: 'software', lead } });
    const fields = { project: { key: sandboxKey }, issuetype: { id: issueTypes[0]?.id } };
    for (const summary of ['Copied by hand [tracker-e2e abc12]', 'About [tracker-e2e] as such']) {
      await unguarded(tracker, caller).createIssue({ body: { fields: { ...fields, summary } } });
    }
    const before = shared.tenant.state();
    await untilFound();

    const sandbox = { ...shared.sandbox, plainUser: undefined };
    const report = await sweep(shared, { yes: true, sandbox });

    expect(report).toMatchObject({ rows: [], remaining: 0 });
    expect(report.foreign.map(({ what, why }) => `${what.replace(/[A-Z0-9]+-\d+/, 'X')}: ${why}`)).toEqual([
      `issue X "Copied by hand [tracker-e2e abc12]": ${caller.name} created it, and runs with these settings log in as ${lead}`,
    ]);
    expect(shared.tenant.state()).toStrictEqual(before);
  });
});

test.describe('what another user has changed since', () => {
  test('is not overwritten in a connection, and named; the rest is restored', async ({
    shared,
    run: { provisioner, client, setup },
  }) => {
    const { id, users } = await provisioner.connection({ users: 2 });
    const valuesOf = (userKeyOrName: string) => setup.getUserInConnection({ idOrName: id, userKeyOrName });
    const before = await Promise.all(users.map(({ key }) => valuesOf(key)));
    const update = (userKey: string, mail: string, title: string) => ({ userKey, fields: [{ mail, title }] });
    const data = users.map(({ key }) => update(key, 'ours@example.com', 'Ours'));
    await client.updateUsers({ body: { connectionId: id, update: [{ data }] } });
    const [first, second] = users.map(({ key }) => key) as [string, string];
    const theirs = [{ userKey: first, fields: [{ mail: 'theirs@example.com' }] }];
    await setup.updateUsers({ body: { connectionId: id, update: [{ data: theirs }] } });

    const report = await sweep(shared, { yes: true });

    const why = `tracker-e2e does not own it: somebody else has changed mail of ${first} since`;
    expect(report).toMatchObject({
      rows: [],
      remaining: 0,
      foreign: [{ what: `connection ${id}`, why }],
    });
    expect(await valuesOf(first)).toEqual({ ...before[0], mail: 'theirs@example.com' });
    expect(await valuesOf(second)).toEqual(before[1]);
    expect(await sweep(shared)).toMatchObject({ rows: [], foreign: [] });
  });

  test('is left if it is an entry of our template in a project of theirs', async ({
    shared,
    run: { tracker, provisioner, setup },
  }) => {
    const ours = await provisioner.project({ templatePostFunction: 'keep' });
    const { id: templateId } = await provisioner.template({});
    const sandboxKeys = [...shared.sandbox.projects, ...shared.sandbox.tests.projects].map(({ key }) => key);
    const known = await setup.listProjects();
    const { key = '' } = known.find((one) => !sandboxKeys.includes(one.key)) ?? {};
    const theirs = await setup.getProject({ projectIdOrKey: key });
    const inProject = (projectId: number, issueTypeId: number) => {
      return { templateId, body: { defaults: [{ projectId, issueTypeIds: [issueTypeId] }] } };
    };
    await tracker.setup.create(inProject(ours.id, ours.issueTypes[0]?.id ?? 0));
    await setup.create(inProject(Number(theirs.id), Number(theirs.issueTypes[0]?.id)));

    const { foreign, remaining } = await sweep(shared, { yes: true });

    expect(foreign).toMatchObject([
      { what: `entries ${templateId}`, why: expect.stringContaining('somebody else made entry') },
    ]);
    expect(remaining).toBe(0);
    const left = await setup.listByTemplate({ templateId });
    expect(left.map(({ projectId }) => projectId)).toEqual([Number(theirs.id)]);
  });

  test('is left if it is an entry that they made or removed in a project of the sandbox, and ours is restored', async ({
    shared,
  }) => {
    const templates = shared.sandbox.templates.slice(0, 1);
    const [, { id: theirs } = { id: 0 }, { id: others } = { id: 0 }] = shared.sandbox.templates;
    const first = await begin(shared, { templates });
    const { id: projectId, key } = await first.provisioner.project({ templatePostFunction: 'keep' });
    await first.tracker.release();
    const { issueTypes } = await first.setup.getProject({ projectIdOrKey: key });
    const [one = 0, two = 0, three = 0] = issueTypes.map(({ id }) => Number(id));
    const assign = (templateId: number, issueTypeId: number) =>
      first.setup.create({ templateId, body: { defaults: [{ projectId, issueTypeIds: [issueTypeId] }] } });
    await assign(theirs, one);
    await assign(others, two);
    const projects = shared.sandbox.projects.filter((project) => project.key === key);
    const { provisioner, client, setup } = await begin(shared, { templates, projects });
    await provisioner.project({ templatePostFunction: 'keep' });
    await provisioner.template({});
    await setup.deleteByProjectAndTemplate({ projectIdOrKey: key, templateId: theirs });
    await assign(theirs, three);
    await setup.setTransitions({ transitionId: 421, body: { includeProjectKeys: [key], ignoreProjectKeys: [] } });
    await client.deleteByProjectTemplateAndIssueType({ projectIdOrKey: key, templateId: others, issueTypeId: two });

    const { rows, foreign, remaining } = await sweep(shared, { yes: true });

    expect(rows).toEqual([]);
    const why = expect.stringMatching(/somebody else made the entry of .*; somebody else removed the entry of /);
    expect(foreign).toEqual([expect.objectContaining({ what: `project entries ${key}`, why })]);
    expect(remaining).toBe(0);
    const left = await setup.listByProject({ projectIdOrKey: key });
    const shown = left.map((entry) => [entry.templateId, Number(entry.issueTypeId), (entry.transitions ?? []).length]);
    expect(shown.sort()).toEqual(
      [
        [theirs, three, 1],
        [others, two, 0],
      ].sort(),
    );
  });

  test('is left if it is an issue that has the key of ours by now', async ({
    shared,
    run: { tracker, provisioner, setup },
  }) => {
    const [{ key: project } = { key: '' }] = shared.sandbox.projects;
    const { issueTypes } = await setup.getProject({ projectIdOrKey: project });
    const fields = { project: { key: project }, issuetype: { id: issueTypes[0]?.id } };
    const create = (summary: string, caller = tracker.administrator) =>
      unguarded(tracker, caller).createIssue({ body: { fields: { ...fields, summary } } });
    const made = await create('Ours, renamed since');
    const theirs = await create('Theirs', (await provisioner.plainUser()).caller);
    const later = await create('Made by hand with the login of the runs');
    const ledger = shared.ledger();
    const at = new Date().toISOString();
    for (const { key } of [made, theirs]) ledger.pending({ kind: 'issue', what: key, at });
    ledger.pending({ kind: 'issue', what: later.key, at: '2026-01-01T00:00:00.000Z' });

    // The sandbox does not say that runs log in as that user.
    const report = await sweep(shared, { yes: true, sandbox: { ...shared.sandbox, plainUser: undefined } });

    expect(namesIn(report)).toEqual([`issue ${made.key} "Ours, renamed since": deleted`]);
    expect(report.foreign.map(({ what, why }) => [what, why.replace(/^.*, and /, '')])).toEqual([
      [`issue ${later.key}`, expect.stringMatching(/^it was created at .*Z, when the run made none$/)],
      [`issue ${theirs.key}`, expect.stringMatching(/ created it$/)],
    ]);
    const left = shared.tenant.state().issues as { key: string }[];
    expect(left.map(({ key }) => key)).toEqual(expect.arrayContaining([theirs.key, later.key]));
  });

  test('is left if it is a project that has the key a run had planned', async ({ shared, run: { setup } }) => {
    const key = projectKey(shared.settings.runId, 0, 0);
    shared.ledger().pending({ kind: 'project', what: key });
    const lead = (await setup.getMyself()).name;
    await setup.createProject({ body: { key, name: 'Theirs', projectTypeKey: 'software', lead } });

    const { foreign, remaining } = await sweep(shared, { yes: true });

    expect(foreign).toMatchObject([{ what: `project ${key}`, why: expect.stringContaining('is named "Theirs"') }]);
    expect(remaining).toBe(0);
    expect(await setup.getProject({ projectIdOrKey: key })).toMatchObject({ name: 'Theirs' });
  });
});

test('what can not be looked at is named, and the rest is cleaned up', async ({
  shared,
  run: { provisioner, setup: known },
}) => {
  const { key } = await provisioner.project({});
  const [{ key: sandboxKey } = { key: '' }] = shared.sandbox.projects;
  shared.ledger().pending({ kind: 'issue', what: `${sandboxKey}-1` });
  const setup = {
    ...known,
    getIssue: () => Promise.reject(new UnreachableError('GET', 'the issue', new Error('timed out'))),
    searchIssuesByPost: () => Promise.reject(new UnreachableError('POST', 'the search', new Error('timed out'))),
  };

  const report = await sweep(shared, { yes: true, setup });

  expect(report.rows).toMatchObject([
    { what: `issue ${sandboxKey}-1`, outcome: 'left', why: expect.stringContaining('the issue got no answer') },
    { what: `project ${key}`, outcome: 'deleted' },
  ]);
  expect(report.unseen).toEqual([expect.stringMatching(/^Not every issue .* the search got no answer: timed out/)]);
  expect(renderSweep(report, { olderThan: 0, settle: 0 })).toContain(
    'Not everything could be looked for. Sweep again.',
  );
});

test('two sweeps at once do no harm', async ({ shared, run }) => {
  await leaveIssue(run);
  await run.provisioner.project({});
  await abandon(shared);
  const scope = openSweep(shared.settings, shared.external, { olderThan: 0, settle: 500 });
  const found = await Promise.all([findLeftovers(scope), findLeftovers(scope)]);

  const outcomes = await Promise.all(found.map(({ items }) => undoLeftovers(items, scope)));

  expect(outcomes.flat().filter(({ problem, foreign }) => problem !== undefined || foreign !== undefined)).toEqual([]);
  run.expectAsBefore();
});
