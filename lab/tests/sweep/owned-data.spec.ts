import { expect } from '@playwright/test';
import { credentialsOf } from '../../../client/credentials.js';
import type { ProvidedTestManagementProject } from '../../../fixtures/index.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { cleanUps, issueKeys, sweep, test, unguarded } from './sweep-test.js';
import type { Run } from './sweep-test.js';

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
  test(`${title} removes all that a spec has made itself, by clients and by an application`, async ({
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

test('what is another issue by now is named and stays', async ({ run, shared }) => {
  await run.tracker.release();
  const ledger = shared.ledger();
  const [key = ''] = issueKeys(shared);
  ledger.pending({ kind: 'issue', what: key, at: '2026-01-01T00:00:00.000Z', created: '2026-01-01T00:00:00.000Z' });
  const { rows, foreign } = await sweep(shared, { yes: true });
  expect(rows).toStrictEqual([]);
  expect(foreign).toStrictEqual([expect.objectContaining({ what: expect.stringContaining(`issue ${key}`) })]);
  expect(issueKeys(shared)).toContain(key);
});
