import { expect, test } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { defaultAssumptions } from '../../../contracts/index.js';
import type { AddTemplatesRequest } from '../../../contracts/index.js';
import { compareSteps } from '../../../fixtures/matchers/compare-rows.js';
import { fillPlan } from '../../../fixtures/test/test-plans.js';
import type { Filling } from '../../../fixtures/test/test-plans.js';
import { planCopier } from '../../../specs/test-management/support/copies.js';

const FIELD = 'customfield_1';
let trackers = 0;

/** A tracker with plans. It adds the templates of one call in an order of its own, or in the order of the call. */
function planTracker(reorder: (keys: readonly string[]) => readonly string[]) {
  const added: string[][] = [];
  const plans = new Map<string, { readonly id: number; readonly template: string }[]>();
  let ids = 100;
  const setup = {
    addTestCaseTemplates: ({ body }: { body: AddTemplatesRequest }) => {
      const { testPlanKeys, testCaseTemplateKeys } = body;
      added.push(testCaseTemplateKeys);
      const cases = reorder(testCaseTemplateKeys).map((template) => ({ id: (ids += 1), template }));
      for (const plan of testPlanKeys) plans.get(plan)?.push(...cases);
      return Promise.resolve({});
    },
    listTestCaseIds: ({ testPlanKey }: { testPlanKey: string }) =>
      Promise.resolve((plans.get(testPlanKey) ?? []).map(({ id }) => id)),
    searchIssuesByPost: () => Promise.resolve({ issues: [] }),
    getIssue: ({ issueIdOrKey }: { issueIdOrKey: number }) => {
      const found = [...plans.values()].flat().find(({ id }) => id === issueIdOrKey);
      return Promise.resolve({
        id: String(issueIdOrKey),
        key: `CASE-${issueIdOrKey}`,
        fields: { [FIELD]: found?.template },
      });
    },
  };
  const makePlan = () => {
    const key = `PLAN-${plans.size + 1}`;
    plans.set(key, []);
    return Promise.resolve({ key, id: plans.size });
  };
  const tracker = { setup, baseUrl: `http://tracker-${(trackers += 1)}` } as unknown as Parameters<typeof fillPlan>[0];
  const fill = async (...keys: readonly string[]) => {
    const templates = keys.map((key, id) => ({ key, id }));
    const project = { fields: { testCaseTemplate: FIELD } } as Filling['project'];
    const { key, cases } = await fillPlan(tracker, { build: seededBuilders(1), project, templates, makePlan });
    const made = plans.get(key) ?? [];
    return { key, templates: cases.map(({ id }) => made.find((one) => one.id === id)?.template) };
  };
  return { fill, added };
}

test('templates are added by one call if the tracker keeps their order', async () => {
  const { fill, added } = planTracker((keys) => keys);

  const plan = await fill('A', 'B', 'C');

  expect(plan.templates).toEqual(['A', 'B', 'C']);
  expect(added).toEqual([['A', 'B', 'C']]);
});

test('on a tracker that does not keep their order each is added by a call of its own, to another plan', async () => {
  const { fill, added } = planTracker((keys) => [...keys].reverse());

  const plans = [await fill('A', 'B'), await fill('C', 'D')];

  expect(plans).toEqual([
    { key: 'PLAN-2', templates: ['A', 'B'] },
    { key: 'PLAN-3', templates: ['C', 'D'] },
  ]);
  expect(added).toEqual([['A', 'B'], ['A'], ['B'], ['C'], ['D']]);
});

const project = {
  key: 'QA',
  issueTypes: { testPlan: { id: 1 }, testCase: { id: 2 } },
  fields: { testCaseTemplate: 't' },
};
const fields = { t: 'QA-1', issuetype: { id: '2' } };

/** Copies QA-2 on a tracker whose answer names nothing, and whose search finds QA-9 before the copy, QA-8. */
async function copyBeside(statusOfOther: number) {
  let searches = 0;
  const issues = {
    searchIssues: () => {
      const found = (searches += 1) === 1 ? [] : ['QA-9', 'QA-8'];
      return Promise.resolve({ data: { issues: found.map((key) => ({ id: key.slice(3), key })) } });
    },
    getIssue: ({ issueIdOrKey: key }: { readonly issueIdOrKey: string }) =>
      Promise.resolve({ status: key === 'QA-9' ? statusOfOther : 200, data: { id: '2', key, fields } }),
  };
  const casesOf = ({ key }: { readonly key: string }) =>
    key === 'QA-9' ? Promise.reject(new Error('QA-9 can not be read')) : Promise.resolve([{ key: `${key}1` }]);
  const copyPlan = planCopier({
    issues,
    tracker: { baseUrl: 'http://tracker.test', answersAsAssumed: false, accordingTo: () => 'profile' },
    assumptions: defaultAssumptions,
    testManagement: { copyPlan: () => Promise.resolve({ ok: true, json: {}, exchange: { url: '' } }) },
    testPlans: { casesOf, copiesIn: () => Promise.resolve([]) },
  } as unknown as Parameters<typeof planCopier>[0]);
  return copyPlan({ project, plan: { key: 'QA-2' } } as unknown as Parameters<typeof copyPlan>[0]);
}

test('a copy is found beside a plan of another test that is deleted while it is looked for', async () => {
  expect((await copyBeside(404)).plans).toEqual([{ id: 8, key: 'QA-8' }]);
});

test('a plan that is there and can not be read is no plan that is deleted', async () => {
  await expect(copyBeside(200)).rejects.toThrow('QA-9 can not be read');
});

const group = { isGroup: true, cells: ['Log in'], rest: {} };
const step = { isGroup: false, cells: ['Open', 'See'], status: 'To do', rest: { status: 'To do' } };
const named = { isGroup: true, cells: ['Log in'] };

test.describe('compareSteps', () => {
  test('finds nothing if everything that is expected is so', () => {
    expect(compareSteps([group, step], [named, { cells: ['Open', 'See'], status: 'To do' }])).toEqual([]);
  });

  test('names the steps as the API does, which counts no groups, and each value that differs', () => {
    const rows = [group, step, group, step];
    const expected = [{ ...named, cells: ['Log out'] }, named, named, { cells: ['Open', 'Close'], status: 'Pass' }];

    expect(compareSteps(rows, expected)).toEqual([
      'row 0 (a group): cells[0]: expected "Log out", received "Log in"',
      'step 0: isGroup: expected true, received false',
      'step 0: cells: expected ["Log in"], received ["Open","See"]',
      'step 1: cells[1]: expected "Close", received "See"',
      'step 1: status: expected "Pass", received "To do"',
    ]);
  });

  test('shows a row that is missing and one that is too many', () => {
    expect(compareSteps([group], [named, { cells: ['Open'] }])).toEqual([
      'step 0: missing, expected {"cells":["Open"]}',
    ]);
    expect(compareSteps([group], [])).toEqual([
      'row 0 (a group): unexpected, received {"isGroup":true,"cells":["Log in"]}',
    ]);
  });

  test('finds texts of comments and files wherever they stand, as often as they are expected, and those it lacks', () => {
    const rest = { notes: [{ by: 'ann', text: 'one' }], files: { 'a.txt': 7, more: ['a.txt'] } };
    const row = { ...step, rest };

    expect(compareSteps([row], [{ comments: ['one'], attachments: ['a.txt', 'a.txt'], lacks: ['two'] }])).toEqual([]);
    expect(
      compareSteps([row], [{ comments: ['two'], attachments: ['a.txt', 'a.txt', 'a.txt'], lacks: ['one'] }]),
    ).toEqual([
      'step 0: comments: expected ["two"], received []',
      'step 0: attachments: expected ["a.txt","a.txt","a.txt"], received ["a.txt","a.txt"]',
      'step 0: lacks: expected ["one"], received []',
    ]);
  });
});
