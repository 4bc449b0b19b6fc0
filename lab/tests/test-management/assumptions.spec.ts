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
      (tests, { caseId }) => tests.attach(caseId, 'x.txt', 'x0'),
      (tests, { caseId }) => tests.attach(caseId, 'x.txt', '0x'),
      (tests, { caseId }) => tests.attach(`${caseId}x`),
      (tests, { caseId }) => tests.attach(caseId, 'x.txt', '1'),
    ],
    statuses: [400, 400, 400, 422],
  },
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

test('TM-N02: rows are written and read back bare if no property holds them', async ({ open }) => {
  const tests = open({ assumptions: { 'TM-N02': null } });
  const plan = await tests.planOf(await tests.template('Open'));

  expect(await tests.rows(plan.caseId)).toMatchObject([{ cells: ['Open', '', ''], status: { name: 'To do' } }]);
  expect(rowsPlaceIn((await tests.fields(plan.caseId))[STEPS])).toBe(null);
});

for (const [form, value] of [
  ['objects', (key: string) => [{ key }, { key }]],
  ['text', (key: string) => `${key}, ${key}`],
] as const) {
  test(`TM-N03: a Requirement is written and read back as ${form}, and not in another form`, async ({ open }) => {
    const tests = open({ assumptions: { 'TM-N03': form } });
    const required = await tests.template('Open');
    const sent = value(required.key);

    const { key } = await tests.create('Test Case Template', { customfield_10104: sent });

    expect(await tests.fields(key)).toMatchObject({ customfield_10104: sent });
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
