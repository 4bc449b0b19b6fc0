import { expect } from '@playwright/test';
import { credentialsOf } from '../../../client/credentials.js';
import type { Entry } from '../../../contracts/index.js';
import type { ProvidedTestManagementProject } from '../../../fixtures/index.js';
import { projectKey } from '../../../provide/external/ledger/run-mark.js';
import type { SweepScope } from '../../../provide/external/sweep/sweep.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { begin, cleanUps, entryIn, issueKeys, smallSandbox, sweep, test, unguarded, valuesIn } from './sweep-test.js';
import type { Run } from './sweep-test.js';

interface Theirs {
  /** What the sweep names, and why it does not touch it. */
  readonly foreign: readonly (readonly [what: string, why: RegExp])[];
  /** What the sweep cleans up, as `valuesIn` says it. Default: nothing */
  readonly rows?: readonly string[];
  readonly scope?: Partial<SweepScope>;
  /** What has to be on the tracker afterwards. */
  readonly read: () => Promise<unknown>;
  readonly expected: unknown;
}

/** What others have changed since, or made with the names of what is ours. */
const theirs: Readonly<Record<string, (shared: SharedTracker, run: Run) => Promise<Theirs>>> = {
  'a value of a connection': async (_shared, { provisioner, client, setup }) => {
    const { id, users } = await provisioner.connection({ users: 2 });
    const keys = users.map(({ key }) => key);
    const read = () =>
      Promise.all(keys.map((userKeyOrName) => setup.getUserInConnection({ idOrName: id, userKeyOrName })));
    const [before, unchanged] = await read();
    const data = keys.map((userKey) => ({ userKey, fields: [{ mail: 'ours@example.com', title: 'Ours' }] }));
    await client.updateUsers({ body: { connectionId: id, update: [{ data }] } });
    const [userKey = ''] = keys;
    const changed = [{ userKey, fields: [{ mail: 'theirs@example.com' }] }];
    await setup.updateUsers({ body: { connectionId: id, update: [{ data: changed }] } });
    const why = new RegExp(`^tracker-e2e does not own it: another user has changed mail of ${userKey} since$`);
    const expected = [{ ...before, mail: 'theirs@example.com' }, unchanged];
    return { foreign: [[`connection ${id}`, why]], read, expected };
  },

  'an entry of our template in their project': async ({ sandbox }, { tracker, provisioner, setup }) => {
    const ours = await provisioner.project({ templatePostFunction: 'keep' });
    const { id: templateId } = await provisioner.template({});
    const sandboxKeys = [...sandbox.projects, ...sandbox.tests.projects].map(({ key }) => key);
    const other = (await setup.listProjects()).find(({ key }) => !sandboxKeys.includes(key));
    const { id, issueTypes } = await setup.getProject({ projectIdOrKey: other?.key ?? '' });
    await tracker.setup.create(entryIn(ours.id, templateId, ours.issueTypes[0]?.id));
    await setup.create(entryIn(id, templateId, issueTypes[0]?.id));
    const read = async () => (await setup.listByTemplate({ templateId })).map(({ projectId }) => projectId);
    const foreign = [[`entries ${templateId}`, /another user made entry/]] as const;
    return { foreign, read, expected: [Number(id)] };
  },

  'entries that they made and removed in a project of the sandbox': async (shared) => {
    const { sandbox, project, theirs } = smallSandbox(shared);
    const { id: projectId, key, issueTypeIds } = project;
    const [[first, second], [one = 0, two = 0, three = 0]] = [theirs, issueTypeIds];
    const { provisioner, client, setup } = await begin(shared, sandbox);
    await setup.create(entryIn(projectId, first, one));
    await setup.create(entryIn(projectId, second, two));
    await provisioner.project({ templatePostFunction: 'keep' });
    await provisioner.template({});
    await setup.deleteByProjectAndTemplate({ projectIdOrKey: key, templateId: first });
    await setup.create(entryIn(projectId, first, three));
    await setup.setTransitions({ transitionId: 421, body: { includeProjectKeys: [key], ignoreProjectKeys: [] } });
    await client.deleteByProjectTemplateAndIssueType({ projectIdOrKey: key, templateId: second, issueTypeId: two });
    const read = async () => {
      const left = await setup.listByProject({ projectIdOrKey: key });
      return left.map((entry) => [entry.templateId, Number(entry.issueTypeId), entry.transitions?.length ?? 0]).sort();
    };
    const why = /another user made the entry of .*; another user removed the entry of /;
    const expected = [
      [first, three, 1],
      [second, two, 0],
    ].sort();
    return { foreign: [[`project entries ${key}`, why]], read, expected };
  },

  'entries of a project in which ours are gone': async (shared, { setup }) => {
    const [{ projectId } = { projectId: 0 }] = shared.tenant.state().entries as readonly Entry[];
    const { key } = await setup.getProject({ projectIdOrKey: projectId });
    const read = () => setup.listByProject({ projectIdOrKey: key });
    shared.ledger().pending({ kind: 'project entries', what: key, before: [] });
    return { foreign: [[`project entries ${key}`, /another user made the entry of/]], read, expected: await read() };
  },

  'an issue that has the key of ours by now': async (shared, { tracker, provisioner, setup }) => {
    const [{ key: project } = { key: '' }] = shared.sandbox.projects;
    const { issueTypes } = await setup.getProject({ projectIdOrKey: project });
    const create = async (summary: string, caller = tracker.administrator) => {
      const fields = { project: { key: project }, issuetype: { id: issueTypes[0]?.id }, summary };
      return (await unguarded(tracker, caller).createIssue({ body: { fields } })).key;
    };
    const made = await create('Ours, renamed since');
    const other = await create('Theirs', (await provisioner.plainUser()).caller);
    const later = await create('Made by hand with the login of the runs');
    const asked = await create('Made where a test said to own one');
    const at = new Date().toISOString();
    for (const what of [made, other]) shared.ledger().pending({ kind: 'issue', what, at });
    const earlier = '2026-01-01T00:00:00.000Z';
    shared.ledger().pending({ kind: 'issue', what: later, at: earlier });
    shared.ledger().pending({ kind: 'issue', what: asked, at: earlier, created: earlier });
    return {
      foreign: [
        [`issue ${asked}`, /, and it was created at .*Z, when the run made none$/],
        [`issue ${later}`, /, and it was created at .*Z, when the run made none$/],
        [`issue ${other}`, /, and \S+ created it$/],
      ],
      rows: [`issue ${made} "Ours, renamed since": deleted`],
      // The sandbox does not say that runs log in as that user.
      scope: { sandbox: { ...shared.sandbox, plainUser: undefined } },
      read: () => Promise.resolve(issueKeys(shared).filter((key) => [made, other, later, asked].includes(key))),
      expected: [other, later, asked],
    };
  },

  'a project that has the key a run had planned': async (shared, { setup }) => {
    const key = projectKey(shared.settings.runId, 0, 0);
    shared.ledger().pending({ kind: 'project', what: key });
    const { name: lead } = await setup.getMyself();
    await setup.createProject({ body: { key, name: 'Theirs', projectTypeKey: 'software', lead } });
    const read = async () => (await setup.getProject({ projectIdOrKey: key })).name;
    return { foreign: [[`project ${key}`, /is named "Theirs"/]], read, expected: 'Theirs' };
  },
};

for (const [what, prepare] of Object.entries(theirs)) {
  test(`a sweep leaves ${what}, names it once, and cleans up the rest`, async ({ shared, run }) => {
    const { foreign, rows = [], scope = {}, read, expected } = await prepare(shared, run);

    const report = await sweep(shared, { yes: true, ...scope });

    expect(valuesIn(report)).toStrictEqual(rows);
    expect(report.foreign).toMatchObject(
      foreign.map(([named, why]) => ({ what: named, why: expect.stringMatching(why) })),
    );
    expect(report.remaining).toBe(0);
    expect(await read()).toStrictEqual(expected);
    expect(await sweep(shared)).toMatchObject({ rows: [], foreign: [], remaining: 0 });
  });
}

for (const [what, send] of [
  ['writes its screens', ({ client }: Run, key: string) => client.setTransitions(screensOf(key))],
  ['removes its entries', ({ client }: Run, key: string) => client.deleteByProject({ projectIdOrKey: key })],
] as const) {
  test(`a call that ${what} is not sent to a project in which entries of others differ in screens`, async ({
    shared,
  }) => {
    const { sandbox, project, theirs } = smallSandbox(shared);
    const { id, key, issueTypeIds } = project;
    const run = await begin(shared, sandbox);
    await run.setup.create(entryIn(id, theirs[0], issueTypeIds[0]));
    await run.setup.setTransitions(screensOf(key));
    await run.setup.create(entryIn(id, theirs[0], issueTypeIds[1]));
    await run.provisioner.project({ templatePostFunction: 'keep' });
    const read = () => run.setup.listByProject({ projectIdOrKey: key });
    const before = await read();

    const thrown: unknown = await send(run, key).catch((error: unknown) => error);
    await run.tracker.release();

    expect(new Set(before.map(({ transitions = [] }) => transitions.length))).toStrictEqual(new Set([0, 1]));
    expect(String(thrown)).toContain(`Entries of project ${key} have different screens`);
    expect(await read()).toStrictEqual(before);
    expect(shared.left()).toStrictEqual([]);
  });
}

function screensOf(key: string) {
  return { transitionId: 1, body: { includeProjectKeys: [key], ignoreProjectKeys: [] } };
}

/** An issue that an application under test makes in a project of the sandbox, with its own login and its own words. */
async function issueOfAnApp(
  { tracker, build }: Run,
  { tenant, sandbox }: SharedTracker,
  project: ProvidedTestManagementProject,
) {
  const users = tenant.state().users as unknown as readonly { readonly name: string; readonly password: string }[];
  const known = ['admin', tracker.administrator.name, sandbox.plainUser?.username];
  const app = users.find(({ name }) => !known.includes(name));
  if (app === undefined) throw new Error('The tracker has no user whom no setting names.');
  const login = { username: app.name, password: app.password };
  const body = build.testPlan.in(project).withFields({ summary: 'The basket is empty' }).build();
  return (await unguarded(tracker, credentialsOf(login)).createIssue({ body })).key;
}

for (const [title, cleanUp] of Object.entries(cleanUps)) {
  test(`${title} removes what a spec has made itself, by clients and by an application`, async ({ run, shared }) => {
    const { tracker, client, provisioner, build } = run;
    const project = await provisioner.project({});
    const tests = await provisioner.testProject({ plainUserCreates: true });
    const [type] = project.issueTypes;
    const { name: lead } = await tracker.setup.getMyself();
    const made = [
      await client.createIssue({ body: build.issue.in(project, type as { name: string }).build() }),
      await client.createIssue({ body: build.testPlan.in(tests).build() }),
      await client.createProject({ body: { key: 'SPECMADE', name: 'Of a spec', projectTypeKey: 'software', lead } }),
    ];
    const key = await issueOfAnApp(run, shared, tests);
    await tracker.owns(key);
    expect(await client.editIssue({ issueIdOrKey: key, body: { fields: { summary: 'Seen' } } })).toMatchObject({
      ok: true,
    });
    expect(made.map(({ status }) => status)).toStrictEqual([201, 201, 201]);

    await cleanUp(shared, tracker);

    expect(issueKeys(shared)).not.toContain(key);
    run.expectAsBefore();
  });
}

test('a test owns nothing of other people, nor what a client writes down itself', async ({ run, shared }) => {
  const { tracker, provisioner, setup, build } = run;
  const tests = await provisioner.testProject({ plainUserCreates: true });
  const [other = ''] = issueKeys(shared).filter((key) => !key.startsWith(`${tests.key}-`));
  const { key: before } = await setup.createIssue({ body: build.testPlan.in(tests).build() });
  shared.tenant.advance(60_000);
  const later = await shared.open();
  await later.provisioner.testProject({ plainUserCreates: true });
  const { key: copied } = tests;

  for (const [what, why] of [
    [other, 'is no project that this test was given, so it may be of other people.'],
    [`${copied}-99999`, 'there is no such issue.'],
    ['/rest/api/2/issue/QA-1', 'It was given "/rest/api/2/issue/QA-1".'],
    [{ key: 'QA-1' }, 'It was given an object with key.'],
  ] as const) {
    await expect(tracker.owns(what as string), why).rejects.toThrow(why);
  }
  await expect(later.owns(before)).rejects.toThrow('it was made before this test began');
  await later.release();
  await setup.deleteIssue({ issueIdOrKey: before });
  await tracker.release();
  run.expectAsBefore();
});
