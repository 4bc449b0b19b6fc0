import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { RawBody } from '../../builders/index.js';
import { at } from '../support/at.js';
import { refusalOf } from '../support/refusals.js';
import { UNTIL_CREATED } from './support/polling.js';
import { named, readIssue, templateKeysOf } from './support/read-issue.js';
import { into, skipIfNamedOtherwise } from './support/copies.js';
import { copiedPlans, copyInBackground, howCopied, howCopyLeftOut, keysOf } from './support/results.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'copies a plan with its cases to its own project if no projects are named',
    covers('TM-17', 'TM-18'),
    async ({ testManagement, issues, scene, testPlans, build }) => {
      const { project, plan, template, otherTemplate } = scene;

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(plan).build() });

      expect(response).toFitContract();
      const copies = await copiedPlans(issues, response);
      expect(copies).toHaveLength(1);
      const copy = await readIssue(issues, at(copies, 0).key);
      expect(copy.key).not.toBe(plan.key);
      expect(named(copy, 'project', 'key')).toBe(project.key);
      expect(named(copy, 'issuetype', 'id')).toBe(String(project.issueTypes.testPlan.id));
      const keys = await templateKeysOf(issues, project, await testPlans.casesOf(copy));
      expect(keys).toEqual([template.key, otherTemplate.key]);
    },
  );

  test(
    'leaves the plan that is copied, and its cases, as they are',
    covers('TM-17'),
    async ({ testManagement, tracker, scene, build }) => {
      const { plan, testCase } = scene;
      const look = async () => [
        (await tracker.setup.getIssue({ issueIdOrKey: plan.key })).fields,
        (await tracker.setup.getIssue({ issueIdOrKey: testCase.key })).fields,
        await tracker.setup.listTestCaseIds({ testPlanKey: plan.key }),
      ];
      const before = await look();

      await testManagement.copyPlan({ body: build.copyPlan.of(plan).build() });

      expect(await look()).toEqual(before);
    },
  );

  test('gives the copy the summary of the plan', covers('TM-17'), async ({ testManagement, issues, scene, build }) => {
    const source = await readIssue(issues, scene.plan.key);

    const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).build() });

    const copy = await readIssue(issues, at(await copiedPlans(issues, response), 0).key);
    expect(copy.fields['summary']).toEqual(expect.stringContaining(String(source.fields['summary'])));
  });

  test(
    'makes cases of the copy its own',
    covers('TM-17'),
    async ({ testManagement, issues, scene, testPlans, build }) => {
      const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).build() });

      const copy = at(await copiedPlans(issues, response), 0);
      const cases = await testPlans.casesOf(copy);
      const parents = await Promise.all(
        cases.map(async ({ key }) => named(await readIssue(issues, key), 'parent', 'key')),
      );
      expect(parents).toEqual([copy.key, copy.key]);
      const source = scene.plan.cases.map(({ key }) => key);
      expect(cases.filter(({ key }) => source.includes(key))).toEqual([]);
    },
  );

  test('refuses a copy without testPlanKey', covers('TM-17', 'TM-N17'), async ({ testManagement, scene, observe }) => {
    const body = RawBody.json('without testPlanKey', { projects: [scene.project.key] });

    const changes = await scene.changesBy(() => testManagement.copyPlan({ body }));

    expect(changes.response).not.toSucceed();
    expect(changes).toHaveChangedNothing();
    observe('TM-N17', refusalOf('wrongTypes', changes.response));
  });

  test(
    'makes one copy in the project that is named',
    covers('TM-19'),
    async ({ testManagement, issues, scene, testProjects, testPlans, build, assumptions, tracker }) => {
      const { project, plan, template, otherTemplate } = scene;
      const other = await testProjects.provide({ unlike: project });

      const response = await testManagement.copyPlan({
        body: into(build.copyPlan.of(plan), assumptions['TM-N20'].projects, other).build(),
      });
      skipIfNamedOtherwise(tracker, response);

      const copies = await copiedPlans(issues, response);
      expect(copies).toHaveLength(1);
      const copy = at(copies, 0);
      expect(named(await readIssue(issues, copy.key), 'project', 'key')).toBe(other.key);
      const cases = await testPlans.casesOf(copy);
      expect(await templateKeysOf(issues, other, cases)).toEqual([template.key, otherTemplate.key]);
      expect(named(await readIssue(issues, at(cases, 0).key), 'project', 'key')).toBe(other.key);
    },
  );

  test(
    'makes one copy in each of several projects',
    covers('TM-19'),
    async ({ testManagement, issues, scene, testProjects, testPlans, build, assumptions, tracker }) => {
      const { project, plan, template, otherTemplate } = scene;
      const other = await testProjects.provide({ unlike: project });

      const response = await testManagement.copyPlan({
        body: into(build.copyPlan.of(plan), assumptions['TM-N20'].projects, other, project).build(),
      });
      skipIfNamedOtherwise(tracker, response);

      const placed = await Promise.all(
        (await copiedPlans(issues, response)).map(async (copy) => ({
          project: named(await readIssue(issues, copy.key), 'project', 'key'),
          templates: await templateKeysOf(issues, other, await testPlans.casesOf(copy)),
        })),
      );
      const templates = [template.key, otherTemplate.key];
      expect(placed.map((copy) => copy.project).toSorted()).toEqual([other.key, project.key].toSorted());
      expect(placed.map((copy) => copy.templates)).toEqual([templates, templates]);
    },
  );

  test(
    'answers with the created cases if async is left out',
    covers('TM-24', 'TM-N08'),
    async ({ testManagement, issues, scene, testPlans, build, observe }) => {
      const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).build() });

      const copy = at(await copiedPlans(issues, response), 0);
      expect(keysOf(copy.cases)).toEqual(keysOf(await testPlans.casesOf(copy)));
      expect(copy.cases).toHaveLength(2);
      const shape = howCopied(response.json, at(copy.cases, 0));
      observe.orUnclear('TM-N08', shape, 'plans, cases, names: the answer names the cases in another way.');
    },
  );

  test(
    'answers with the created cases of each copy with async false',
    covers('TM-24'),
    async ({ testManagement, issues, scene, testProjects, testPlans, build, assumptions, tracker }) => {
      const { project, plan } = scene;
      const other = await testProjects.provide({ unlike: project });
      const body = into(build.copyPlan.of(plan), assumptions['TM-N20'].projects, project, other).async(false).build();

      const response = await testManagement.copyPlan({ body });
      skipIfNamedOtherwise(tracker, response);

      const copies = await copiedPlans(issues, response);
      const cases = await Promise.all(copies.map(async (copy) => keysOf(await testPlans.casesOf(copy))));
      expect(copies.map((copy) => keysOf(copy.cases))).toEqual(cases);
      expect(cases.map(({ length }) => length)).toEqual([2, 2]);
    },
  );

  test(
    'answers without the cases with async true, and creates them',
    covers('TM-25', 'TM-N08'),
    async ({ testManagement, issues, scene, testPlans, build, observe }) => {
      const { project, plan, template, otherTemplate } = scene;
      const waited = await testManagement.copyPlan({ body: build.copyPlan.of(plan).build() });
      const [complete] = await copiedPlans(issues, waited);

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(plan).async(true).build() });

      const copy = await copyInBackground(issues, response, [complete]);
      expect(copy.cases).toEqual([]);
      const place = howCopied(waited.json, at(complete?.cases ?? [], 0));
      observe('TM-N08', { async: howCopyLeftOut(response.json, await copiedPlans(issues, response), place) });
      await expect.poll(() => testPlans.casesOf(copy), UNTIL_CREATED).toHaveLength(2);
      const keys = await templateKeysOf(issues, project, await testPlans.casesOf(copy));
      expect(keys).toEqual([template.key, otherTemplate.key]);
    },
  );

  test(
    'has not created the cases before the work left for later is done, and has then',
    covers('TM-25'),
    async ({ admin, testManagement, issues, scene, testPlans, build }) => {
      const { deferWork, finishWork } = await admin();
      deferWork('manual');

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).async(true).build() });

      const copy = await copyInBackground(issues, response);
      expect(await testPlans.casesOf(copy)).toEqual([]);
      finishWork();
      expect(await testPlans.casesOf(copy)).toHaveLength(2);
    },
  );

  test(
    'creates the cases while somebody reads again and again',
    covers('TM-25'),
    async ({ admin, testManagement, issues, scene, build }) => {
      const { deferWork } = await admin();
      deferWork({ reads: 8 });

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).async(true).build() });

      const copy = await copyInBackground(issues, response);
      const list = async () => (await testManagement.listTestCaseIds({ testPlanKey: copy.key })).data.length;
      expect(await list()).toBe(0);
      await expect.poll(list, { intervals: [0] }).toBe(2);
    },
  );
});
