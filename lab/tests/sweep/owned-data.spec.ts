import { expect } from '@playwright/test';
import * as z from 'zod';
import { credentialsOf } from '../../../client/credentials.js';
import { createApiClient } from '../../../client/api-client.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import { defineEndpoints } from '../../../contracts/index.js';
import { customRows, json, noContent, serve, TrackerError } from '../../../fake/index.js';
import type { ProvidedTestManagementProject, Tracker } from '../../../fixtures/index.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { cleanUps, issueKeys, sweep, test as base, unguarded } from './sweep-test.js';
import type { Run } from './sweep-test.js';

/** Endpoints of users, of whose data the ledger knows nothing. */
const noteEndpoints = defineEndpoints(
  { name: 'notes', basePath: '/rest/notes/1.0' },
  {
    getNote: { method: 'GET', path: '/note/{id}' },
    addNote: { method: 'POST', path: '/note', body: z.strictObject({ id: z.string() }), changes: [] },
    deleteNote: { method: 'DELETE', path: '/note/{id}', changes: [] },
  },
);
const notes = customRows<object>('notes');
const test = base.extend({
  override: ({}, use) =>
    use(
      serve(noteEndpoints, {
        getNote: ({ state, parameters }) => {
          const note = notes.get(state, parameters.id);
          if (note === undefined) throw new TrackerError(404, 'There is no such note.');
          return json(note);
        },
        addNote: ({ state, body }) => {
          notes.set(state, body.id, body);
          return json(body);
        },
        deleteNote: ({ state, parameters }) => {
          if (parameters.id === 'stays') throw new TrackerError(403, 'It stays.');
          if (!notes.delete(state, parameters.id)) throw new TrackerError(404, 'There is no such note.');
          return noContent;
        },
      }),
    ),
});

function notesOf({ baseUrl, basePaths, administrator: caller, record }: Tracker) {
  return createApiClient(noteEndpoints, {
    baseUrl,
    basePaths,
    caller,
    transport: undiciTransport(5_000),
    around: record,
  });
}

function notesIn({ tenant }: SharedTracker): string[] {
  return (tenant.state().own as unknown as { readonly key: string }[]).map(({ key }) => key);
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
  test(`${title} removes all that a spec has made itself, by clients, by an application and by its own endpoints`, async ({
    run,
    shared,
  }) => {
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
    await notesOf(tracker).addNote({ body: { id: 'later' } });
    await tracker.owns('/rest/notes/1.0/note/later');
    await tracker.owns('/rest/notes/1.0/note/first');
    await notesOf(tracker).addNote({ body: { id: 'first' } });
    const key = await issueOfAnApp(run, shared, tests);
    await tracker.owns(key);
    expect(await client.editIssue({ issueIdOrKey: key, body: { fields: { summary: 'Seen' } } })).toMatchObject({
      ok: true,
    });
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(notesIn(shared)).toEqual(['first', 'later']);

    await cleanUp(shared, tracker);

    expect(issueKeys(shared)).not.toContain(key);
    run.expectAsBefore();
  });
}

test('a test owns nothing that may be of other people, nor what a client writes down itself', async ({
  run,
  shared,
}) => {
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
    ['/rest/api/2/project/ABC', 'is deleted as it is: say no path for it.'],
    ['/rest/API/latest/project/ABC', 'say no path for it.'],
    ['/rest/notes/../api/2/project/ABC', 'It was given "/rest/notes/../api/2/project/ABC".'],
    ['/rest/notes/1.0/note/%2e%2e', 'It was given'],
    ['rest/notes/1.0/note/7', 'the path behind the base URL that DELETE removes.'],
    ['http://tracker.test/rest/notes/1.0/note/7', 'It was given'],
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

test('what can not be deleted, or is another issue by now, is named and stays', async ({ run, shared }) => {
  const { tracker } = run;
  await notesOf(tracker).addNote({ body: { id: 'stays' } });
  await tracker.owns('/rest/notes/1.0/note/stays');

  await expect(tracker.release()).rejects.toThrow('path /rest/notes/1.0/note/stays: DELETE answered 403');

  const ledger = shared.ledger();
  const [key = ''] = issueKeys(shared);
  ledger.pending({ kind: 'issue', what: key, at: '2026-01-01T00:00:00.000Z', created: '2026-01-01T00:00:00.000Z' });
  const { rows, foreign } = await sweep(shared, { yes: true });
  expect(rows.map(({ what, outcome }) => `${what}: ${outcome}`)).toEqual(['/rest/notes/1.0/note/stays: left']);
  expect(foreign).toEqual([expect.objectContaining({ what: expect.stringContaining(`issue ${key}`) })]);
  expect([issueKeys(shared).includes(key), notesIn(shared)]).toEqual([true, ['stays']]);
});
