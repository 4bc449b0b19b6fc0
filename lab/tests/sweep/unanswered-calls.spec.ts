import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import * as z from 'zod';
import { RawBody } from '../../../builders/index.js';
import { defineEndpoints } from '../../../contracts/index.js';
import { createApiClient } from '../../../client/api-client.js';
import type { ProvidedProject } from '../../../fixtures/index.js';
import type { Transport } from '../../../client/transport.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { begin, cleanUps, clientOf, issueKeys, valuesIn, sweep, test, unguarded } from './sweep-test.js';
import type { Run } from './sweep-test.js';

const send = undiciTransport(5_000);

/** Sends a request and dies before the answer is there, as a process does that is killed. */
const dying: Transport = async (request) => {
  await send(request);
  throw new Error('killed');
};

type Shape = (keys: readonly string[]) => readonly [status: number | undefined, body: string];

/** Answers a call in another shape than the tracker. It may name the issues that the tracker's own answer names. */
function shaped(shape: Shape): Transport {
  return async (request) => {
    const answer = await send(request);
    const keys = Buffer.from(answer.body)
      .toString()
      .match(/\w+-\d+/g);
    const [status = answer.status, body] = shape([...new Set(keys)]);
    return { ...answer, status, body: Buffer.from(body) };
  };
}

/** Sends requests later. @param answer what the caller gets meanwhile */
function late(after: number, answer: () => ReturnType<Transport>) {
  const done: ReturnType<Transport>[] = [];
  const transport: Transport = (request) => {
    done.push(sleep(after).then(() => send(request)));
    return answer();
  };
  return { transport, areDone: async () => (await Promise.all(done)).map(({ status }) => status) };
}

async function issueIn({ provisioner, build }: Run) {
  const project = await provisioner.project({ templatePostFunction: 'overwrite' });
  return { project, issue: build.issue.in(project, nameOf(project)) };
}

function nameOf({ issueTypes }: ProvidedProject): { name: string } {
  return issueTypes[0] ?? { name: '' };
}

async function planOn({ provisioner, setup, build }: Run) {
  const tests = await provisioner.testProject({});
  const template = await provisioner.issue(build.testCaseTemplate.in(tests).build());
  const plan = await provisioner.issue(build.testPlan.in(tests).build());
  await setup.addTestCaseTemplates({ body: build.addTestCaseTemplates.to(plan).templates(template).build() });
  return { tests, plan };
}

async function copyPlan(run: Run, transport: Transport): Promise<unknown> {
  const { plan } = await planOn(run);
  return clientOf(run.tracker, transport).copyPlan({ body: run.build.copyPlan.of(plan).build() });
}

type Call = (run: Run, shared: SharedTracker) => Promise<unknown>;

type Issue = Awaited<ReturnType<typeof issueIn>>;

function killed(
  act: (client: ReturnType<typeof clientOf>, issue: Issue, ...call: Parameters<Call>) => Promise<unknown>,
): Call {
  return async (run, shared) => act(clientOf(run.tracker, dying), await issueIn(run), run, shared);
}

/** Calls whose answer does not name the issues that they make. */
const calls: Readonly<Record<string, Call>> = {
  'an issue of a killed call': killed((client, { issue }) => client.createIssue({ body: issue.build() })),
  'an issue of a killed bulk call': killed((client, { issue }) =>
    client.bulkCreateIssues({ body: { issueUpdates: [issue.build()] } }),
  ),
  'an issue of a killed call in a project that is named by id': killed((client, { issue, project }) =>
    client.createIssue({ body: issue.withFields({ project: { id: String(project.id) } }).build() }),
  ),
  'an issue of a killed call whose summary is a template’s': killed(async (client, { issue }, run, { sandbox }) => {
    const template = await run.provisioner.template({ fields: ['summary'] });
    const field = (await run.setup.listFields()).find(({ name }) => name === sandbox.templateField) ?? { id: '' };
    return client.createIssue({ body: issue.fromTemplate(field, template).build() });
  }),
  'an issue of a killed call to an endpoint of the suite': killed((_client, { issue }, { tracker }) => {
    const { baseUrl, basePaths, administrator: caller, record } = tracker;
    const rows = defineEndpoints('tracker', {
      makeIssue: {
        ...{ method: 'POST', path: '/issue/', body: z.any(), makes: { kind: 'issue' } },
        changes: [{ kind: 'new issue', property: 'fields.project' }],
      },
    });
    const client = createApiClient(rows, { baseUrl, basePaths, caller, transport: dying, around: record });
    return client.makeIssue({ body: issue.build() });
  }),
  'a request of a service desk of a killed call': async ({ tracker, provisioner, setup, build }) => {
    const desk = await provisioner.project({ templatePostFunction: 'overwrite', requestTypes: 1 });
    const { values } = await setup.listServiceDesks({ query: { limit: 1000 } });
    const serviceDeskId = values.find(({ projectKey }) => projectKey === desk.key)?.id ?? '';
    const requestFieldValues = { summary: build.summary('Asked for') };
    const requestTypeId = desk.requestTypes[0]?.id ?? 0;
    return clientOf(tracker, dying).createServiceRequest({
      body: { serviceDeskId, requestTypeId, requestFieldValues },
    });
  },
  'the copy of a plan of a killed call, with its cases': (run) => copyPlan(run, dying),
  'a copy with another summary that no answer names': (run) =>
    copyPlan(run, async (request) => {
      const answer = await send(request);
      const [issueIdOrKey = ''] = /\w+-\d+/.exec(Buffer.from(answer.body).toString()) ?? [];
      await run.setup.editIssue({ issueIdOrKey, body: { fields: { summary: 'Plan of today' } } });
      return { ...answer, body: Buffer.from('{}') };
    }),
};

const shapes: Readonly<Record<string, Shape>> = {
  'answered in another shape': (keys) => [undefined, JSON.stringify({ done: { [keys[0] ?? '']: keys.slice(1) } })],
  'answered with no key': () => [undefined, '{"copied": 1}'],
  'answered without a body': () => [204, ''],
  'answered before it is done': () => [202, ''],
  'refused for the second of its projects': () => [404, '{"errorMessages": ["No such project"]}'],
};

const copies = Object.entries(shapes).map(([what, shape]): [string, Call] => [
  `the copies of a plan that are ${what}`,
  async (run) => {
    const { tests, plan } = await planOn(run);
    const other = await run.provisioner.testProject({ statusesUnlike: tests });
    const body = run.build.copyPlan.of(plan).to(tests, other).build();
    return clientOf(run.tracker, shaped(shape)).copyPlan({ body });
  },
]);

for (const [what, call] of [...Object.entries(calls), ...copies]) {
  for (const [by, clean] of Object.entries(cleanUps)) {
    test(`${by} deletes ${what}`, async ({ shared, run }) => {
      const before = issueKeys(shared);
      expect(await call(run, shared).then(() => 'answered', String)).toMatch(/^answered$|: killed/);
      expect(issueKeys(shared).length).toBeGreaterThan(before.length);

      await clean(shared, run.tracker);

      run.expectAsBefore();
    });
  }
}

test('entries and a project that come after their calls were given up are waited for', async ({ shared, run }) => {
  const { project } = await issueIn(run);
  const { id: templateId } = await run.provisioner.template({});
  const { name: lead } = await run.setup.getMyself();
  const { transport, areDone } = late(500, () => Promise.reject(new Error('given up')));
  const client = clientOf(run.tracker, transport);
  const body = run.build.defaults.issueTypes(project, project.issueTypes.slice(0, 1)).build();
  await expect(client.create({ templateId, body })).rejects.toThrow('given up');
  const named = { key: 'LATE', name: 'Late', projectTypeKey: 'software', lead };
  await expect(client.createProject({ body: named })).rejects.toThrow('given up');

  const { rows } = await sweep(shared, { yes: true, settle: 1_500 });

  expect(await areDone()).toStrictEqual([200, 201]);
  expect(rows.filter(({ outcome }) => outcome !== 'deleted')).toStrictEqual([]);
  run.expectAsBefore();
});

test('a copy that comes after its answer is waited for', async ({ shared }) => {
  const run = await begin(shared, {}, { settle: 10_000 });
  const { plan } = await planOn(run);
  const answer = { status: 200, headers: {}, body: Buffer.from('{"started": true}') };
  const { transport, areDone } = late(2_400, () => Promise.resolve(answer));
  await clientOf(run.tracker, transport).copyPlan({ body: run.build.copyPlan.of(plan).async(true).build() });

  await run.tracker.release();

  expect(await areDone()).toStrictEqual([200]);
  run.expectAsBefore();
});

test('issues of other people are none of an unanswered call, whatever they are called', async ({ shared, run }) => {
  const { issue, project } = await issueIn(run);
  const template = await run.provisioner.template({ fields: ['summary'] });
  await expect(clientOf(run.tracker, dying).createIssue({ body: issue.build() })).rejects.toThrow('killed');
  const { caller } = await run.provisioner.plainUser();
  const theirs = async (summary: unknown) => {
    const fields = { project: { key: project.key }, issuetype: nameOf(project), summary };
    return (await unguarded(run.tracker, caller).createIssue({ body: { fields } })).key;
  };
  const keys = [await theirs(template.fields['summary']), await theirs('Something else')];

  // The sandbox does not say that runs log in as that user.
  const report = await sweep(shared, { yes: true, sandbox: { ...shared.sandbox, plainUser: undefined } });

  expect(valuesIn(report).filter((name) => keys.some((key) => name.startsWith(`issue ${key} `)))).toStrictEqual([]);
  expect(issueKeys(shared)).toStrictEqual(expect.arrayContaining(keys));
});

/** Copies a plan that the body does not name. The call takes effect and is answered as if a gateway had given up. */
function copyNothing({ tracker }: Run): Promise<unknown> {
  const client = clientOf(
    tracker,
    shaped(() => [504, 'gave up']),
  );
  return client.copyPlan({ body: RawBody.json('without a plan', { projects: [] }) });
}

test('a copy that names no plan and is not answered takes no issue of others', async ({ shared, run }) => {
  await run.provisioner.testProject({});
  const other = await begin(shared);
  const { plan } = await planOn(other);
  const { issue } = await issueIn(other);
  const { key: far } = await other.provisioner.issue(issue.build());

  await copyNothing(run);
  await run.tracker.release();

  expect(issueKeys(shared)).toStrictEqual(expect.arrayContaining([plan.key, far]));
});

test('what such a copy may have made in the projects of its test is left for a sweep', async ({ shared, run }) => {
  const tests = await run.provisioner.testProject({});
  await copyNothing(run);
  // As if the tracker had made it of the call after all.
  const { key } = await run.setup.createIssue({ body: run.build.testPlan.in(tests).build() });

  await expect(run.tracker.release()).rejects.toThrow(`${key} may be its, or of another test of the run`);
  const { rows } = await sweep(shared, { yes: true });

  expect(rows).toMatchObject([{ kind: 'issues', outcome: 'deleted' }]);
  expect(shared.left()).toStrictEqual([]);
});

test('what an answer names and the call has not made is left', async ({ shared, run }) => {
  const { tracker, provisioner, client, build } = run;
  const tests = await provisioner.testProject({});
  const issues = shared.tenant.state().issues as { id: number; key: string }[];
  const old = issues.filter(({ key }) => key.startsWith(`${tests.key}-`));
  const [{ key: issueIdOrKey } = { key: '' }] = old;
  const plan = await provisioner.issue(build.testPlan.in(tests).build());
  const named = JSON.stringify(old.map(({ id, key }) => ({ id, like: key })));
  await clientOf(
    tracker,
    shaped(() => [undefined, named]),
  ).copyPlan({ body: build.copyPlan.of(plan).build() });

  const changing = client.editIssue({ issueIdOrKey, body: { fields: { summary: 'Changed' } } });

  await expect(changing).rejects.toThrow('which this test did not make');
  await tracker.release();
  expect(issueKeys(shared)).toStrictEqual(expect.arrayContaining(old.map(({ key }) => key)));
});
