import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { sourcesOf, subtaskKeysOf } from './support/issues.js';
import { test } from './support/scene.js';
import type { OrderedPlan } from './support/scene.js';

/** Ids that a copy names, and the places of the cases that it copies. What ids of the other kind select is open (TM-N29). */
const selections = [
  {
    by: 'BY_TEST_CASES',
    title: 'cases that issueIds name',
    only: ({ plan }: OrderedPlan) => [at(plan.cases, 3), at(plan.cases, 0)],
    copied: [0, 3],
  },
  {
    by: 'BY_TEST_CASES',
    title: 'case that issueIds name twice, once',
    only: ({ plan }: OrderedPlan) => [at(plan.cases, 1), at(plan.cases, 1)],
    copied: [1],
  },
  {
    by: 'BY_TEST_CASE_TEMPLATES',
    title: 'cases of the templates that issueIds name',
    only: ({ templates }: OrderedPlan) => [templates[1], templates[0]],
    copied: [1, 3],
  },
] as const;

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const by of ['BY_TEST_CASE_TEMPLATES', 'BY_TEST_CASES'] as const) {
    test(
      `copies everything in plan order without issueIds, ${by}`,
      covers('TM-23'),
      async ({ copyPlan, trackerApi, orderedPlan, testPlans }) => {
        const { project, plan } = orderedPlan;
        const expected = await sourcesOf(trackerApi, project, plan.cases, by);

        const { plans } = await copyPlan({ project, plan, by });

        const cases = await testPlans.casesOf(at(plans, 0));
        expect(await sourcesOf(trackerApi, project, cases, by)).toStrictEqual(expected);
        expect(await subtaskKeysOf(trackerApi, at(plans, 0), cases)).toStrictEqual(cases.map(({ key }) => key));
      },
    );

    test(
      `copies no case if issueIds name what the plan does not have, ${by}`,
      covers('TM-22'),
      async ({ copyPlan, scene, testPlans, testCaseTemplates }) => {
        const { project, plan } = scene;
        const template = await testCaseTemplates.provide(project);
        const elsewhere = await testPlans.provide(project, { templates: [template] });
        const { [by]: only } = { BY_TEST_CASES: elsewhere.cases, BY_TEST_CASE_TEMPLATES: [template] };

        const { plans } = await copyPlan({ project, plan, by, only, mayBeEmpty: true });

        const cases = await Promise.all(plans.map((copy) => testPlans.casesOf(copy)));
        expect(cases.flat()).toStrictEqual([]);
      },
    );
  }

  for (const { by, title, only, copied } of selections) {
    test(
      `copies only the ${title}, in plan order, ${by}`,
      covers('TM-22'),
      async ({ copyPlan, trackerApi, orderedPlan, testPlans }) => {
        const { project, plan } = orderedPlan;
        const sources = await sourcesOf(trackerApi, project, plan.cases, by);

        const { plans } = await copyPlan({ project, plan, by, only: only(orderedPlan) });

        const expected = copied.map((place) => sources[place]);
        expect(await sourcesOf(trackerApi, project, await testPlans.casesOf(at(plans, 0)), by)).toStrictEqual(expected);
      },
    );
  }
});
