import { expect, test } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import type { AddTemplatesRequest } from '../../../contracts/index.js';
import { fillPlan } from '../../../fixtures/test/fill-plan.js';
import type { Filling } from '../../../fixtures/test/fill-plan.js';

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

test('so it is on one that leaves some out', async () => {
  const { fill, added } = planTracker((keys) => keys.slice(0, 1));

  const plan = await fill('A', 'B');

  expect(plan).toEqual({ key: 'PLAN-2', templates: ['A', 'B'] });
  expect(added).toEqual([['A', 'B'], ['A'], ['B']]);
});

test('many are added by one call in whatever order', async () => {
  const { fill, added } = planTracker((keys) => [...keys].reverse());
  const keys = Array.from({ length: 11 }, (_, index) => `T${index}`);

  const plan = await fill(...keys);

  expect(plan.templates).toEqual([...keys].reverse());
  expect(added).toHaveLength(1);
});
