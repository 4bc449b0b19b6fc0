import { expect } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import type { Reply, TestsTenant } from './tests-test.js';
import { PROJECT, STEPS, test } from './tests-test.js';

const copyOf = (tests: TestsTenant, testPlanKey: string, settings: object = {}): Promise<Reply> =>
  tests.api('POST', '/testplan/copy', { testPlanKey, ...settings });

const addTo = (tests: TestsTenant, plan: { readonly key: string }, ...keys: readonly string[]) =>
  tests.api('POST', '/testplan/add-test-case-templates', { testPlanKeys: [plan.key], testCaseTemplateKeys: keys });

const copyCounts = async (tests: TestsTenant, plan: { readonly key: string }, ...settings: readonly object[]) =>
  (await Promise.all(settings.map((one) => copyOf(tests, plan.key, one)))).map((reply) => casesIn(reply).length);
const BY_CASES = { copyStrategy: 'BY_TEST_CASES' };

/** The cases of the first plan that the result of a copy names. */
function casesIn({ body }: Reply): readonly { readonly id: number; readonly key: string }[] {
  const { testPlans } = body as { testPlans: { testCases: { id: number; key: string }[] }[] };
  return testPlans[0]?.testCases ?? [];
}

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

  const copies = [await copyOf(tests, plan.key), await copyOf(tests, plan.key, BY_CASES)];

  for (const id of [plan.caseId, ...copies.map((copy) => casesIn(copy)[0]?.id)]) {
    const { body } = await tests.call('GET', `/rest/api/2/issue/${id}`);
    expect(body).toMatchObject({ fields: { [STEPS]: null } });
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

test('a copy is refused in a project without issue types of test plans, and one of very many rows is too', async ({
  open,
}) => {
  const tests = open();
  const template = await tests.template(...Array.from({ length: 1_100 }, (_, index) => `Step ${index}`));
  const plan = await tests.planOf(template);
  const tenTimes = (key: string) => Array.from({ length: 10 }, () => key);
  const before = tests.tenant.state();

  const replies = [
    await copyOf(tests, plan.key, { projects: ['PLAIN'] }),
    await copyOf(tests, plan.key, { projects: tenTimes('QA').flatMap(tenTimes) }),
    await tests.api('POST', '/testplan/add-test-case-templates', {
      testPlanKeys: tenTimes(plan.key),
      testCaseTemplateKeys: tenTimes(template.key),
    }),
  ];

  expect(replies.map(({ status: answered }) => answered)).toEqual([400, 400, 400]);
  expect(tests.tenant.state()).toStrictEqual(before);
});

test('a status that the project of a copy lacks reads back by its name alone', async ({ open }) => {
  const statuses = { [PROJECT]: [status(1, 'To do'), status(2, 'Pass')], PLAIN: [status(3, 'Planned')] };
  const tests = open({ world: worldWith(statuses), assumptions: { 'TM-N15': ['statuses'] } });
  const { id } = await tests.create('Test Case Template', {
    [STEPS]: { stepsRows: [{ isGroup: false, cells: ['x'] }] },
  });
  const { body: template } = await tests.call('GET', `/rest/api/2/issue/${id}`);
  const plan = await tests.planOf(template as { key: string });
  await tests.api('PUT', '/steps/status', { issueId: plan.caseId, rowIndex: 0, status: 'Pass' });

  const copy = await copyOf(tests, plan.key, { projects: ['PLAIN'], ...BY_CASES });

  expect(await tests.rows(casesIn(copy)[0]?.id ?? 0)).toMatchObject([{ status: { ids: [], name: 'Pass' } }]);
});

test('of two statuses of one name the first is meant', async ({ open }) => {
  const tests = open({ world: worldWith({ [PROJECT]: [status(7, 'Open'), status(8, 'Open')] }) });
  const steps = { stepsRows: [{ isGroup: false, cells: ['x'] }] };
  const template = await tests.create('Test Case Template', { [STEPS]: steps });

  const plan = await tests.planOf(template);

  expect(await tests.rows(plan.caseId)).toMatchObject([{ status: { ids: [7], name: 'Open' } }]);
});

test('a sub-task of a plan that is no case is not among its cases', async ({ open }) => {
  const world = worldWith({});
  const projects = world.projects.map((project) =>
    project.key === PROJECT ? { ...project, issueTypeIds: [...project.issueTypeIds, 10_004] } : project,
  );
  const tests = open({ world: { ...world, projects } });
  const plan = await tests.planOf(await tests.template('Open'));

  await tests.create('Sub-task', { parent: { key: plan.key } });

  expect(await tests.caseIds(plan)).toEqual([plan.caseId]);
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
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  await fetch(`${tests.url}/rest/tms/1.0/api/steps/attachment?issueId=${plan.caseId}&rowIndex=0`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('admin:admin')}`, 'x-atlassian-token': 'no-check' },
    body: form,
  });
  const [{ attachments: [attachment] = [] } = {}] = await tests.rows(plan.caseId);

  await tests.call('DELETE', `/rest/api/2/attachment/${attachment?.id}`);

  expect(attachment).toMatchObject({ name: 'x.txt' });
  expect(await tests.rows(plan.caseId)).toMatchObject([{ attachments: [] }]);
});
