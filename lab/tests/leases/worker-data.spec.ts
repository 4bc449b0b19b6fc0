import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { LeaseRefusedError } from '../../../client/errors.js';
import type { Transport } from '../../../client/transport.js';
import { clientOf, test } from '../fixtures/shared-tracker-test.js';

const builders = seededBuilders(7);

test('a worker keeps what it leased and made for its next test, and gives it back when it ends', async ({ shared }) => {
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

  expect(again.map(({ id }) => id)).toStrictEqual([template.id, project.id]);
  expect(entries).toStrictEqual([]);
  expect(shared.tenant.state().issues).toHaveLength(before.issues.length + 3);
  await worker.close();
  expect(shared.tenant.state()).toStrictEqual(before);
  expect(shared.left()).toStrictEqual([]);
});

test('a project that a test has changed itself, or whose key it tried to use again, goes with the test', async ({
  shared,
}) => {
  const before = shared.tenant.state();
  const worker = shared.worker({ projects: [] });
  const first = await worker.open();
  const { key } = await first.provisioner.project({});
  const { name: lead } = await first.setup.getMyself();
  const again = await clientOf(first).createProject({ body: { key, name: 'Again', projectTypeKey: 'software', lead } });
  await first.release();
  expect(again.status).toBe(400);
  expect(shared.left()).toStrictEqual([]);

  const second = await worker.open();
  const other = await second.provisioner.project({});
  await second.setup.createComponent({ body: { project: other.key, name: 'Of one test' } });
  await second.release();

  expect(other.key).not.toBe(key);
  expect(shared.tenant.state()).toStrictEqual(before);
  expect(shared.left()).toStrictEqual([]);
  await worker.close();
});

test('issues that tests can use again are made once, until a call may have changed them', async ({ shared }) => {
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

  const reading = await open();
  await reading.api.getIssue({ issueIdOrKey: reading.plan.key });
  await reading.tracker.release();
  const refused = await open();
  const body = { fields: { nothing: 'of the kind' } };
  const answer = await refused.api.editIssue({ issueIdOrKey: refused.plan.key, body });
  await refused.tracker.release();
  const last = await open();
  await last.tracker.release(true);
  const afterFailure = await open();
  await afterFailure.tracker.release();
  await worker.close();

  expect(answer.status).toBe(400);
  const keys = [reading, refused, last, afterFailure].map(({ plan }) => plan.key);
  expect(keys.map((key) => keys.indexOf(key))).toStrictEqual([0, 0, 2, 3]);
  expect(made).toBe(3);
  expect(shared.left()).toStrictEqual([]);
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
  expect(writes).toStrictEqual([]);
  expect(shared.tenant.state()).toStrictEqual(before);
  expect(shared.left()).toStrictEqual([]);
  await tracker.release();
  await worker.close();
});
