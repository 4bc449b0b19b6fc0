import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { RawBody } from '../../../builders/index.js';
import type { Endpoints } from '../../../contracts/index.js';
import type { ApiClient, ProvidedProject, Sandbox, Tracker } from '../../../fixtures/index.js';
import { undiciTransport } from '../../../fixtures/http/undici-transport.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { begin, cleanUps, clientOf, dyingTransport, namesIn, sweep, test as base } from './sweep-test.js';
import type { Run } from './sweep-test.js';

/** A test whose calls are never answered. */
interface Scene extends Run {
  readonly project: ProvidedProject;
}

const test = base.extend<{ scene: Scene; planned: Run & Awaited<ReturnType<typeof planOn>> }>({
  scene: async ({ run }, use) => {
    const project = await run.provisioner.project({ templatePostFunction: 'overwrite' });
    await use({ ...run, project, client: clientOf(run.tracker, dyingTransport) });
  },
  planned: async ({ run }, use) => use({ ...run, ...(await planOn(run)) }),
});

type Unanswered = (scene: Scene, shared: SharedTracker) => Promise<unknown>;

/** Calls of a test that never get an answer. Each makes one issue with its children. */
const calls: Readonly<Record<string, Unanswered>> = {
  'an issue': ({ client, project, build }) =>
    client.createIssue({ body: build.issue.in(project, nameOf(project)).build() }),

  'an issue whose summary is the one of a template': async ({ client, provisioner, setup, project, build }, shared) => {
    const template = await provisioner.template({ fields: ['summary'] });
    const fields = await setup.listFields();
    const field = fields.find(({ name }) => name === shared.sandbox.templateField) ?? { id: '' };
    await client.createIssue({ body: build.issue.in(project, nameOf(project)).fromTemplate(field, template).build() });
  },

  'an issue of a bulk call': ({ client, project, build }) =>
    client.bulkCreateIssues({ body: { issueUpdates: [build.issue.in(project, nameOf(project)).build()] } }),

  'an issue in a project that is named by id': ({ client, project, build }) => {
    const fields = { project: { id: String(project.id) } };
    return client.createIssue({ body: build.issue.in(project, nameOf(project)).withFields(fields).build() });
  },

  'a request of a service desk': async ({ client, provisioner, setup, build }) => {
    const desk = await provisioner.project({ templatePostFunction: 'overwrite', requestTypes: 1 });
    const { values } = await setup.listServiceDesks({ query: { limit: 1000 } });
    const serviceDeskId = values.find(({ projectKey }) => projectKey === desk.key)?.id ?? '';
    const requestFieldValues = { summary: build.summary('Asked for') };
    const requestTypeId = desk.requestTypes[0]?.id ?? 0;
    await client.createServiceRequest({ body: { serviceDeskId, requestTypeId, requestFieldValues } });
  },

  'the copy of a plan, with its cases': async (scene) => {
    const { plan } = await planOn(scene);
    await scene.client.copyPlan({ body: scene.build.copyPlan.of(plan).build() });
  },
};

function nameOf({ issueTypes }: ProvidedProject): { name: string } {
  return issueTypes[0] ?? { name: '' };
}

async function planOn({ provisioner, setup, build }: Run) {
  const tests = await provisioner.testProject({});
  const template = await provisioner.issue(build.testCaseTemplate.in(tests).build());
  const plan = await provisioner.issue(build.testPlan.in(tests).build());
  await setup.addTestCaseTemplates({ body: build.addTemplates.to(plan).templates(template).build() });
  return { tests, plan };
}

for (const [what, send] of Object.entries(calls)) {
  for (const [by, clean] of Object.entries(cleanUps)) {
    test(`${by} finds ${what} of a call that was killed before its answer`, async ({ shared, scene }) => {
      const { issues } = shared.tenant.state();
      await expect(send(scene, shared)).rejects.toThrow('killed');
      expect(shared.tenant.state().issues.length).toBeGreaterThan(issues.length);

      await clean(shared, scene.tracker);

      scene.expectAsBefore();
    });
  }
}

test('a call that never reached the tracker leaves nothing, and the ledger says so', async ({ shared, scene }) => {
  const { tracker, project, build } = scene;
  const client = clientOf(tracker, () => Promise.reject(new Error('killed')));
  const body = build.issue.in(project, nameOf(project)).build();
  await expect(client.createIssue({ body })).rejects.toThrow('killed');
  expect(shared.left().map((what) => what.split(' ')[0])).toEqual(['issues']);

  expect(namesIn(await sweep(shared, { yes: true }))).toEqual([]);

  scene.expectAsBefore();
});

test('entries and a project that come after their calls were given up are waited for', async ({ shared, scene }) => {
  const { tracker, provisioner, setup, project, build } = scene;
  const template = await provisioner.template({});
  const done: Promise<unknown>[] = [];
  const client = clientOf(tracker, (request) => {
    done.push(sleep(500).then(() => undiciTransport(5_000)(request)));
    return Promise.reject(new Error('given up'));
  });
  const body = build.defaults.issueTypes(project, project.issueTypes.slice(0, 1)).build();
  await expect(client.create({ templateId: template.id, body })).rejects.toThrow('given up');
  const { name: lead } = await setup.getMyself();
  const named = { key: 'LATE', name: 'Late', projectTypeKey: 'software', lead };
  await expect(client.createProject({ body: named })).rejects.toThrow('given up');

  const { rows } = await sweep(shared, { yes: true, settle: 1_500 });

  expect(await Promise.all(done)).toMatchObject([{ status: 200 }, { status: 201 }]);
  expect(rows.filter(({ outcome }) => outcome !== 'deleted')).toEqual([]);
  scene.expectAsBefore();
});

test('issues of other people are none of an unanswered call, whatever they are called', async ({ shared, scene }) => {
  const { client, tracker, provisioner, project, build } = scene;
  const template = await provisioner.template({ fields: ['summary'] });
  const body = build.issue.in(project, nameOf(project)).build();
  await expect(client.createIssue({ body })).rejects.toThrow('killed');
  const { caller } = await provisioner.plainUser();
  const sandbox: Sandbox = { ...shared.sandbox, plainUser: undefined };
  const theirs = async (summary: unknown) => {
    const fields = { project: { key: project.key }, issuetype: nameOf(project), summary };
    const somebody = clientOf({ ...tracker, record: (_call, send) => send() }).as(caller);
    return (await somebody.createIssue({ body: { fields } })).data.key;
  };
  const keys = [await theirs(template.fields['summary']), await theirs('Something else')];

  // The sandbox does not say that runs log in as that user.
  const report = await sweep(shared, { yes: true, sandbox });

  expect(namesIn(report).filter((name) => keys.some((key) => name.startsWith(`issue ${key} `)))).toEqual([]);
  const left = shared.tenant.state().issues as { key: string }[];
  expect(left.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
});

/** Copies a plan that the body does not name. The call takes effect and is answered as if a gateway had given up. */
function copyNothing(tracker: Tracker): Promise<unknown> {
  const client = shapedClient(tracker, () => [504, 'gave up']);
  return client.copyPlan({ body: RawBody.json('without a plan', { projects: [] }) });
}

test('a copy that names no plan and is not answered takes no issue of others', async ({ shared, run }) => {
  const { tracker, provisioner, build } = run;
  await provisioner.testProject({});
  const other = await shared.open();
  const theirs = await other.provisioner.testProject({});
  const { key: named } = await other.provisioner.issue(build.testPlan.in(theirs).build());
  const elsewhere = await other.provisioner.project({});
  const { key: far } = await other.provisioner.issue(build.issue.in(elsewhere, nameOf(elsewhere)).build());

  await copyNothing(tracker);
  await tracker.release();

  const left = (shared.tenant.state().issues as { key: string }[]).map(({ key }) => key);
  expect(left).toEqual(expect.arrayContaining([named, far]));
});

test('what such a copy may have made in the projects of its test is left for a sweep', async ({ shared, run }) => {
  const { tracker, provisioner, setup, build } = run;
  const tests = await provisioner.testProject({});
  await copyNothing(tracker);
  // As if the tracker had made it of the call after all.
  const { key } = await setup.createIssue({ body: build.testPlan.in(tests).build() });

  await expect(tracker.release()).rejects.toThrow(`${key} may be its, or of another test of the run`);
  const { rows } = await sweep(shared, { yes: true });

  expect(rows).toMatchObject([{ kind: 'issues', outcome: 'deleted' }]);
  expect(shared.left()).toEqual([]);
});

/** Answers to a call that made issues, without a documented shape. They name what the tracker's own answer names. */
const shapes: Readonly<Record<string, (keys: readonly string[]) => [number | undefined, string]>> = {
  'answered in another shape': (keys) => [undefined, JSON.stringify({ done: { [keys[0] ?? '']: keys.slice(1) } })],
  'answered with no key': () => [undefined, '{"copied": 1}'],
  'answered without a body': () => [204, ''],
  'answered before it is done': () => [202, ''],
  'refused for the second of its projects': () => [404, '{"errorMessages": ["No such project"]}'],
};

function shapedClient(tracker: Tracker, shape: (typeof shapes)[string]): ApiClient<Endpoints> {
  const transport = undiciTransport(5_000);
  return clientOf(tracker, async (request) => {
    const answer = await transport(request);
    const keys =
      Buffer.from(answer.body)
        .toString()
        .match(/\w+-\d+/g) ?? [];
    const [status = answer.status, body] = shape([...new Set(keys)]);
    return { ...answer, status, body: Buffer.from(body) };
  });
}

for (const [what, shape] of Object.entries(shapes)) {
  for (const [by, clean] of Object.entries(cleanUps)) {
    test(`${by} deletes the copies of a plan that are ${what}`, async ({ shared, planned }) => {
      const { tracker, provisioner, build, tests, plan } = planned;
      const other = await provisioner.testProject({ unlike: tests });
      await shapedClient(tracker, shape).copyPlan({ body: build.copyPlan.of(plan).to(tests, other).build() });

      await clean(shared, tracker);

      planned.expectAsBefore();
    });
  }
}

test('a copy with another summary that no answer names is known by type, time and user', async ({ planned }) => {
  const { tracker, setup, build, plan } = planned;
  const transport = undiciTransport(5_000);
  const client = clientOf(tracker, async (request) => {
    const answer = await transport(request);
    const [key = ''] = /\w+-\d+/.exec(Buffer.from(answer.body).toString()) ?? [];
    await setup.editIssue({ issueIdOrKey: key, body: { fields: { summary: 'Plan of today' } } });
    return { ...answer, body: Buffer.from('{}') };
  });
  await client.copyPlan({ body: build.copyPlan.of(plan).build() });

  await tracker.release();

  planned.expectAsBefore();
});

test('a copy that comes after its answer is waited for', async ({ shared }) => {
  const run = await begin(shared, {}, { settle: 10_000 });
  const { tracker, build, expectAsBefore } = run;
  const { plan } = await planOn(run);
  const done: Promise<unknown>[] = [];
  const client = clientOf(tracker, (request) => {
    done.push(sleep(2_400).then(() => undiciTransport(5_000)(request)));
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{"started": true}') });
  });
  await client.copyPlan({ body: build.copyPlan.of(plan).async(true).build() });

  await tracker.release();

  expect(await Promise.all(done)).toMatchObject([{ status: 200 }]);
  expectAsBefore();
});

test('what an answer names and the call has not made is left', async ({ shared, run }) => {
  const { tracker, provisioner, client: editing, build } = run;
  const tests = await provisioner.testProject({});
  const old = (shared.tenant.state().issues as { id: number; key: string }[]).filter(({ key }) =>
    key.startsWith(`${tests.key}-`),
  );
  const plan = await provisioner.issue(build.testPlan.in(tests).build());
  const client = shapedClient(tracker, () => [
    undefined,
    JSON.stringify(old.map(({ id, key }) => ({ id, like: key }))),
  ]);
  await client.copyPlan({ body: build.copyPlan.of(plan).build() });
  const [{ key: issueIdOrKey } = { key: '' }] = old;

  const changing = editing.editIssue({ issueIdOrKey, body: { fields: { summary: 'Changed' } } });

  await expect(changing).rejects.toThrow('which this test did not make');
  await tracker.release();
  const left = (shared.tenant.state().issues as { key: string }[]).map(({ key }) => key);
  expect(left).toEqual(expect.arrayContaining(old.map(({ key }) => key)));
});
