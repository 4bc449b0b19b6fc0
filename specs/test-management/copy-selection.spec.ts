import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { templateKeysOf } from './support/read-issue.js';
import { only, skipIfNamedOtherwise } from './support/copies.js';
import { copiedPlans, keysOf } from './support/results.js';
import { provideOrderedPlan } from './support/ordered-plan.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const strategy of ['BY_TEST_CASE_TEMPLATES', 'BY_TEST_CASES'] as const) {
    test(
      `copies everything in plan order without issueIds, ${strategy}`,
      covers('TM-23'),
      async ({ testManagement, issues, testProjects, testCaseTemplates, testPlans, build }) => {
        const ordered = await provideOrderedPlan({ testProjects, testCaseTemplates, testPlans });
        const { project, plan, templates } = ordered;

        const response = await testManagement.copyPlan({ body: build.copyPlan.of(plan).by(strategy).build() });

        const cases = await testPlans.casesOf(at(await copiedPlans(issues, response), 0));
        const expected = [templates[2].key, templates[0].key, templates[2].key, templates[1].key];
        expect(await templateKeysOf(issues, project, cases)).toEqual(expected);
      },
    );

    test(
      `copies only the cases that issueIds name, in plan order, ${strategy}`,
      covers('TM-22'),
      async ({ testManagement, issues, testProjects, testCaseTemplates, testPlans, build, assumptions, tracker }) => {
        const ordered = await provideOrderedPlan({ testProjects, testCaseTemplates, testPlans });
        const { project, plan, templates } = ordered;
        const chosen = [at(plan.cases, 3), at(plan.cases, 0)];
        const body = only(build.copyPlan.of(plan).by(strategy), assumptions['TM-N20'].issueIds, ...chosen).build();

        const response = await testManagement.copyPlan({ body });
        skipIfNamedOtherwise(tracker, response);

        const copy = at(await copiedPlans(issues, response), 0);
        const cases = await testPlans.casesOf(copy);
        expect(await templateKeysOf(issues, project, cases)).toEqual([templates[2].key, templates[1].key]);
        expect(keysOf(copy.cases)).toEqual(keysOf(cases));
      },
    );

    test(
      `copies only the cases of the templates that issueIds name, in plan order, ${strategy}`,
      covers('TM-22'),
      async ({ testManagement, issues, testProjects, testCaseTemplates, testPlans, build, assumptions, tracker }) => {
        const ordered = await provideOrderedPlan({ testProjects, testCaseTemplates, testPlans });
        const { project, plan, templates } = ordered;
        const body = only(
          build.copyPlan.of(plan).by(strategy),
          assumptions['TM-N20'].issueIds,
          templates[0],
          templates[2],
        ).build();

        const response = await testManagement.copyPlan({ body });
        skipIfNamedOtherwise(tracker, response);

        const copy = at(await copiedPlans(issues, response), 0);
        const cases = await testPlans.casesOf(copy);
        const expected = [templates[2].key, templates[0].key, templates[2].key];
        expect(await templateKeysOf(issues, project, cases)).toEqual(expected);
        expect(keysOf(copy.cases)).toEqual(keysOf(cases));
      },
    );

    test(
      `copies no case if issueIds name a case of another plan, ${strategy}`,
      covers('TM-22'),
      async ({ testManagement, issues, scene, testPlans, testCaseTemplates, build, assumptions }) => {
        const { project, plan } = scene;
        const elsewhere = await testPlans.provide(project, { templates: [await testCaseTemplates.provide(project)] });
        const body = only(
          build.copyPlan.of(plan).by(strategy),
          assumptions['TM-N20'].issueIds,
          ...elsewhere.cases,
        ).build();

        const response = await testManagement.copyPlan({ body });

        const copies = await copiedPlans(issues, response);
        const cases = await Promise.all(copies.map((copy) => testPlans.casesOf(copy)));
        expect(cases.flat()).toEqual([]);
      },
    );
  }

  test(
    'keeps the order in a copy of a copy',
    covers('TM-23'),
    async ({ testManagement, issues, testProjects, testCaseTemplates, testPlans, build }) => {
      const { project, plan } = await provideOrderedPlan({ testProjects, testCaseTemplates, testPlans });
      const first = await testManagement.copyPlan({ body: build.copyPlan.of(plan).build() });
      const copy = at(await copiedPlans(issues, first), 0);

      const second = await testManagement.copyPlan({ body: build.copyPlan.of(copy).by('BY_TEST_CASES').build() });

      const cases = await testPlans.casesOf(at(await copiedPlans(issues, second), 0));
      const source = await templateKeysOf(issues, project, plan.cases);
      expect(await templateKeysOf(issues, project, cases)).toEqual(source);
    },
  );
});
