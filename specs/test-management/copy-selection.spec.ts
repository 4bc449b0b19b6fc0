import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { subtaskKeysOf, templateKeysOf } from './support/issues.js';
import { test } from './support/scene.js';
import type { OrderedPlan } from './support/scene.js';

type Place = 0 | 1 | 2;

/** The issues that a copy names, and the templates of the copied cases, in the order of the cases. */
const selections: readonly {
  readonly title: string;
  readonly only: (ordered: OrderedPlan) => readonly { readonly id: number }[];
  readonly copied: readonly Place[];
}[] = [
  { title: 'cases', only: ({ plan }) => [at(plan.cases, 3), at(plan.cases, 0)], copied: [2, 1] },
  { title: 'cases of the templates', only: ({ templates }) => [templates[0], templates[2]], copied: [2, 0, 2] },
  {
    title: 'cases, and cases of the templates in the same list,',
    only: ({ plan, templates }) => [at(plan.cases, 3), templates[2]],
    copied: [2, 2, 1],
  },
];

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const by of ['BY_TEST_CASE_TEMPLATES', 'BY_TEST_CASES'] as const) {
    test(
      `copies everything in plan order without issueIds, ${by}`,
      covers('TM-23'),
      async ({ copyPlan, issues, orderedPlan, testPlans }) => {
        const { project, plan, templates } = orderedPlan;

        const { plans } = await copyPlan({ project, plan, by });

        const expected = [templates[2].key, templates[0].key, templates[2].key, templates[1].key];
        const cases = await testPlans.casesOf(at(plans, 0));
        expect(await templateKeysOf(issues, project, cases)).toEqual(expected);
        expect(await subtaskKeysOf(issues, at(plans, 0), cases)).toEqual(cases.map(({ key }) => key));
      },
    );

    for (const { title, only, copied } of selections) {
      test(
        `copies only the ${title} that issueIds name, in plan order, ${by}`,
        covers('TM-22'),
        async ({ copyPlan, issues, orderedPlan, testPlans }) => {
          const { project, plan, templates } = orderedPlan;

          const { plans } = await copyPlan({ project, plan, by, only: only(orderedPlan) });

          const expected = copied.map((place) => templates[place].key);
          expect(await templateKeysOf(issues, project, await testPlans.casesOf(at(plans, 0)))).toEqual(expected);
        },
      );
    }

    test(
      `copies no case if issueIds name a case of another plan, ${by}`,
      covers('TM-22'),
      async ({ copyPlan, scene, testPlans, testCaseTemplates }) => {
        const { project, plan } = scene;
        const elsewhere = await testPlans.provide(project, { templates: [await testCaseTemplates.provide(project)] });

        const { plans } = await copyPlan({ project, plan, by, only: elsewhere.cases, mayBeEmpty: true });

        const cases = await Promise.all(plans.map((copy) => testPlans.casesOf(copy)));
        expect(cases.flat()).toEqual([]);
      },
    );
  }

  test('keeps the order in a copy of a copy', covers('TM-23'), async ({ copyPlan, issues, orderedPlan, testPlans }) => {
    const { project, plan } = orderedPlan;
    const copy = at((await copyPlan({ project, plan })).plans, 0);

    const { plans } = await copyPlan({ project, plan: copy, by: 'BY_TEST_CASES' });

    const source = await templateKeysOf(issues, project, plan.cases);
    expect(await templateKeysOf(issues, project, await testPlans.casesOf(at(plans, 0)))).toEqual(source);
  });
});
