import { isDeepStrictEqual } from 'node:util';
import { RawBody } from '../../builders/index.js';
import type { ApiResponse, Assumptions, Issue, ProvidedTestManagementProject } from '../../fixtures/index.js';
import { covers, describeEndpoint, expect, valuesIn } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { answered, callOf, unlessRefused } from '../support/attempts.js';
import { observeRefusals } from '../support/refusals.js';
import { execute, executedRow, executionParts } from './support/shown-parts.js';
import { keysOf, named, namedIn, placesIn, readIssue, templateKeysOf } from './support/issues.js';
import { stepsIn } from './support/rows.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'takes projects by key or by id, as it is assumed to',
    covers('TM-N20'),
    async ({ copyPlan, scene, testManagementProjects, observe }) => {
      const into = [await testManagementProjects.provide({ otherThan: scene.project })];

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
    async ({ copyPlan, trackerApi, scene, observe }) => {
      const { response, plans } = await copyPlan({ ...scene, into: [], mayBeEmpty: true });

      const places = await Promise.all(
        plans.map(async ({ key }) => named(await readIssue(trackerApi, key), 'project', 'key')),
      );
      observe.orUnclear(
        'TM-N20',
        seenIn(scene.project, places, meaningOfEmpty(response, plans)),
        `noProjects: ${places.join(', ')}; ${callOf(response)}`,
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
      const noIssueIds = meaningOfEmpty(response, cases);
      observe.orUnclear('TM-N20', noIssueIds && { noIssueIds }, callOf(response));
    },
  );

  test(
    'copies nothing without testPlanKey',
    covers('TM-17', 'TM-N17'),
    async ({ testManagement, testPlans, scene, observe }) => {
      const body = RawBody.json('without testPlanKey', { projects: [scene.project.key] });

      const changes = await scene.changesBy(() => testManagement.copyPlan({ body }));

      answered(changes.response);
      expect(changes).toHaveChangedNothing();
      expect(await testPlans.copiesIn(changes.response, scene)).toStrictEqual([]);
      const row = { title: 'A copy without testPlanKey', kind: 'wrongTypes' } as const;
      observeRefusals(observe, 'TM-N17', [{ row, response: changes.response }]);
    },
  );

  test(
    'answers with the created cases if async is left out',
    covers('TM-24', 'TM-N08'),
    async ({ copyPlan, scene, testPlans, observe }) => {
      const { response, plans } = await copyPlan(scene);

      const cases = await testPlans.casesOf(at(plans, 0));
      expect(cases).toHaveLength(2);
      expect(namedIn(response, cases)).toStrictEqual(keysOf(cases));
      observe('TM-N08', placesIn(response, [...plans, ...cases]));
    },
  );
});

/** The meaning of an empty list of projects, if all copies are in the project of the plan; else undefined. */
function seenIn<Meaning>(
  { key }: { readonly key: string },
  places: readonly unknown[],
  noProjects: Meaning | undefined,
) {
  return noProjects !== undefined && places.every((place) => place === key) ? { noProjects } : undefined;
}

type Part = Assumptions['TM-N19']['add'][number];

/** The issue from which each strategy makes a case, and the issue from which it must not make one. */
const strategies = [
  { strategy: 'BY_TEST_CASE_TEMPLATES', rule: 'TM-20', part: 'byTemplates', from: 'template', beside: 'testCase' },
  { strategy: 'BY_TEST_CASES', rule: 'TM-21', part: 'byCases', from: 'testCase', beside: 'template' },
] as const;

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const { strategy, rule, part, from, beside } of strategies) {
    test(
      `takes over the fields that it is assumed to, and none of another issue, ${strategy}`,
      covers(rule, 'TM-N19'),
      async ({ copyPlan, trackerApi, filled, testPlans, assumptions, observe }) => {
        const { project, plan } = filled;

        const { plans } = await copyPlan({ project, plan, by: strategy });

        const copy = at(plans, 0);
        const created = await readIssue(trackerApi, at(await testPlans.casesOf(copy), 0).key);
        const sameAs = async ({ key }: { readonly key: string }) =>
          sameParts(project, created, await readIssue(trackerApi, key), assumptions['TM-N19'][part]);
        expect(await sameAs(filled[beside])).toStrictEqual([]);
        observe('TM-N19', { [part]: await sameAs(filled[from]) });
      },
    );
  }
});

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'takes over the fields of a template that it is assumed to',
    covers('TM-N19'),
    async ({ testManagement, trackerApi, filled, testPlans, build, assumptions, observe }) => {
      const { project, template } = filled;
      const plan = await testPlans.provide(project);

      await testManagement.addTestCaseTemplates({
        body: build.addTestCaseTemplates.to(plan).templates(template).async(false).build(),
      });

      const created = await readIssue(trackerApi, at(await testPlans.casesOf(plan), 0).key);
      const source = await readIssue(trackerApi, template.key);
      observe('TM-N19', { add: sameParts(project, created, source, assumptions['TM-N19'].add) });
    },
  );
});

/** The fields with the same value in two issues; the expected fields come first. */
function sameParts(
  { fields }: ProvidedTestManagementProject,
  one: Issue,
  other: Issue,
  expected: readonly Part[],
): Part[] {
  const ids = { preconditions: fields.preconditions, description: 'description', requirement: fields.requirement };
  const parts = [...new Set<Part>([...expected, 'preconditions', 'description', 'requirement'])];
  return parts.filter((part) => isDeepStrictEqual(one.fields[ids[part]], other.fields[ids[part]]));
}

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'takes over the texts of the plan that it is assumed to',
    covers('TM-N25'),
    async ({ copyPlan, trackerApi, scene, testPlans, build, observe }) => {
      const { project, template } = scene;
      const plan = await testPlans.provide(project, { templates: [template] });
      const texts = { summary: build.summary('The plan'), description: 'What the plan is for.' };
      await trackerApi.editIssue({ issueIdOrKey: plan.key, body: { fields: texts } });

      const { plans } = await copyPlan({ project, plan });

      const { fields } = await readIssue(trackerApi, at(plans, 0).key);
      const taken = (['summary', 'description'] as const).filter((text) => String(fields[text]).includes(texts[text]));
      observe('TM-N25', { taken });
    },
  );
});

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'keeps what it is assumed to of the execution of a case with BY_TEST_CASES',
    covers('TM-N15'),
    async ({ copyPlan, testManagement, scene, testPlans, assumptions, observe, needsShown }) => {
      await needsShown(...executionParts);
      const { project, plan, testCase } = scene;
      await execute(testManagement, project, testCase);

      const { plans } = await copyPlan({ project, plan, by: 'BY_TEST_CASES' });

      const copied = at(await testPlans.casesOf(at(plans, 0)), 0);
      const step = at(stepsIn(await scene.stepsOf(copied)), 0);
      const [executed, texts] = [executedRow(project), valuesIn(step.rest)];
      const isKept = {
        statuses: step.status === executed.status,
        comments: executed.comments.some((text) => texts.includes(text)),
        attachments: executed.attachments.some((text) => texts.includes(text)),
      };
      const parts = [...new Set([...assumptions['TM-N15'], 'statuses', 'comments', 'attachments'] as const)];
      observe(
        'TM-N15',
        parts.filter((part) => isKept[part]),
      );
    },
  );

  test(
    'names the template of a copied case as it is assumed to with BY_TEST_CASES',
    covers('TM-N27'),
    async ({ copyPlan, trackerApi, scene, testPlans, observe }) => {
      const { project, plan, template } = scene;

      const { plans } = await copyPlan({ project, plan, by: 'BY_TEST_CASES' });

      const [key] = await templateKeysOf(trackerApi, project, await testPlans.casesOf(at(plans, 0)));
      observe('TM-N27', key === template.key ? 'named' : 'none');
    },
  );

  const others = { template: 'otherCase', testCase: 'otherTemplate' } as const;
  for (const { strategy, from } of strategies) {
    test(
      `takes ids of cases and of templates in one list as it is assumed to, ${strategy}`,
      covers('TM-N29'),
      async ({ copyPlan, scene, testPlans, observe }) => {
        const copying = { project: scene.project, plan: scene.plan, by: strategy };
        // Finds out in which form the tracker takes ids.
        await copyPlan({ ...copying, only: [scene[from]] });

        const { response, plans } = await copyPlan({
          ...copying,
          only: [scene[from], scene[others[from]]],
          mayBeEmpty: true,
        });

        const cases = await Promise.all(plans.map((copy) => testPlans.casesOf(copy)));
        const otherKind = unlessRefused(response, cases.flat().length === 2 ? 'taken' : 'ignored');
        observe.orUnclear('TM-N29', otherKind && { otherKind }, callOf(response));
      },
    );
  }

  test(
    'copies a template of two cases as often as it is assumed to',
    covers('TM-N29'),
    async ({ copyPlan, orderedPlan, testPlans, observe }) => {
      const { project, plan, templates } = orderedPlan;

      const { plans } = await copyPlan({ project, plan, only: [templates[2]] });

      const { length } = await testPlans.casesOf(at(plans, 0));
      observe('TM-N29', { templateOfTwo: length === 1 ? 'once' : 'for each case' });
    },
  );

  test(
    'treats an inactive template as it is assumed to',
    covers('TM-N12'),
    async ({ copyPlan, scene, testPlans, testCaseTemplates, observe }) => {
      await testCaseTemplates.deactivate(scene.template);

      const { plans } = await copyPlan(scene);

      const { length } = await testPlans.casesOf(at(plans, 0));
      observe('TM-N12', { copy: length === 2 ? 'created' : 'left out' });
    },
  );
});

/** The meaning of an empty list, by the copies it led to; undefined if the server failed. */
function meaningOfEmpty(
  response: ApiResponse,
  copied: readonly unknown[],
): Assumptions['TM-N20']['noProjects'] | undefined {
  return unlessRefused(response, copied.length === 0 ? 'nothing' : 'as if left out');
}
