import { expect } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import type { Reply, TestsTenant } from './tests-test.js';
import { PROJECT, STEPS, test } from './tests-test.js';

const copyOf = (tests: TestsTenant, testPlanKey: string, settings: object = {}): Promise<Reply> =>
  tests.api('POST', '/testplan/copy', { testPlanKey, ...settings });

const addTo = (tests: TestsTenant, plan: { readonly key: string }, ...keys: readonly string[]) =>
  tests.api('POST', '/testplan/add-test-case-templates', { testPlanKeys: [plan.key], testCaseTemplateKeys: keys });

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

test('a case of a template without Steps has none', async ({ open }) => {
  const tests = open();
  const template = await tests.create('Test Case Template');

  const plan = await tests.planOf(template);

  const { body } = await tests.call('GET', `/rest/api/2/issue/${plan.caseId}`);
  expect(body).toMatchObject({ fields: { [STEPS]: null } });
});

test('a case whose template is deleted is copied by cases, and not by templates', async ({ open }) => {
  const tests = open();
  const [kept, deleted] = [await tests.template('Open'), await tests.template('Close')];
  const plan = await tests.create('Test Plan');
  await addTo(tests, plan, deleted.key, kept.key);
  await tests.call('DELETE', `/rest/api/2/issue/${deleted.key}`);

  const byTemplates = await copyOf(tests, plan.key);
  const byCases = await copyOf(tests, plan.key, { copyStrategy: 'BY_TEST_CASES' });
  const limited = await copyOf(tests, plan.key, { issueIds: [kept.id] });

  expect(casesIn(byTemplates)).toHaveLength(1);
  expect(casesIn(byCases)).toHaveLength(2);
  expect(casesIn(limited)).toHaveLength(1);
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

  const copy = await copyOf(tests, plan.key, { projects: ['PLAIN'], copyStrategy: 'BY_TEST_CASES' });

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

test('who may not browse a project finds neither its plans nor its cases', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N06': 410 } });
  const plan = await tests.planOf(await tests.template('Open'));
  const body = { issueId: plan.caseId, rowIndex: 0, status: 'Pass' };

  const replies = [
    await tests.api('GET', `/testplan/test-case-ids/${plan.key}`, undefined, 'guest'),
    await tests.api('PUT', '/steps/status', body, 'guest'),
  ];

  expect(replies.map(({ status: answered }) => answered)).toEqual([410, 410]);
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

for (const [name, fields] of [
  ['a Requirement that holds lists', { customfield_10104: [['QA-1']] }],
  ['Steps that are a text', { [STEPS]: 'Open the door.' }],
] as const) {
  test(`${name} is refused by field`, async ({ open }) => {
    const tests = open();
    const sent = { project: { key: PROJECT }, issuetype: { name: 'Test Case Template' }, summary: 'x', ...fields };

    const reply = await tests.call('POST', '/rest/api/2/issue', { fields: sent });

    expect(reply).toMatchObject({
      status: 400,
      body: { errors: { [Object.keys(fields)[0] ?? '']: expect.any(String) } },
    });
  });
}
