import { isDeepStrictEqual } from 'node:util';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { firstThatWorks } from '../support/first-that-works.js';
import { into, meaningOfEmpty, only } from './support/copies.js';
import { named, readIssue } from './support/read-issue.js';
import { copiedPlans, keysOf } from './support/results.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'takes projects by key or by id, as it is assumed to',
    covers('TM-N20'),
    async ({ testManagement, issues, scene, testProjects, build, assumptions, observe }) => {
      const other = await testProjects.provide({ unlike: scene.project });
      const copying = build.copyPlan.of(scene.plan);
      const takes = async (by: 'keys' | 'ids') => {
        const response = await testManagement.copyPlan({ body: into(copying, by, other).build() });
        const copies = await copiedPlans(issues, response);
        const placed = await Promise.all(copies.map(({ key }) => readIssue(issues, key)));
        return isDeepStrictEqual(
          placed.map((copy) => named(copy, 'project', 'key')),
          [other.key],
        );
      };

      const projects = await firstThatWorks([assumptions['TM-N20'].projects, 'keys', 'ids'], takes);

      observe.orUnclear(
        'TM-N20',
        projects === undefined ? undefined : { projects },
        'projects: they are taken neither by key nor by id.',
      );
    },
  );

  test(
    'takes issueIds as numbers or as text, as it is assumed to',
    covers('TM-N20'),
    async ({ testManagement, issues, scene, testPlans, build, assumptions, observe }) => {
      const copying = build.copyPlan.of(scene.plan);
      const takes = async (as: 'numbers' | 'text') => {
        const response = await testManagement.copyPlan({ body: only(copying, as, scene.testCase).build() });
        const copies = await copiedPlans(issues, response);
        const cases = await Promise.all(copies.map((copy) => testPlans.casesOf(copy)));
        return cases.flat().length === 1;
      };

      const issueIds = await firstThatWorks([assumptions['TM-N20'].issueIds, 'numbers', 'text'], takes);

      observe.orUnclear(
        'TM-N20',
        issueIds === undefined ? undefined : { issueIds },
        'issueIds: they are taken neither as numbers nor as text.',
      );
    },
  );

  test(
    'makes of an empty list of projects what it is assumed to',
    covers('TM-N20'),
    async ({ testManagement, issues, scene, build, observe }) => {
      const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).to().build() });

      const copies = await copiedPlans(issues, response);
      const places = await Promise.all(
        copies.map(async ({ key }) => named(await readIssue(issues, key), 'project', 'key')),
      );
      expect(places).toEqual(copies.map(() => scene.project.key));
      observe('TM-N20', { noProjects: meaningOfEmpty(response, copies) });
    },
  );

  test(
    'makes of an empty list of issueIds what it is assumed to',
    covers('TM-N20'),
    async ({ testManagement, issues, scene, testPlans, build, observe }) => {
      const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).only().build() });

      const copies = await copiedPlans(issues, response);
      const cases = (await Promise.all(copies.map((copy) => testPlans.casesOf(copy)))).flat();
      expect(keysOf(copies.flatMap((copy) => copy.cases))).toEqual(keysOf(cases));
      observe('TM-N20', { noIssueIds: meaningOfEmpty(response, cases) });
    },
  );
});
