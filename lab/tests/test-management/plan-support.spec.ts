import { expect, test } from '@playwright/test';
import { defaultAssumptions } from '../../../contracts/index.js';
import { compareSteps } from '../../../fixtures/matchers/compare-rows.js';
import { planCopier } from '../../../specs/test-management/support/copies.js';

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
});
