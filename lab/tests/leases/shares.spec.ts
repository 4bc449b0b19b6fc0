import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { documentedRuleIds } from '../../../contracts/index.js';
import { ruleNeeds } from '../../../cli/doctor/prediction/rule-needs.js';
import { LeaseRefusedError } from '../../../client/errors.js';
import type { Transport } from '../../../client/transport.js';
import { shareCount, shareOf } from '../../../provide/external/leases/share.js';
import { clientOf, test } from '../fixtures/shared-tracker-test.js';

const builders = seededBuilders(7);

const template = (id: number, ...fields: readonly string[]) => {
  const values = fields.map((field) => [field, 'x'] as const);
  return { id, fields: Object.fromEntries(values) };
};

test('a sandbox is divided into shares with two templates of each kind, and belongs to one worker if it can’t be', () => {
  const idsOf = (templates: readonly ReturnType<typeof template>[], createProjects = true) => {
    const sandbox = { templates: [...templates], createProjects };
    const shares = Array.from({ length: shareCount(sandbox) }, (_, parallelIndex) =>
      shareOf(sandbox, { parallelIndex, isFull: parallelIndex === 0 }),
    );
    return shares.map((share) => [...share.templates]);
  };
  const alike = [1, 2, 3, 4, 5].map((id) => template(id, 'summary', 'labels'));
  const others = [6, 7, 8, 9].map((id) => template(id, 'labels'));
  const four = alike.slice(0, 4);

  expect(idsOf([...alike, ...others])).toStrictEqual([
    [1, 3, 5, 6, 8],
    [2, 4, 7, 9],
  ]);
  expect(idsOf([])).toStrictEqual([[]]);
  expect(idsOf(four.slice(0, 3))).toStrictEqual([[1, 2, 3]]);
  expect(idsOf([...four, template(5, 'labels')])).toStrictEqual([[1, 2, 3, 4, 5]]);
  expect(idsOf(four, false)).toStrictEqual([[1, 2, 3, 4]]);
  // As many of a kind as a rule needs.
  const mostTemplates = Math.max(...documentedRuleIds.flatMap(ruleNeeds).map(({ templates = [] }) => templates.length));
  const many = Array.from({ length: 4 * mostTemplates }, (_, id) => template(id, 'summary'));
  expect(idsOf(many).map((ids) => ids.length)).toStrictEqual([1, 2, 3, 4].map(() => mostTemplates));
});

test('a test in a worker without projects and connections is skipped, and told how to get them', async ({ shared }) => {
  const { provisioner } = await shared.worker({}, {}, undefined, { isFull: false }).open();

  for (const provide of [
    () => provisioner.project({ templatePostFunction: 'keep' }),
    () => provisioner.connection({ users: 1 }),
  ]) {
    const remedy = 'Put usesSandbox() around its details; or say "createProjects": false in TRACKER_SANDBOX';
    await expect(provide()).rejects.toMatchObject({
      name: 'NotAvailableError',
      message: expect.stringContaining(remedy),
    });
  }
});

test('a fact about the tracker is read once by the workers of a run, and again by the next run', async ({ shared }) => {
  const ask = async (runId: string, workerIndex: number) => {
    const worker = shared.worker({}, { runId }, undefined, { workerIndex });
    const { provisioner, release } = await worker.open();
    await provisioner.connection({ users: 1 });
    await release();
    await worker.close();
  };
  const asked = () => shared.tenant.journal().filter(({ url }) => /\/(field|connection)$/.test(url)).length;

  await ask('one', 0);
  await ask('one', 1);

  expect(asked()).toBe(2);
  await ask('two', 0);
  expect(asked()).toBe(4);
});

test.describe('on a disposable tracker', () => {
  test('a test that changes every project waits for those that run, and the next ones for it', async ({ shared }) => {
    const [one, two] = [0, 1].map((workerIndex) =>
      shared.worker({ disposable: true }, {}, undefined, { workerIndex }),
    ) as [ReturnType<typeof shared.worker>, ReturnType<typeof shared.worker>];
    const order: string[] = [];
    const first = await one.open();

    const alone = two.open({ isAlone: true }).then(async (tracker) => {
      order.push('alone');
      await tracker.release();
    });
    await new Promise((resolve) => setTimeout(resolve, 120));
    order.push('first is over');
    await first.release();
    const next = await one.open().then((tracker) => {
      order.push('next');
      return tracker;
    });
    await alone;
    await next.release();

    expect(order).toStrictEqual(['first is over', 'alone', 'next']);
  });

  test('a test that changes every project fails without a lease on the sandbox', async ({ shared }) => {
    const refusal = new LeaseRefusedError('No lease can be put on project QA.');
    const worker = shared.worker({ disposable: true }, {}, undefined, { refusal });

    await (await worker.open()).release();

    await expect(worker.open({ isAlone: true })).rejects.toThrow(refusal);
  });
});

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

test('a project that a test changed, or whose key it tried to use again, goes with the test', async ({ shared }) => {
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
  const { provisioner, setup } = await worker.open();

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
});
