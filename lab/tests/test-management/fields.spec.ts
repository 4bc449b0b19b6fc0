import { expect } from '@playwright/test';
import { STEPS, test, PROJECT } from './tests-test.js';
import type { TestsTenant } from './tests-test.js';

for (const [fieldId, custom, schema] of [
  [STEPS, 'test-management:steps-field', { type: 'any' }],
  ['customfield_10103', 'test-management:tc-template-field', { type: 'string' }],
  ['customfield_10104', 'test-management:requirement-field', { type: 'array', items: 'string' }],
] as const) {
  test(`${fieldId} is described with its type, and as one that is set as a whole`, async ({ open }) => {
    const { body } = await open().call('GET', '/rest/api/2/issue/createmeta/QA/issuetypes/10502?maxResults=50');

    const { values } = body as { values: { fieldId: string }[] };
    const described = { schema: { ...schema, custom: `tracker.${custom}` }, operations: ['set'] };
    expect(values.find((value) => value.fieldId === fieldId)).toMatchObject(described);
  });
}

/** Changes a field of an issue. */
async function change(tests: TestsTenant, key: string, field: string, value: unknown) {
  const { status, body } = await tests.call('PUT', `/rest/api/2/issue/${key}`, { fields: { [field]: value } });
  const { errors = {} } = (body ?? {}) as { errors?: Record<string, string> };
  const issue = await tests.call('GET', `/rest/api/2/issue/${key}`);
  return { status, error: errors[field], now: (issue.body as { fields: Record<string, unknown> }).fields[field] };
}

test('TC Template takes the key of a test case template, and nothing to clear it', async ({ open }) => {
  const tests = open();
  const [template, plan] = [await tests.template('Open'), await tests.create('Test Plan')];
  const field = 'customfield_10103';

  expect(await change(tests, plan.key, field, template.key)).toMatchObject({ status: 204, now: template.key });
  for (const wrong of [plan.key, 'NOWHERE-1', template.id]) {
    expect(await change(tests, plan.key, field, wrong)).toMatchObject({ status: 400, now: template.key });
  }
  expect(await change(tests, plan.key, field, '')).toMatchObject({ status: 204, now: null });
});

test('Steps read back with the columns and statuses of the project, each by its name', async ({ open }) => {
  const tests = open();
  const { key } = await tests.template('Open');
  const toDo = { ids: [1], name: 'To do', color: '#c1c7d0', isFinalStatus: false };

  const { now } = await change(tests, key, STEPS, { stepsRows: [{ isGroup: true, cells: ['Before'] }] });

  expect(now).toEqual({
    stepsRows: [{ isGroup: true, cells: ['Before'] }],
    stepsColumns: ['Action', 'Input', 'Expected result'].map((name) => ({ name, size: 33 })),
    stepsStatuses: [
      toDo,
      ...['In progress', 'Pass', 'Fail'].map((name) => expect.objectContaining({ name }) as unknown),
    ],
    defaultStatus: toDo,
  });
});

test('Steps without a row are none, and anything but rows is refused by field', async ({ open }) => {
  const tests = open();
  const { key, id } = await tests.template('Open');

  for (const wrong of ['text', [], {}, { stepsRows: 'text' }, { stepsRows: [null] }, { stepsRows: [{ cells: [] }] }]) {
    expect(await change(tests, key, STEPS, wrong)).toMatchObject({ status: 400, error: expect.any(String) });
  }
  for (const row of [
    { isGroup: false, cells: ['a', 'b'] },
    { isGroup: true, cells: [] },
    { isGroup: true, cells: ['a', 'b'] },
  ]) {
    expect(await change(tests, key, STEPS, { stepsRows: [row] })).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^Row 0: .*; \d were sent\.$/),
    });
  }
  expect(await tests.rows(id)).toMatchObject([{ cells: ['Open', '', ''] }]);
  expect(await change(tests, key, STEPS, { stepsRows: [] })).toMatchObject({ status: 204, now: null });
});

test('a Requirement without an issue is none, and no list is refused by field', async ({ open }) => {
  const tests = open();
  const { key } = await tests.template('Open');
  const field = 'customfield_10104';

  for (const wrong of [key, [['QA-1']]]) {
    expect(await change(tests, key, field, wrong)).toMatchObject({ status: 400, error: expect.any(String) });
  }
  expect(await change(tests, key, field, [key])).toMatchObject({ status: 204, now: [key] });
  expect(await change(tests, key, field, [])).toMatchObject({ status: 204, now: null });
});

test('Preconditions are refused by field in a project that has them switched off', async ({ open }) => {
  const tests = open();
  const project = { id: 12000, key: 'OFF', name: 'Off', lead: 'JIRAUSER10000', issueTypeIds: [10500] };
  const settings = { preconditions: false, ...tests.tenant.assumptions()['TM-N04'] };
  tests.tenant.add({ projects: [{ ...project, workflow: 'Plain workflow', tests: settings }] });
  const { key } = await tests.create('Test Case Template', { project: { key: 'OFF' } });

  const changed = await change(tests, key, 'customfield_10102', 'Before');

  expect(changed).toMatchObject({ status: 400, error: expect.stringContaining("'customfield_10102'") });
});

test('a case is found by its plan, and an active template by its type, status and summary', async ({ open }) => {
  const tests = open();
  const template = await tests.template('Open');
  const plan = await tests.planOf(template);

  const active = `project = ${PROJECT} AND status = Active AND type = "Test Case Template" AND summary ~ "Template"`;
  expect(await keysOf(tests, `${active} ORDER BY createdDate DESC`)).toEqual([template.key]);
  expect(await keysOf(tests, `parent = ${plan.key}`)).toHaveLength(1);
  expect(await keysOf(tests, `"TC Template" = ${template.key}`)).toHaveLength(1);
  expect(await keysOf(tests, `"TC Template" ~ "${template.key}"`)).toHaveLength(1);
  expect(await keysOf(tests, `"TC Template" ~ "${plan.key}"`)).toEqual([]);
});

test('templates are found in the order of the issues that they require', async ({ open }) => {
  const tests = open();
  const required = await tests.template('Open');
  const template = await tests.create('Test Case Template', { customfield_10104: [required.key] });

  expect(await keysOf(tests, 'Requirement IS NOT EMPTY ORDER BY Requirement')).toEqual([template.key]);
});

test('an issue is found by a word of its steps', async ({ open }) => {
  const tests = open();
  const [template] = [await tests.template('Open', 'Unplug the teapot'), await tests.template('Close')];

  expect(await keysOf(tests, 'Steps ~ teapot')).toEqual([template.key]);
});

/** The keys of the issues that a query finds. */
async function keysOf(tests: TestsTenant, jql: string): Promise<string[]> {
  const { body } = await tests.call('GET', `/rest/api/2/search?jql=${encodeURIComponent(jql)}`);
  return (body as { issues: { key: string }[] }).issues.map(({ key }) => key);
}
