import { expect } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { BY_CASES, casesIn, PROJECT, STEPS, test } from './tests-test.js';
import type { TestsTenant } from './tests-test.js';

const addTo = (tests: TestsTenant, plan: { readonly key: string }, ...keys: readonly string[]) =>
  tests.api('POST', '/testplan/add-test-case-templates', { testPlanKeys: [plan.key], testCaseTemplateKeys: keys });

const copyCounts = async (tests: TestsTenant, plan: { readonly key: string }, ...settings: readonly object[]) =>
  (await Promise.all(settings.map((one) => tests.copy(plan.key, one)))).map((reply) => casesIn(reply).length);

const status = (id: number, name: string) => ({ id, name, color: '#336699' });

/** The bundled world, some projects of which manage tests with settings of their own. */
function worldWith(statuses: Readonly<Record<string, readonly ReturnType<typeof status>[]>>): WorldInput {
  const qa = documentsWorld.projects.find(({ key }) => key === PROJECT);
  const projects = documentsWorld.projects.map((project) => {
    const own = statuses[project.key];
    if (own === undefined) return project;
    const { issueTypeIds, workflowByIssueType } = qa ?? project;
    const tests = { columns: ['Do'], statuses: own, defaultStatus: own[0]?.name };
    return { ...project, issueTypeIds, workflowByIssueType, tests };
  });
  return { ...documentsWorld, projects: projects as WorldInput['projects'] };
}

test('a case of a template without Steps has none, however it is made', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.create('Test Case Template'));

  const copies = [await tests.copy(plan.key), await tests.copy(plan.key, BY_CASES)];

  for (const id of [plan.caseId, ...copies.map((copy) => casesIn(copy)[0]?.id)]) {
    expect(await tests.fields(id ?? 0)).toMatchObject({ [STEPS]: null });
  }
});

test('a case whose template is deleted is copied by cases, and not by templates', async ({ open }) => {
  const tests = open();
  const [kept, deleted] = [await tests.template('Open'), await tests.template('Close')];
  const plan = await tests.create('Test Plan');
  await addTo(tests, plan, deleted.key, kept.key);
  await tests.call('DELETE', `/rest/api/2/issue/${deleted.key}`);

  expect(await copyCounts(tests, plan, {}, BY_CASES, { issueIds: [kept.id] })).toEqual([1, 2, 1]);
  expect((await tests.api('GET', `/testplan/test-case-template-ids/${plan.key}`)).body).toEqual([kept.id]);
});

test('a status that the project of a copy lacks reads back by its name alone', async ({ open }) => {
  const statuses = { [PROJECT]: [status(1, 'To do'), status(2, 'Pass')], PLAIN: [status(3, 'Planned')] };
  const tests = open({ world: worldWith(statuses), assumptions: { 'TM-N15': ['statuses'] } });
  const { id } = await tests.create('Test Case Template', {
    [STEPS]: { stepsRows: [{ isGroup: false, cells: ['x'] }] },
  });
  const { body: template } = await tests.call('GET', `/rest/api/2/issue/${id}`);
  const plan = await tests.planOf(template as { key: string });
  await tests.setStatus(plan.caseId, 0);

  const copy = await tests.copy(plan.key, { projects: ['PLAIN'], ...BY_CASES });

  expect(await tests.rows(casesIn(copy)[0]?.id ?? 0)).toMatchObject([{ status: { ids: [], name: 'Pass' } }]);
});

test('a tracker that does not manage tests has no plans', async ({ open }) => {
  const { testIssueTypes: _types, ...world } = documentsWorld;
  const tests = open({ world });
  const { body } = await tests.call('GET', '/rest/api/2/search?maxResults=1');
  const { issues } = body as { issues: readonly { readonly key: string }[] };

  const { status: answered } = await tests.api('GET', `/testplan/test-case-ids/${issues[0]?.key ?? ''}`);

  expect(issues).toHaveLength(1);
  expect(answered).toBe(404);
});

test('an attachment that is deleted is on no step any more', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.template('Open'));
  await tests.attach(plan.caseId, 'x.txt');
  const [{ attachments: [attachment] = [] } = {}] = await tests.rows(plan.caseId);

  await tests.call('DELETE', `/rest/api/2/attachment/${attachment?.id}`);

  expect(attachment).toMatchObject({ name: 'x.txt' });
  expect(await tests.rows(plan.caseId)).toMatchObject([{ attachments: [] }]);
});

/** A plan to which a template is added later. */
async function addLater(tests: TestsTenant, defer: () => unknown) {
  const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
  await defer();
  await tests.add(plan, template, true);
  return { plan, count: async () => (await tests.caseIds(plan)).length };
}

test("work that calls leave for later is done after milliseconds of the tenant's clock", async ({ open }) => {
  const tests = open();
  const { count } = await addLater(tests, () => tests.tenant.deferWork({ milliseconds: 60_000 }));

  tests.tenant.advance(30_000);
  expect(await count()).toBe(0);
  tests.tenant.advance(30_000);
  expect(await count()).toBe(1);
});

test('it is done after reads that do not see it yet, of which one that never arrives is none', async ({ open }) => {
  const tests = open();
  const { count } = await addLater(tests, () => tests.tenant.deferWork({ reads: 1 }));
  tests.tenant.addFault({ kind: 'connection-reset', moment: 'before', count: 3 });

  for (const read of [1, 2, 3]) await expect(count(), `read ${read}`).rejects.toThrow();

  expect([await count(), await count()]).toEqual([0, 1]);
});

test('it is not done by time if it is manual, also over HTTP', async ({ open }) => {
  for (const tests of [open(), open()]) {
    const { count } = await addLater(tests, () => tests.control('/work', 'manual'));

    tests.tenant.advance(86_400_000);
    expect(await count()).toBe(0);
    expect((await tests.control('/work', 'finish')).status).toBe(204);
    expect(await count()).toBe(1);
  }
});

test('it is dropped by a reset, and left out for a plan that is deleted meanwhile', async ({ open }) => {
  const [reset, deleted] = [open(), open()];
  await addLater(reset, () => reset.tenant.deferWork('manual'));
  const { plan } = await addLater(deleted, () => deleted.tenant.deferWork('manual'));
  reset.tenant.reset();
  await deleted.call('DELETE', `/rest/api/2/issue/${plan.key}`);

  for (const { tenant } of [reset, deleted]) {
    const before = tenant.state().issues;
    tenant.finishWork();
    expect(tenant.state().issues).toEqual(before);
  }
});

test('it is left out for a copy that is deleted meanwhile', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.template('Open'));
  tests.tenant.deferWork('manual');
  const { body } = await tests.api('POST', '/testplan/copy', { testPlanKey: plan.key, async: true });
  const { testPlans } = body as { testPlans: { testPlanKey: string }[] };
  await tests.call('DELETE', `/rest/api/2/issue/${testPlans[0]?.testPlanKey}`);
  const before = tests.tenant.state().issues;

  tests.tenant.finishWork();

  expect(testPlans).toHaveLength(1);
  expect(tests.tenant.state().issues).toEqual(before);
});

test('it is done before the next call if told so; unknown policies are refused', async ({ open }) => {
  for (const policy of [{ reads: 0 }, { milliseconds: 0 }]) {
    const tests = open();
    const { count } = await addLater(tests, () => tests.control('/work', policy));
    expect(await count()).toBe(1);
  }
  expect((await open().control('/work', { hours: 1 })).status).toBe(400);
});

test('a client resets all steps: it counts up until a call is not answered with 200, also with a query of its own', async ({
  open,
}) => {
  const tests = open();
  const { caseId } = await tests.planOf(await tests.template('Open', 'Read', 'Close'));
  const statuses: number[] = [];
  const set = async (status: string, issueId: number | string, rowIndex: number) => {
    const path = '/steps/status?check-need-refresh-issue=true';
    statuses.push((await tests.api('PUT', path, { issueId, rowIndex, status })).status);
    return statuses.at(-1) === 200;
  };

  expect(await set('N/A', caseId, 2)).toBe(true);
  for (let row = 0; await set('Blocked', String(caseId), row); row += 1);

  expect(statuses).toEqual([200, 200, 200, 200, 400]);
  expect((await tests.rows(caseId)).map(({ status }) => status?.name)).toEqual(['Blocked', 'Blocked', 'Blocked']);
});
