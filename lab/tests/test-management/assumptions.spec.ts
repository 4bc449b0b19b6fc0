import { expect } from '@playwright/test';
import { rowsPlaceIn } from '../../../contracts/index.js';
import type { TestsTenant } from './tests-test.js';
import { STEPS, test } from './tests-test.js';

const copyOf = (tests: TestsTenant, testPlanKey: string, copyStrategy = 'BY_TEST_CASE_TEMPLATES') =>
  tests.api('POST', '/testplan/copy', { testPlanKey, copyStrategy });

const statusOf = (tests: TestsTenant, issueId: number | string, rowIndex: number | string, status = 'Pass') =>
  tests.api('PUT', '/steps/status', { issueId, rowIndex, status });

/** The cases that the result of a copy names. */
function casesIn(body: unknown): readonly { readonly id: number }[] {
  const { testPlans = [] } = body as { testPlans?: { testCases: { id: number }[] }[] };
  return testPlans.flatMap(({ testCases }) => testCases);
}

const firstCase = (body: unknown) => casesIn(body)[0]?.id ?? 0;

/** Attaches a file to a step of an issue. */
function attach({ url }: TestsTenant, issueId: number | string, rowIndex = '0'): Promise<{ readonly status: number }> {
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  return fetch(`${url}/rest/tms/1.0/api/steps/attachment?issueId=${issueId}&rowIndex=${rowIndex}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('admin:admin')}`, 'x-atlassian-token': 'no-check' },
    body: form,
  });
}

/** Takes a template out of its active status. */
const deactivate = (tests: TestsTenant, key: string) =>
  tests.call('POST', `/rest/api/2/issue/${key}/transitions`, { transition: { id: '101' } });

for (const place of ['lines', null]) {
  test(`TM-N02: rows are written and read back ${place === null ? 'as the value' : `under ${place}`}`, async ({
    open,
  }) => {
    const tests = open({ assumptions: { 'TM-N02': place } });
    const plan = await tests.planOf(await tests.template('Open'));

    const { body } = await tests.call('GET', `/rest/api/2/issue/${plan.caseId}`);

    expect(await tests.rows(plan.caseId)).toMatchObject([{ cells: ['Open', '', ''], status: { name: 'To do' } }]);
    expect(rowsPlaceIn((body as { fields: Record<string, unknown> }).fields[STEPS])).toBe(place);
  });
}

test('TM-N02: a step of a template reads back as it was written', async ({ open }) => {
  const tests = open();

  const { id } = await tests.template('Open');

  expect(await tests.rows(id)).toEqual([{ isGroup: false, cells: ['Open', '', ''] }]);
});

test('TM-N03: a Requirement reads back as ids', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N03': 'issue ids' } });
  const required = await tests.template('Open');

  const { key } = await tests.create('Test Case Template', { customfield_10104: [String(required.id)] });

  const { body } = await tests.call('GET', `/rest/api/2/issue/${key}`);
  expect(body).toMatchObject({ fields: { customfield_10104: [String(required.id)] } });
});

for (const [form, value] of [
  ['objects', (key: string) => [{ key }, { key }]],
  ['text', (key: string) => `${key}, ${key}`],
] as const) {
  test(`TM-N03: a Requirement is written and read back as ${form}, and in no other form`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N03': form } });
    const required = await tests.template('Open');
    const sent = value(required.key);

    const { key } = await tests.create('Test Case Template', { customfield_10104: sent });

    const { body } = await tests.call('GET', `/rest/api/2/issue/${key}`);
    expect(body).toMatchObject({ fields: { customfield_10104: sent } });
    await expect(tests.create('Test Case Template', { customfield_10104: [required.key] })).rejects.toThrow('400');
  });
}

test('TM-N03: a Requirement is written as numbers too, and lacks an issue that is deleted', async ({ open }) => {
  const tests = open();
  const [required, deleted] = [await tests.template('Open'), await tests.template('Open')];
  const { key } = await tests.create('Test Case Template', { customfield_10104: [required.id, deleted.id] });
  await tests.call('DELETE', `/rest/api/2/issue/${deleted.key}`);

  const { body } = await tests.call('GET', `/rest/api/2/issue/${key}`);

  expect(body).toMatchObject({ fields: { customfield_10104: [required.key] } });
});

test('TM-N03: a Requirement that names no issue is refused by field', async ({ open }) => {
  const tests = open();
  const { key } = await tests.template('Open');

  for (const sent of ['NOWHERE-1', 4_711, { key }, null]) {
    const reply = await tests.call('PUT', `/rest/api/2/issue/${key}`, { fields: { customfield_10104: [sent] } });

    expect(reply).toMatchObject({ status: 400, body: { errors: { customfield_10104: expect.any(String) } } });
  }
});

test('TM-N04: a project that says nothing has the statuses and columns it names', async ({ open }) => {
  const planned = { id: 7, name: 'Planned', color: '#ffffff', isFinalStatus: false };
  const statuses = [{ ...planned, id: 8, name: 'Done', isFinalStatus: true }, planned];
  const tests = open({ assumptions: { 'TM-N04': { statuses, defaultStatus: 'Planned', columns: ['A', 'B', 'C'] } } });
  const plan = await tests.planOf(await tests.template('Open'));

  expect(await tests.rows(plan.caseId)).toMatchObject([{ status: { ids: [7], name: 'Planned', color: '#ffffff' } }]);
  expect((await statusOf(tests, plan.caseId, 0)).status).toBe(400);
  const { body } = await tests.call('GET', `/rest/api/2/issue/${plan.caseId}`);
  expect(body).toMatchObject({ fields: { [STEPS]: { defaultStatus: { ids: [7], name: 'Planned' } } } });
});

test('TM-N05: a steps call answers without a body', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N05': { status: 204, body: 'empty' } } });
  const plan = await tests.planOf(await tests.template('Open'));

  expect(await statusOf(tests, plan.caseId, 0)).toEqual({ status: 204, body: undefined });
});

test('TM-N05: a steps call answers without a body with a status that could have one', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N05': { status: 201, body: 'empty' } } });
  const plan = await tests.planOf(await tests.template('Open'));

  expect(await statusOf(tests, plan.caseId, 0)).toEqual({ status: 201, body: undefined });
});

test('TM-N06: an unknown issue is refused with the status it names', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N06': 410 } });

  const replies = [await statusOf(tests, 9, 0), await copyOf(tests, 'NOWHERE-1')];

  expect(replies.map(({ status }) => status)).toEqual([410, 410]);
});

test('TM-N07: an index out of range and an unknown status are refused with the status it names', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N07': 422 } });
  const plan = await tests.planOf(await tests.template('Open'));

  const replies = [await statusOf(tests, plan.caseId, 1), await statusOf(tests, plan.caseId, 0, 'Nowhere')];

  expect(replies.map(({ status }) => status)).toEqual([422, 422]);
});

test('TM-N16: an addition that says nothing of async waits for nothing', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N16': true } });

  const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
  const sent = { testPlanKeys: [plan.key], testCaseTemplateKeys: [template.key] };

  const { body } = await tests.api('POST', '/testplan/add-test-case-templates', sent);

  expect(body).toEqual({});
});

test('TM-N18: a group row with more cells than its name is taken with its name alone', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N18': 'accepted' } });
  const sent = { stepsRows: [{ isGroup: true, cells: ['Group', '', ''] }] };

  const { id } = await tests.create('Test Case Template', { [STEPS]: sent });

  expect(await tests.rows(id)).toEqual([{ isGroup: true, cells: ['Group'] }]);
});

test('TM-N18: a group row without a name and a step with too many cells are refused all the same', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N18': 'accepted' } });
  const wrong = [
    { isGroup: true, cells: [] },
    { isGroup: false, cells: ['Open', '', '', 'One more'] },
  ];

  for (const row of wrong) {
    const create = tests.create('Test Case Template', { [STEPS]: { stepsRows: [row] } });
    await expect(create, JSON.stringify(row)).rejects.toThrow('refused with 400');
  }
});

test('TM-N19: a case takes over the fields it names, by the way it is made', async ({ open }) => {
  const tests = open({
    assumptions: { 'TM-N19': { add: ['description'], byTemplates: ['preconditions'], byCases: [] } },
  });
  const required = await tests.template('Open');
  const values = { description: 'A text', customfield_10102: 'Before', customfield_10104: [required.key] };
  const template = await tests.create('Test Case Template', values);
  const plan = await tests.planOf(template);

  const copies = [await copyOf(tests, plan.key), await copyOf(tests, plan.key, 'BY_TEST_CASES')];

  const made = [plan.caseId, ...copies.map(({ body }) => firstCase(body))];
  const taken = await Promise.all(
    made.map(async (id) => {
      const { body } = await tests.call(
        'GET',
        `/rest/api/2/issue/${id}?fields=description,customfield_10102,customfield_10104`,
      );
      return (body as { fields: unknown }).fields;
    }),
  );
  expect(taken).toEqual([
    { description: 'A text', customfield_10102: null, customfield_10104: null },
    { description: null, customfield_10102: 'Before', customfield_10104: null },
    { description: null, customfield_10102: null, customfield_10104: null },
  ]);
});

test('TM-N20: the lists of a copy and of a plan are as it says', async ({ open }) => {
  const lists = {
    projects: 'ids',
    issueIds: 'text',
    listedIds: 'text',
    noProjects: 'refused',
    noIssueIds: 'nothing',
  } as const;
  const tests = open({ assumptions: { 'TM-N20': lists } });
  const plan = await tests.planOf(await tests.template('Open'));
  const copy = async (body: object) => {
    const reply = await tests.api('POST', '/testplan/copy', { testPlanKey: plan.key, ...body });
    return { status: reply.status, cases: casesIn(reply.body).length };
  };
  const [projectKey = ''] = plan.key.split('-');
  const project = await tests.call('GET', `/rest/api/2/project/${projectKey}`);
  const { id } = project.body as { id: string };

  const listed = await tests.call('GET', `/rest/tms/1.0/api/testplan/test-case-ids/${plan.key}`);
  expect(listed.body).toEqual([String(plan.caseId)]);
  expect(await copy({ projects: [Number(id)], issueIds: [String(plan.caseId)] })).toEqual({ status: 200, cases: 1 });
  expect(await copy({ projects: [projectKey] })).toMatchObject({ status: 404 });
  expect(await copy({ projects: [4_711] })).toMatchObject({ status: 404 });
  expect(await copy({ issueIds: [1] })).toMatchObject({ status: 400 });
  expect(await copy({ projects: [] })).toMatchObject({ status: 400 });
  expect(await copy({ issueIds: [] })).toEqual({ status: 200, cases: 0 });
});

test('a copy is refused in a project that has no issue types of test plans', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.template('Open'));
  const before = tests.tenant.state();

  const reply = await tests.api('POST', '/testplan/copy', { testPlanKey: plan.key, projects: ['PLAIN'] });

  expect(reply.status).toBe(400);
  expect(tests.tenant.state()).toStrictEqual(before);
});

test('a case whose template is deleted is left out of a copy by templates, and copied from a case', async ({
  open,
}) => {
  const tests = open();
  const template = await tests.template('Open');
  const plan = await tests.planOf(template);
  await tests.call('DELETE', `/rest/api/2/issue/${template.key}`);

  const copies = [await copyOf(tests, plan.key), await copyOf(tests, plan.key, 'BY_TEST_CASES')];

  expect(copies.map(({ body }) => casesIn(body).length)).toEqual([0, 1]);
  expect((await tests.api('GET', `/testplan/test-case-template-ids/${plan.key}`)).body).toEqual([]);
});

test('a case of a template without Steps has none, however it is made', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.create('Test Case Template'));

  const copies = [await copyOf(tests, plan.key), await copyOf(tests, plan.key, 'BY_TEST_CASES')];

  for (const id of [plan.caseId, ...copies.map(({ body }) => firstCase(body))]) {
    const { body } = await tests.call('GET', `/rest/api/2/issue/${id}`);
    expect(body).toMatchObject({ fields: { [STEPS]: null } });
  }
});

test('a copy and an addition are refused if they would write very many rows of steps', async ({ open }) => {
  const tests = open();
  const template = await tests.template(...Array.from({ length: 1_100 }, (_, index) => `Step ${index}`));
  const plan = await tests.planOf(template);
  const tenTimes = (key: string) => Array.from({ length: 10 }, () => key);
  const before = tests.tenant.state().issues.length;

  const added = await tests.api('POST', '/testplan/add-test-case-templates', {
    testPlanKeys: tenTimes(plan.key),
    testCaseTemplateKeys: tenTimes(template.key),
  });
  const copied = await tests.api('POST', '/testplan/copy', {
    testPlanKey: plan.key,
    projects: tenTimes('QA').flatMap(tenTimes),
  });

  expect([added.status, copied.status]).toEqual([400, 400]);
  expect(tests.tenant.state().issues).toHaveLength(before);
});

test('TM-N06: a project is not found by a key that it does not have', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.template('Open'));

  const reply = await tests.api('POST', '/testplan/copy', { testPlanKey: plan.key, projects: ['undefined'] });

  expect(reply.status).toBe(404);
});

test('TM-N07: an issue without Steps has no step', async ({ open }) => {
  const tests = open();
  const { id } = await tests.create('Test Case Template');
  const before = tests.tenant.state();

  expect((await statusOf(tests, id, 0, 'To do')).status).toBe(400);
  expect(tests.tenant.state()).toStrictEqual(before);
});

test('an attachment that is deleted is on no step any more', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.template('Open'));
  await attach(tests, plan.caseId);
  const [{ attachments: [attachment] = [] } = {}] = await tests.rows(plan.caseId);

  await tests.call('DELETE', `/rest/api/2/attachment/${attachment?.id}`);

  expect(attachment).toMatchObject({ name: 'x.txt' });
  expect(await tests.rows(plan.caseId)).toMatchObject([{ attachments: [] }]);
});

test('TM-N12: an inactive template is left out', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N12': { add: 'left out', copy: 'left out' } } });
  const template = await tests.template('Open');
  const plan = await tests.planOf(template);
  await deactivate(tests, template.key);

  const copied = await copyOf(tests, plan.key);
  const added = await tests.add(plan, template);

  expect(copied.body).toMatchObject({ testPlans: [{ testCases: [] }] });
  expect(added.body).toEqual({ testPlans: [{ testCases: [] }] });
});

test('TM-N13: numeric text is refused in a body', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N13': 'refused' } });
  const plan = await tests.planOf(await tests.template('Open'));

  const replies = [
    await statusOf(tests, String(plan.caseId), 0),
    await statusOf(tests, plan.caseId, '0'),
    await statusOf(tests, plan.caseId, 0),
  ];

  expect(replies.map(({ status }) => status)).toEqual([400, 400, 200]);
});

test('TM-N13: text that is no number is refused, and is not an index that no step has', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N07': 422, 'TM-N06': 410 } });
  const plan = await tests.planOf(await tests.template('Open'));

  const replies = [
    await attach(tests, plan.caseId, 'x0'),
    await attach(tests, plan.caseId, '0x'),
    await attach(tests, `${plan.caseId}x`),
    await attach(tests, plan.caseId, '1'),
  ];

  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 422]);
});

test('TM-N14: a step keeps its last comment', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N14': 'the last' } });
  const { caseId: issueId } = await tests.planOf(await tests.template('Open'));

  await tests.api('PUT', '/steps/comment', { issueId, rowIndex: 0, comment: 'First' });
  await tests.api('PUT', '/steps/comment', { issueId, rowIndex: 0, comment: 'Second' });

  expect(await tests.rows(issueId)).toMatchObject([{ comments: [{ body: 'Second' }] }]);
});

test('TM-N15: a case copied from a case keeps its attachments and nothing else if it names them', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N15': ['attachments'] } });
  const plan = await tests.planOf(await tests.template('Open', 'Left alone'));
  await statusOf(tests, plan.caseId, 0);
  await attach(tests, plan.caseId);

  const { body } = await copyOf(tests, plan.key, 'BY_TEST_CASES');

  expect(await tests.rows(firstCase(body))).toMatchObject([
    { status: { name: 'To do' }, attachments: [{ name: 'x.txt' }] },
    { status: { name: 'To do' }, attachments: [] },
  ]);
});

test('TM-N15: a case copied from a case keeps what it names', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N15': ['statuses', 'comments'] } });
  const plan = await tests.planOf(await tests.template('Open'));
  await statusOf(tests, plan.caseId, 0);
  await tests.api('PUT', '/steps/comment', { issueId: plan.caseId, rowIndex: 0, comment: 'Seen' });

  const { body } = await copyOf(tests, plan.key, 'BY_TEST_CASES');

  expect(await tests.rows(firstCase(body))).toMatchObject([{ status: { name: 'Pass' }, comments: [{ body: 'Seen' }] }]);
});

test('TM-N15: a case that is made of a template keeps nothing of what happened to its steps', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N15': ['statuses'] } });
  const template = await tests.template('Open');
  await statusOf(tests, template.id, 0);

  const plan = await tests.planOf(template);

  expect(await tests.rows(plan.caseId)).toMatchObject([{ status: { name: 'To do' } }]);
});

test('TM-N01: the previous URL pattern is where it is assumed to be', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N01': '/rest/old' } });
  const plan = await tests.planOf(await tests.template('Open'));

  const replies = [
    await tests.call('GET', `/rest/old/testplan/test-case-ids/${plan.key}`),
    await tests.call('GET', `/rest/tms/1.0/testplan/test-case-ids/${plan.key}`),
  ];

  expect(replies.map(({ status }) => status)).toEqual([200, 404]);
});

test('TM-N07 is about steps calls: wrong Steps in a payload are refused by field', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N07': 422 } });
  const template = await tests.template('Open');
  const fields = { [STEPS]: { stepsRows: [{ isGroup: false, cells: [] }] } };

  const reply = await tests.call('PUT', `/rest/api/2/issue/${template.key}`, { fields });

  expect(reply).toMatchObject({ status: 400, body: { errors: { [STEPS]: expect.any(String) } } });
});

test('TM-N13: numeric text is no fault in a query, which has nothing else', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N13': 'refused' } });
  const plan = await tests.planOf(await tests.template('Open'));
  const { status } = await attach(tests, plan.caseId);

  expect(status).toBe(200);
});

for (const { others, cases } of [
  { others: 'left', cases: 0 },
  { others: 'filled', cases: 1 },
] as const) {
  test(`TM-N24: without Create Issues for one of two plans the other one is ${others}`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N24': { status: 207, others } } });
    const permissions = { BROWSE_PROJECTS: [{ group: 'tracker-users' }] };
    const project = {
      name: 'A project',
      lead: 'JIRAUSER10000',
      issueTypeIds: [10501, 10502],
      workflow: 'Test plan workflow',
    };
    const permissionsOfOpen = { ...permissions, CREATE_ISSUES: [{ group: 'tracker-users' }] };
    tests.tenant.add({
      projects: [
        { ...project, id: 12000, key: 'LOCKED', name: 'Locked', permissions },
        { ...project, id: 12001, key: 'OPEN', name: 'Open', permissions: permissionsOfOpen },
      ],
    });
    const create = (key: string) => tests.create('Test Plan', { project: { key } });
    const [locked, allowed, template] = [await create('LOCKED'), await create('OPEN'), await tests.template('Open')];
    const body = { testPlanKeys: [locked.key, allowed.key], testCaseTemplateKeys: [template.key] };

    const reply = await tests.api('POST', '/testplan/add-test-case-templates', body, 'tess');

    expect(reply).toMatchObject({ status: 207, body: { errorMessages: [expect.stringContaining('LOCKED')] } });
    expect([await tests.caseIds(locked), await tests.caseIds(allowed)].map(({ length }) => length)).toEqual([0, cases]);
  });
}

test('TM-N23: the status of a step of a template is refused, or set', async ({ open }) => {
  const templates = [open(), open({ assumptions: { 'TM-N23': 'set' } })];

  const replies = await Promise.all(
    templates.map(async (tests) => statusOf(tests, (await tests.template('Open')).id, 0)),
  );

  expect(replies.map(({ status }) => status)).toEqual([400, 200]);
});

test('TM-N25: a copy takes over no text, and a file of a step is none of the issue', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N25': { files: 'of the step', taken: [] } } });
  const plan = await tests.planOf(await tests.template('Open'));
  await attach(tests, plan.caseId);

  const { body } = await copyOf(tests, plan.key);

  const { testPlans } = body as { testPlans: { id: number }[] };
  const copy = await tests.call('GET', `/rest/api/2/issue/${testPlans[0]?.id}`);
  expect(copy.body).toMatchObject({ fields: { summary: `Copy of ${plan.key}` } });
  const { body: testCase } = await tests.call('GET', `/rest/api/2/issue/${plan.caseId}`);
  expect(testCase).toMatchObject({ fields: { attachment: [] } });
  expect(await tests.rows(plan.caseId)).toMatchObject([{ attachments: [{ name: 'x.txt' }] }]);
});

test('TM-N21: calls about plans succeed with the statuses it names', async ({ open }) => {
  const tests = open({
    assumptions: { 'TM-N21': { list: 203, copy: 201, copyLater: 202, add: 299, addLater: 206 } },
  });
  const template = await tests.template('Open');
  const plan = await tests.planOf(template);
  const copyLater = { testPlanKey: plan.key, async: true };

  const replies = [
    await tests.api('GET', `/testplan/test-case-ids/${plan.key}`),
    await tests.api('GET', `/testplan/test-case-template-ids/${plan.key}`),
    await copyOf(tests, plan.key),
    await tests.api('POST', '/testplan/copy', copyLater),
    await tests.add(plan, template),
    await tests.add(plan, template, true),
  ];

  expect(replies.map(({ status }) => status)).toEqual([203, 203, 201, 202, 299, 206]);
});

for (const [order, position] of [
  ['as named', 0],
  ['otherwise', 1],
] as const) {
  test(`TM-N22: the cases of an addition stand ${order}`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N22': order } });
    const [first, second] = [await tests.template('Open'), await tests.template('Close')];
    const plan = await tests.create('Test Plan');
    const sent = { testPlanKeys: [plan.key], testCaseTemplateKeys: [first.key, second.key], async: false };
    await tests.api('POST', '/testplan/add-test-case-templates', sent);

    const { body } = await tests.api('GET', `/testplan/test-case-template-ids/${plan.key}`);

    expect((body as number[]).indexOf(first.id)).toBe(position);
  });
}
