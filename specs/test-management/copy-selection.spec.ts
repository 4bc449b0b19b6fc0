import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { provideLongPlan } from './support/long-plan.js';
import { templateKeysOf } from './support/read-issue.js';
import { copiedPlans } from './support/results.js';
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

        const cases = await testPlans.casesOf(at(copiedPlans(response), 0));
        const expected = [templates[2].key, templates[0].key, templates[2].key, templates[1].key];
        expect(await templateKeysOf(issues, project, cases)).toEqual(expected);
      },
    );

    test(
      `copies only the cases that issueIds name, in plan order, ${strategy}`,
      covers('TM-22'),
      async ({ testManagement, issues, testProjects, testCaseTemplates, testPlans, build }) => {
        const ordered = await provideOrderedPlan({ testProjects, testCaseTemplates, testPlans });
        const { project, plan, templates } = ordered;
        const chosen = [at(plan.cases, 3), at(plan.cases, 0)];
        const body = build.copyPlan
          .of(plan)
          .by(strategy)
          .only(...chosen)
          .build();

        const response = await testManagement.copyPlan({ body });

        const copy = at(copiedPlans(response), 0);
        const cases = await testPlans.casesOf(copy);
        expect(await templateKeysOf(issues, project, cases)).toEqual([templates[2].key, templates[1].key]);
        expect(copy.cases).toEqual(cases);
      },
    );

    test(
      `copies only the cases of the templates that issueIds name, in plan order, ${strategy}`,
      covers('TM-22'),
      async ({ testManagement, issues, testProjects, testCaseTemplates, testPlans, build }) => {
        const ordered = await provideOrderedPlan({ testProjects, testCaseTemplates, testPlans });
        const { project, plan, templates } = ordered;
        const body = build.copyPlan.of(plan).by(strategy).only(templates[0], templates[2]).build();

        const response = await testManagement.copyPlan({ body });

        const copy = at(copiedPlans(response), 0);
        const cases = await testPlans.casesOf(copy);
        const expected = [templates[2].key, templates[0].key, templates[2].key];
        expect(await templateKeysOf(issues, project, cases)).toEqual(expected);
        expect(copy.cases).toEqual(cases);
      },
    );

    test(
      `copies a plan without cases if issueIds name a case of another plan, ${strategy}`,
      covers('TM-22'),
      async ({ testManagement, scene, testPlans, testCaseTemplates, build }) => {
        const { project, plan } = scene;
        const elsewhere = await testPlans.provide(project, [await testCaseTemplates.provide(project)]);
        const body = build.copyPlan
          .of(plan)
          .by(strategy)
          .only(...elsewhere.cases)
          .build();

        const response = await testManagement.copyPlan({ body });

        const copy = at(copiedPlans(response), 0);
        expect(copy.cases).toEqual([]);
        expect(await testPlans.casesOf(copy)).toEqual([]);
      },
    );
  }

  test(
    'copies all of more than a hundred cases, in plan order, by either strategy',
    covers('TM-23'),
    async ({ testManagement, issues, testProjects, testPlans, build }) => {
      const { project, plan, templates } = await provideLongPlan({ issues, testProjects, testPlans, build });
      const copying = build.copyPlan.of(plan);

      const byTemplates = await testManagement.copyPlan({ body: copying.by('BY_TEST_CASE_TEMPLATES').build() });
      const byCases = await testManagement.copyPlan({ body: copying.by('BY_TEST_CASES').build() });

      const expected = templates.map(({ key }) => key);
      for (const response of [byTemplates, byCases]) {
        const cases = await testPlans.casesOf(at(copiedPlans(response), 0));
        expect(await templateKeysOf(issues, project, cases)).toEqual(expected);
      }
    },
  );

  test(
    'keeps the order in a copy of a copy',
    covers('TM-23'),
    async ({ testManagement, issues, testProjects, testCaseTemplates, testPlans, build }) => {
      const { project, plan } = await provideOrderedPlan({ testProjects, testCaseTemplates, testPlans });
      const first = await testManagement.copyPlan({ body: build.copyPlan.of(plan).build() });
      const copy = at(copiedPlans(first), 0);

      const second = await testManagement.copyPlan({ body: build.copyPlan.of(copy).by('BY_TEST_CASES').build() });

      const cases = await testPlans.casesOf(at(copiedPlans(second), 0));
      const source = await templateKeysOf(issues, project, plan.cases);
      expect(await templateKeysOf(issues, project, cases)).toEqual(source);
    },
  );
});
