import { expect } from '@playwright/test';
import { rowsPlaceIn } from '../../../contracts/index.js';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import type { Reply } from '../fake/fake-test.js';
import type { TestsTenant } from './tests-test.js';
import { BY_CASES, casesIn, STEPS, test } from './tests-test.js';

const firstCase = (reply: Reply) => casesIn(reply)[0]?.id ?? 0;

type Plan = Awaited<ReturnType<TestsTenant['planOf']>>;

interface Calls {
  readonly title: string;
  readonly assume: AssumptionOverrides;
  /** Calls about a plan with a case of one step, one after another. */
  readonly calls: readonly ((tests: TestsTenant, plan: Plan) => Promise<{ readonly status: number }>)[];
  readonly statuses: readonly number[];
}

const ids = (tests: TestsTenant, path: string) => tests.call('GET', `/rest/tms/1.0/api/testplan/${path}`);

const answered: readonly Calls[] = [
  {
    title: 'TM-N01: the previous URL pattern is where it is assumed to be',
    assume: { 'TM-N01': '/rest/old' },
    calls: [
      (tests, { key }) => tests.call('GET', `/rest/old/testplan/test-case-ids/${key}`),
      (tests, { key }) => tests.call('GET', `/rest/tms/1.0/testplan/test-case-ids/${key}`),
    ],
    statuses: [200, 404],
  },
  {
    title: 'TM-N06: an unknown issue or project is refused with the status it names',
    assume: { 'TM-N06': 410 },
    calls: [
      (tests) => tests.setStatus(9, 0),
      (tests) => tests.copy('NOWHERE-1'),
      (tests, { key }) => tests.copy(key, { projects: ['undefined'] }),
      (tests, { key }) => tests.api('GET', `/testplan/test-case-ids/${key}`, undefined, 'guest'),
      (tests, { caseId }) => tests.setStatus(caseId, 0, 'Pass', 'guest'),
    ],
    statuses: [410, 410, 410, 410, 410],
  },
  {
    title: 'TM-N07: an index out of range and an unknown status are refused with the status it names',
    assume: { 'TM-N07': 422 },
    calls: [
      (tests, { caseId }) => tests.setStatus(caseId, 1),
      (tests, { caseId }) => tests.setStatus(caseId, 0, 'Nowhere'),
    ],
    statuses: [422, 422],
  },
  {
    title: 'TM-N13: numeric text is refused in a body, and no fault in a query, which has nothing else',
    assume: { 'TM-N13': 'refused' },
    calls: [
      (tests, { caseId }) => tests.setStatus(String(caseId), 0),
      (tests, { caseId }) => tests.setStatus(caseId, '0'),
      (tests, { caseId }) => tests.setStatus(caseId, 0),
      (tests, { caseId }) => tests.attach(caseId),
    ],
    statuses: [400, 400, 200, 200],
  },
  {
    title: 'TM-N13: text that is no number is refused, and is not an index that no step has',
    assume: { 'TM-N07': 422, 'TM-N06': 410 },
    calls: [
      (tests, { caseId }) => tests.attach(caseId, 'x.txt', { row: 'x0' }),
      (tests, { caseId }) => tests.attach(caseId, 'x.txt', { row: '0x' }),
      (tests, { caseId }) => tests.attach(`${caseId}x`),
      (tests, { caseId }) => tests.attach(caseId, 'x.txt', { row: '1' }),
    ],
    statuses: [400, 400, 400, 422],
  },
  {
    title: 'TM-N21: calls about plans succeed with the statuses it names',
    assume: { 'TM-N21': { list: 203, copy: 201, copyLater: 202, add: 299, addLater: 206 } },
    calls: [
      (tests, { key }) => ids(tests, `test-case-ids/${key}`),
      (tests, { key }) => ids(tests, `test-case-template-ids/${key}`),
      (tests, { key }) => tests.copy(key),
      (tests, { key }) => tests.copy(key, { async: true }),
      async (tests, plan) => tests.add(plan, await tests.template('Open')),
      async (tests, plan) => tests.add(plan, await tests.template('Open'), true),
    ],
    statuses: [203, 203, 201, 202, 299, 206],
  },
  ...([undefined, 'set'] as const).map((answer): Calls => ({
    title: `TM-N23: the status of a step of a template is ${answer ?? 'refused'}`,
    assume: answer === undefined ? {} : { 'TM-N23': answer },
    calls: [async (tests) => tests.setStatus((await tests.template('Open')).id, 0)],
    statuses: [answer === 'set' ? 200 : 400],
  })),
];

test('calls are answered with the statuses that the answers to open questions say', async ({ open }) => {
  for (const { title, assume, calls, statuses } of answered) {
    const tests = open({ assumptions: assume });
    const plan = await tests.planOf(await tests.template('Open'));
    const seen: number[] = [];

    for (const call of calls) seen.push((await call(tests, plan)).status);

    expect.soft(seen, title).toEqual(statuses);
  }
});

for (const place of ['lines', null]) {
  test(`TM-N02: rows are written and read back ${place === null ? 'bare' : `under ${place}`}`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N02': place } });
    const plan = await tests.planOf(await tests.template('Open'));

    expect(await tests.rows(plan.caseId)).toMatchObject([{ cells: ['Open', '', ''], status: { name: 'To do' } }]);
    expect(rowsPlaceIn((await tests.fields(plan.caseId))[STEPS])).toBe(place);
  });
}

for (const [form, value] of [
  ['issue ids', (_key: string, id: number) => [String(id)]],
  ['objects', (key: string) => [{ key }, { key }]],
  ['text', (key: string) => `${key}, ${key}`],
] as const) {
  test(`TM-N03: a Requirement is written and read back as ${form}`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N03': form } });
    const required = await tests.template('Open');
    const sent = value(required.key, required.id);

    const { key } = await tests.create('Test Case Template', { customfield_10104: sent });

    expect(await tests.fields(key)).toMatchObject({ customfield_10104: sent });
  });
}

for (const form of ['objects', 'text'] as const) {
  test(`TM-N03: a Requirement that is assumed to be ${form} is not written in another form`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N03': form } });
    const { key } = await tests.template('Open');

    await expect(tests.create('Test Case Template', { customfield_10104: [key] })).rejects.toThrow('400');
  });
}

test('TM-N03: a Requirement is written as numbers too, and lacks a deleted issue', async ({ open }) => {
  const tests = open();
  const [required, deleted] = [await tests.template('Open'), await tests.template('Open')];
  const { key } = await tests.create('Test Case Template', { customfield_10104: [required.id, deleted.id] });
  await tests.call('DELETE', `/rest/api/2/issue/${deleted.key}`);

  expect(await tests.fields(key)).toMatchObject({ customfield_10104: [required.key] });
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
  expect((await tests.setStatus(plan.caseId, 0)).status).toBe(400);
  expect(await tests.fields(plan.caseId)).toMatchObject({
    [STEPS]: { defaultStatus: { ids: [7], name: 'Planned' } },
  });
});

for (const status of [204, 201]) {
  test(`TM-N05: a steps call answers with ${status} and without a body`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N05': { status, body: 'empty' } } });
    const plan = await tests.planOf(await tests.template('Open'));

    expect(await tests.setStatus(plan.caseId, 0)).toMatchObject({ status, body: undefined });
  });
}

test('TM-N07: an issue without Steps has no step, and wrong Steps are refused by field', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N07': 422 } });
  const { id, key } = await tests.create('Test Case Template');
  const before = tests.tenant.state();
  const fields = { [STEPS]: { stepsRows: [{ isGroup: false, cells: [] }] } };

  expect((await tests.setStatus(id, 0, 'To do')).status).toBe(422);
  expect(await tests.call('PUT', `/rest/api/2/issue/${key}`, { fields })).toMatchObject({
    status: 400,
    body: { errors: { [STEPS]: expect.any(String) } },
  });
  expect(tests.tenant.state()).toStrictEqual(before);
});

test('TM-N12: an inactive template is left out', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N12': { add: 'left out', copy: 'left out' } } });
  const template = await tests.template('Open');
  const plan = await tests.planOf(template);
  await tests.call('POST', `/rest/api/2/issue/${template.key}/transitions`, { transition: { id: '101' } });

  const copied = await tests.copy(plan.key);
  const added = await tests.add(plan, template);

  expect(copied.body).toMatchObject({ testPlans: [{ testCases: [] }] });
  expect(added.body).toEqual({ testPlans: [{ testCases: [] }] });
});

test('TM-N14: a step keeps its last comment', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N14': 'the last' } });
  const { caseId } = await tests.planOf(await tests.template('Open'));

  for (const comment of ['First', 'Second']) {
    await tests.api('PUT', '/steps/comment', { issueId: caseId, rowIndex: 0, comment });
  }

  expect(await tests.rows(caseId)).toMatchObject([{ comments: [{ body: 'Second' }] }]);
});

for (const [kept, first] of [
  [['attachments'], { status: { name: 'To do' }, attachments: [{ name: 'x.txt' }] }],
  [['statuses', 'comments'], { status: { name: 'Pass' }, comments: [{ body: 'Seen' }] }],
] as const) {
  test(`TM-N15: a copied case keeps ${kept.join(' and ')}, one of a template nothing`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N15': [...kept] } });
    const template = await tests.template('Open', 'Left alone');
    const plan = await tests.planOf(template);
    await tests.setStatus(plan.caseId, 0);
    await tests.api('PUT', '/steps/comment', { issueId: plan.caseId, rowIndex: 0, comment: 'Seen' });
    await tests.attach(plan.caseId);

    const copy = await tests.copy(plan.key, BY_CASES);
    const anew = await tests.planOf(template);

    const rest = { status: { name: 'To do' } };
    expect(await tests.rows(firstCase(copy))).toMatchObject([first, rest]);
    expect(await tests.rows(anew.caseId)).toMatchObject([rest, rest]);
  });
}

test('TM-N16: an addition that says nothing of async waits for nothing', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N16': true } });
  const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
  const sent = { testPlanKeys: [plan.key], testCaseTemplateKeys: [template.key] };

  const { body } = await tests.api('POST', '/testplan/add-test-case-templates', sent);

  expect(body).toEqual({});
});

test('TM-N18: a group row with more cells than its name is taken, wrong rows are not', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N18': 'accepted' } });
  const create = (row: object) => tests.create('Test Case Template', { [STEPS]: { stepsRows: [row] } });

  const { id } = await create({ isGroup: true, cells: ['Group', '', ''] });

  expect(await tests.rows(id)).toEqual([{ isGroup: true, cells: ['Group'], renderedCells: ['<p>Group</p>'] }]);
  await expect(create({ isGroup: true, cells: [] })).rejects.toThrow('refused with 400');
  await expect(create({ isGroup: false, cells: ['Open', '', '', 'More'] })).rejects.toThrow('refused with 400');
});

test('TM-N19: a case takes over the fields it names, by the way it is made', async ({ open }) => {
  const tests = open({
    assumptions: { 'TM-N19': { add: ['description'], byTemplates: ['preconditions'], byCases: [] } },
  });
  const required = await tests.template('Open');
  const values = { description: 'A text', customfield_10102: 'Before', customfield_10104: [required.key] };
  const plan = await tests.planOf(await tests.create('Test Case Template', values));

  const copies = [await tests.copy(plan.key), await tests.copy(plan.key, BY_CASES)];

  const made = [plan.caseId, ...copies.map(firstCase)];
  const taken = await Promise.all(made.map((id) => tests.fields(id)));
  const none = { description: null, customfield_10102: null, customfield_10104: null };
  expect(taken).toMatchObject([{ ...none, description: 'A text' }, { ...none, customfield_10102: 'Before' }, none]);
});

test('TM-N20: the lists of a copy and of a plan are as it says', async ({ open }) => {
  const tests = open({
    assumptions: {
      'TM-N20': { projects: 'ids', issueIds: 'text', listedIds: 'text', noProjects: 'refused', noIssueIds: 'nothing' },
    },
  });
  const plan = await tests.planOf(await tests.template('Open'));
  const copy = async (body: object) => {
    const reply = await tests.copy(plan.key, body);
    return [reply.status, casesIn(reply).length];
  };
  const [projectKey = ''] = plan.key.split('-');
  const { id } = (await tests.call('GET', `/rest/api/2/project/${projectKey}`)).body as { id: string };

  expect((await ids(tests, `test-case-ids/${plan.key}`)).body).toEqual([String(plan.caseId)]);
  expect(await copy({ projects: [Number(id)], issueIds: [String(plan.caseId)] })).toEqual([200, 1]);
  expect(await copy({ projects: [projectKey] })).toEqual([404, 0]);
  expect(await copy({ projects: [4_711] })).toEqual([404, 0]);
  expect(await copy({ issueIds: [1] })).toEqual([400, 0]);
  expect(await copy({ projects: [] })).toEqual([400, 0]);
  expect(await copy({ issueIds: [] })).toEqual([200, 0]);
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

    const { body } = await ids(tests, `test-case-template-ids/${plan.key}`);

    expect((body as number[]).indexOf(first.id)).toBe(position);
  });
}

for (const { others, cases } of [
  { others: 'left', cases: 0 },
  { others: 'filled', cases: 1 },
] as const) {
  test(`TM-N24: without Create Issues for one of two plans the other one is ${others}`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N24': { status: 207, others } } });
    const [lead, issueTypeIds, workflow] = ['JIRAUSER10000', [10501, 10502], 'Test plan workflow'];
    const users = [{ group: 'tracker-users' }];
    const [locked, open_] = [{ BROWSE_PROJECTS: users }, { BROWSE_PROJECTS: users, CREATE_ISSUES: users }];
    tests.tenant.add({
      projects: [
        { ...{ lead, issueTypeIds, workflow }, id: 12000, key: 'LOCKED', name: 'Locked', permissions: locked },
        { ...{ lead, issueTypeIds, workflow }, id: 12001, key: 'OPEN', name: 'Open', permissions: open_ },
      ],
    });
    const plans = [];
    for (const key of ['LOCKED', 'OPEN']) plans.push(await tests.create('Test Plan', { project: { key } }));
    const template = await tests.template('Open');
    const body = { testPlanKeys: plans.map(({ key }) => key), testCaseTemplateKeys: [template.key] };

    const reply = await tests.api('POST', '/testplan/add-test-case-templates', body, 'tess');

    expect(reply).toMatchObject({ status: 207, body: { errorMessages: [expect.stringContaining('LOCKED')] } });
    const made = await Promise.all(plans.map((plan) => tests.caseIds(plan)));
    expect(made.map(({ length }) => length)).toEqual([0, cases]);
  });
}

test('TM-N25: a copy takes over no text, and a file of a step is none of the issue', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N25': { files: 'of the step', taken: [] } } });
  const plan = await tests.planOf(await tests.template('Open'));
  await tests.attach(plan.caseId);

  const { testPlans } = (await tests.copy(plan.key)).body as { testPlans: { testPlanKey: string }[] };

  expect(await tests.fields(testPlans[0]?.testPlanKey ?? '')).toMatchObject({ summary: `Copy of ${plan.key}` });
  expect(await tests.fields(plan.caseId)).toMatchObject({ attachment: [] });
  expect(await tests.rows(plan.caseId)).toMatchObject([{ attachments: [{ name: 'x.txt' }] }]);
});
