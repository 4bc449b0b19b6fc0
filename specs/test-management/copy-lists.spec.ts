import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { meaningOfEmpty } from './support/copies.js';
import { named, readIssue } from './support/read-issue.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'takes projects by key or by id, as it is assumed to',
    covers('TM-N20'),
    async ({ copyPlan, scene, testProjects, observe }) => {
      const into = [await testProjects.provide({ unlike: scene.project })];

      const { forms } = await copyPlan({ ...scene, into });

      observe('TM-N20', { projects: forms.projects });
    },
  );

  test(
    'takes issueIds as numbers or as text, as it is assumed to',
    covers('TM-N20'),
    async ({ copyPlan, scene, observe }) => {
      const { forms } = await copyPlan({ ...scene, only: [scene.testCase] });

      observe('TM-N20', { issueIds: forms.issueIds });
    },
  );

  test(
    'makes of an empty list of projects what it is assumed to',
    covers('TM-N20'),
    async ({ copyPlan, issues, scene, observe }) => {
      const { response, plans } = await copyPlan({ ...scene, into: [], mayBeEmpty: true });

      const places = await Promise.all(
        plans.map(async ({ key }) => named(await readIssue(issues, key), 'project', 'key')),
      );
      observe.orUnclear(
        'TM-N20',
        seenIn(scene.project, places, meaningOfEmpty(response, plans)),
        `noProjects: ${places.join(', ')}`,
      );
    },
  );

  test(
    'makes of an empty list of issueIds what it is assumed to',
    covers('TM-N20'),
    async ({ copyPlan, scene, testPlans, observe }) => {
      const { response, plans } = await copyPlan({ ...scene, only: [], mayBeEmpty: true });

      const cases = (await Promise.all(plans.map((plan) => testPlans.casesOf(plan)))).flat();
      expect([0, scene.plan.cases.length]).toContain(cases.length);
      observe('TM-N20', { noIssueIds: meaningOfEmpty(response, cases) });
    },
  );
});

/** The meaning of an empty list of projects, if all copies are in the project of the plan; else undefined. */
function seenIn<Meaning>({ key }: { readonly key: string }, places: readonly unknown[], noProjects: Meaning) {
  return places.every((place) => place === key) ? { noProjects } : undefined;
}
