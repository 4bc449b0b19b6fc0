import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { CleanupError, LeaseRefusedError } from '../../../fixtures/index.js';
import type { Transport } from '../../../fixtures/http/transport.js';
import { clientOf, test, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

const builders = seededBuilders(7);

function rows(shared: SharedTracker, table: 'issues'): readonly Readonly<Record<string, unknown>>[] {
  return shared.tenant.state()[table] as readonly Readonly<Record<string, unknown>>[];
}

test.describe('a worker', () => {
  test('keeps what it leased and made for its next test, and gives it back when it ends', async ({ shared }) => {
    const before = shared.tenant.state();
    const worker = shared.worker();
    const first = await worker.open();
    const [template, project] = [await first.provisioner.template({}), await first.provisioner.project({})];
    const issueTypeIds = project.issueTypes.map(({ id }) => id);
    await first.setup.create({
      templateId: template.id,
      body: { defaults: [{ projectId: project.id, issueTypeIds }] },
    });
    const tests = await first.provisioner.testProject({});
    await first.provisioner.issues([1, 2, 3].map(() => builders.testPlan.in(tests).build()));
    await first.release();

    const second = await worker.open();
    const again = [await second.provisioner.template({}), await second.provisioner.project({})];
    const entries = await second.setup.listByTemplate({ templateId: template.id });
    await second.release();

    expect(again.map(({ id }) => id)).toEqual([template.id, project.id]);
    expect(entries).toEqual([]);
    expect(rows(shared, 'issues')).toHaveLength(before.issues.length + 3);
    await worker.close();
    expect(shared.tenant.state()).toStrictEqual(before);
    expect(shared.left()).toEqual([]);
  });

  test('restores what a test has left in what it gives back, and names the test', async ({ shared }) => {
    const before = shared.tenant.state();
    const worker = shared.worker();
    const tracker = await worker.open({ title: 'a.spec.ts › leaves something' });
    const [template, project] = [await tracker.provisioner.template({}), await tracker.provisioner.project({})];
    const [type] = project.issueTypes;
    const body = { defaults: [{ projectId: project.id, issueTypeIds: [type?.id ?? 0] }] };
    await tracker.setup.create({ templateId: template.id, body });
    await tracker.release();
    // As if the removal had not had its effect.
    await unguarded(tracker).create({ templateId: template.id, body });

    const thrown = await worker.close().catch((error: unknown) => error);

    expect(thrown).toBeInstanceOf(CleanupError);
    expect((thrown as Error).message).toContain('Not everything this run made could be cleaned up.');
    expect((thrown as Error).message).toContain(`entries of template ${template.id}: it was not what it was`);
    expect((thrown as Error).message).toContain('"a.spec.ts › leaves something"');
    expect(shared.tenant.state()).toStrictEqual(before);
  });
});

test('what tests can use again is made once, as long as no call may have changed it', async ({ shared }) => {
  const worker = shared.worker();
  let made = 0;
  const open = async () => {
    const tracker = await worker.open();
    const project = await tracker.provisioner.testProject({});
    const plan = await tracker.provisioner.reuse(
      'a plan',
      () => {
        made += 1;
        return tracker.provisioner.issue(builders.testPlan.in(project).build());
      },
      (one) => [one],
    );
    return { tracker, plan, api: clientOf(tracker) };
  };
  const editing = (api: Awaited<ReturnType<typeof open>>['api'], key: string, fields: Record<string, unknown>) =>
    api.editIssue({ issueIdOrKey: key, body: { fields } });

  const reading = await open();
  await reading.api.getIssue({ issueIdOrKey: reading.plan.key });
  await reading.tracker.release();
  const refused = await open();
  const answer = await editing(refused.api, refused.plan.key, { nothing: 'of the kind' });
  refused.tracker.sawNoChange?.();
  await refused.tracker.release();
  const doubtful = await open();
  await editing(doubtful.api, doubtful.plan.key, { nothing: 'of the kind' });
  await doubtful.tracker.release();
  const changing = await open();
  await editing(changing.api, changing.plan.key, { summary: 'Another' });
  await changing.tracker.release();
  const last = await open();
  await last.tracker.release(true);
  const afterFailure = await open();
  await afterFailure.tracker.release();
  await worker.close();

  expect(answer.status).toBe(400);
  const keys = [reading, refused, doubtful, changing, last, afterFailure].map(({ plan }) => plan.key);
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3, 4, 5]);
  // From the second one on the next is made while a test runs.
  expect(made).toBe(5);
  expect(shared.left()).toEqual([]);
});

function refusingWrites(send: Transport, writes: string[]): Transport {
  return (request) => {
    if (request.method === 'GET') return send(request);
    writes.push(`${request.method} ${new URL(request.url).pathname}`);
    const body = Buffer.from('{"errorMessages":["The token may only read."],"errors":{}}');
    return Promise.resolve({ status: 403, headers: { 'content-type': 'application/json' }, body });
  };
}

test('without a lease on the sandbox a test is given what it reads, and changes nothing of it', async ({ shared }) => {
  const writes: string[] = [];
  const before = shared.tenant.state();
  const worker = shared.worker(
    { connections: shared.sandbox.connections.slice(0, 2) },
    { runId: 'rdonl' },
    (send) => refusingWrites(send, writes),
    { refusal: new LeaseRefusedError('No lease can be put on project QA.') },
  );
  const tracker = await worker.open();
  const { provisioner, setup } = tracker;

  const connection = await provisioner.connection({ users: 1 });
  const other = await provisioner.connection({ users: 1 });
  const { elements } = await setup.listConnectionUsers({ idOrName: connection.id, query: { size: '100' } });
  const { username, key } = connection.users[0] ?? { username: '', key: '' };
  const update = [{ data: [{ userKey: key, fields: [{ mail: 'a@example.com' }] }] }];
  const change = setup.updateUsers({ body: { connectionId: connection.id, update } });

  expect(other.id).not.toBe(connection.id);
  expect(elements.map((element) => element.username)).toContain(username);
  await expect(change).rejects.toThrow(LeaseRefusedError);
  expect(writes).toEqual([]);
  expect(shared.tenant.state()).toEqual(before);
  expect(shared.left()).toEqual([]);
  await tracker.release();
  await worker.close();
});
