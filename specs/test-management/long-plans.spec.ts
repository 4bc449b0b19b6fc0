import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import type { PlanNeeds, ProvidedIssue, ProvidedPlanFor, ProvidedTestManagementProject } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { casesOnceMade } from './support/copies.js';
import { test as base } from './support/scene.js';
import { keysOf, namedIn, sourcesOf, templateKeysOf } from './support/issues.js';

/** More cases than a page of any usual size has: 10, 20, 25, 50 or 100. */
const LENGTH = 101;

/** A plan with more cases than fit on a page, each of a template of its own. */
interface LongPlan {
  readonly project: ProvidedTestManagementProject;
  /** In the order of the cases, which is open if one call adds several. */
  readonly templates: readonly ProvidedIssue[];
  readonly plan: ProvidedPlanFor<PlanNeeds>;
}

const test = base.extend<{ longPlan: LongPlan }>({
  longPlan: [
    async ({ testManagementProjects, testCaseTemplates, testPlans, trackerApi }, use) => {
      const project = await testManagementProjects.provide();
      const made = await testCaseTemplates.provideMany(project, LENGTH);
      const plan = await testPlans.provide(project, { templates: made });
      const order = await templateKeysOf(trackerApi, project, plan.cases);
      const templates = made.toSorted((left, right) => order.indexOf(left.key) - order.indexOf(right.key));
      await use({ project, templates, plan });
    },
    { box: 'self' },
  ],
});

test.describe('a long plan', () => {
  // In one worker: on a tracker that others use it makes one long plan for all of them.
  test.describe.configure({ mode: 'default' });

  test.describe(...describeEndpoint('listTestCaseTemplateIds'), () => {
    test(
      'lists all of more than a hundred templates, in plan order',
      // The order is that of the list of cases.
      covers('TM-27', 'TM-26', 'TM-28'),
      async ({ testManagement, longPlan }) => {
        const { plan, templates } = longPlan;
        const cases = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

        const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key });
        const query = { onlyActive: 'true' } as const;
        const active = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key, query });

        failsFor('TM-26');
        expect(cases.data).toHaveLength(templates.length);
        expect(cases.data).toStrictEqual(plan.cases.map(({ id }) => id));
        failsFor('TM-27');
        expect(response.data).toStrictEqual(templates.map(({ id }) => id));
        failsFor('TM-28');
        expect(active.data).toStrictEqual(response.data);
      },
    );
  });

  test.describe(...describeEndpoint('copyPlan'), () => {
    test(
      'copies all of more than a hundred cases, in plan order, by either strategy, at once and later',
      covers('TM-23', 'TM-24', 'TM-25'),
      async ({ copyPlan, trackerApi, tracker, longPlan, testPlans }) => {
        const { project, plan } = longPlan;

        for (const [by, async, first] of [
          ['BY_TEST_CASE_TEMPLATES', false, 0],
          ['BY_TEST_CASES', true, 1],
        ] as const) {
          const copied = plan.cases.slice(first);
          const { response, plans } = await copyPlan({ project, plan, by, async, ...(first > 0 && { only: copied }) });

          const cases = await casesOnceMade(testPlans, tracker, at(plans, 0), copied.length);
          const expected = await sourcesOf(trackerApi, project, copied, by);
          failsFor('TM-22');
          expect(cases.length).toBeLessThanOrEqual(copied.length);
          failsFor(async ? 'TM-25' : 'TM-23');
          expect(await sourcesOf(trackerApi, project, cases, by)).toStrictEqual(expected);
          failsFor(async ? 'TM-25' : 'TM-24');
          expect(namedIn(response, cases)).toStrictEqual(async ? [] : keysOf(cases));
        }
      },
    );
  });
});
