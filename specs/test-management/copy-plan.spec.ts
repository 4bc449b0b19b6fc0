import { covers, describeEndpoint, expect, failsFor, skipAsUnavailable } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { at } from '../support/values.js';
import { keysOf, named, namedIn, readIssue, templateKeysOf, UNTIL_CREATED } from './support/issues.js';
import { foreignStatus } from './support/rows.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'copies a plan with its cases to its own project if no projects are named',
    covers('TM-17', 'TM-18'),
    async ({ copyPlan, trackerApi, scene, testPlans }) => {
      const { project, plan, template, otherTemplate } = scene;

      const { plans } = await copyPlan({ project, plan });

      failsFor('TM-17');
      expect(plans).toHaveLength(1);
      const copy = await readIssue(trackerApi, at(plans, 0).key);
      expect(copy.key).not.toBe(plan.key);
      failsFor('TM-18');
      expect(named(copy, 'project', 'key')).toBe(project.key);
      failsFor('TM-17');
      expect(named(copy, 'issuetype', 'id')).toBe(String(project.issueTypes.testPlan.id));
      const keys = await templateKeysOf(trackerApi, project, await testPlans.casesOf(copy));
      expect(keys).toStrictEqual([template.key, otherTemplate.key]);
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

      expect(await look()).toStrictEqual(before);
    },
  );

  test('makes cases of the copy its own', covers('TM-17'), async ({ copyPlan, trackerApi, scene, testPlans }) => {
    const copy = at((await copyPlan(scene)).plans, 0);

    const cases = await testPlans.casesOf(copy);
    const parents = await Promise.all(
      cases.map(async ({ key }) => named(await readIssue(trackerApi, key), 'parent', 'key')),
    );
    expect(parents).toStrictEqual([copy.key, copy.key]);
    const source = scene.plan.cases.map(({ key }) => key);
    expect(cases.filter(({ key }) => source.includes(key))).toStrictEqual([]);
  });

  test('copies a plan without cases', covers('TM-17'), async ({ testManagement, scene, testPlans, build }) => {
    const { project, plan } = scene;
    const empty = await testPlans.provide(project);
    const copiesOf = async (source: typeof empty) => {
      const response = await testManagement.copyPlan({ body: build.copyPlan.of(source).build() });
      return testPlans.copiesIn(response, { project, plan: source });
    };
    skipAsUnavailable((await copiesOf(plan)).length === 0, 'The answers to copies do not name the copies.');

    const copies = await copiesOf(empty);

    expect(copies).toHaveLength(1);
    expect(await testPlans.casesOf(at(copies, 0))).toStrictEqual([]);
  });

  test(
    'makes one copy in the project that is named, and copies it there again',
    covers('TM-19', 'TM-18', 'TM-27'),
    async ({ copyPlan, testManagement, trackerApi, scene, testManagementProjects, testPlans }) => {
      const { project, plan, template, otherTemplate } = scene;
      const other = await testManagementProjects.provide({ otherThan: project });

      failsFor('TM-19');
      const { plans } = await copyPlan({ project, plan, into: [other] });

      expect(plans).toHaveLength(1);
      const copy = at(plans, 0);
      expect(named(await readIssue(trackerApi, copy.key), 'project', 'key')).toBe(other.key);
      const cases = await testPlans.casesOf(copy);
      expect(await templateKeysOf(trackerApi, other, cases)).toStrictEqual([template.key, otherTemplate.key]);
      expect(named(await readIssue(trackerApi, at(cases, 0).key), 'project', 'key')).toBe(other.key);
      failsFor('TM-27');
      const listed = await testManagement.listTestCaseTemplateIds({ testPlanKey: copy.key });
      expect(listed.data).toStrictEqual([template.id, otherTemplate.id]);
      failsFor('TM-18');
      const again = at((await copyPlan({ project: other, plan: copy })).plans, 0);
      expect(named(await readIssue(trackerApi, again.key), 'project', 'key')).toBe(other.key);
    },
  );

  test(
    'gives the steps of a copy the statuses of its own project',
    covers('TM-03'),
    async ({ copyPlan, testManagement, scene: { project, plan }, testManagementProjects, testPlans }) => {
      const other = await testManagementProjects.provide({ statusesUnlike: project });
      const { plans } = await copyPlan({ project, plan, into: [other] });
      const place = { issueId: at(await testPlans.casesOf(at(plans, 0)), 0).id, rowIndex: 0 };
      const set = (status: string) => testManagement.setStepStatus({ body: { ...place, status } });

      expect(await set(foreignStatus(other, project))).toSucceed();
      expect(answered(await set(foreignStatus(project, other)))).not.toSucceed();
    },
  );

  test(
    'makes one copy in each of several projects, in plan order',
    covers('TM-19', 'TM-23'),
    async ({ copyPlan, trackerApi, scene, testManagementProjects, testPlans }) => {
      const { project, plan, template, otherTemplate } = scene;
      const other = await testManagementProjects.provide({ otherThan: project });

      const { plans } = await copyPlan({ project, plan, into: [other, project] });

      const placed = await Promise.all(
        plans.map(async (copy) => ({
          project: named(await readIssue(trackerApi, copy.key), 'project', 'key'),
          templates: await templateKeysOf(trackerApi, other, await testPlans.casesOf(copy)),
        })),
      );
      const templates = [template.key, otherTemplate.key];
      failsFor('TM-19');
      expect(placed.map((copy) => copy.project).toSorted()).toStrictEqual([other.key, project.key].toSorted());
      const [one, another] = placed.map((copy) => copy.templates);
      expect(another, 'cases of the other copy').toHaveLength(one?.length ?? 0);
      failsFor('TM-23');
      expect([one, another]).toStrictEqual([templates, templates]);
    },
  );

  test(
    'answers with the created cases of each copy with async false',
    covers('TM-24'),
    async ({ copyPlan, scene, testManagementProjects, testPlans }) => {
      const { project, plan } = scene;
      const other = await testManagementProjects.provide({ otherThan: project });

      const { response, plans } = await copyPlan({ project, plan, into: [project, other], async: false });

      const [one = [], another = []] = await Promise.all(plans.map((copy) => testPlans.casesOf(copy)));
      const cases = [...one, ...another];
      failsFor('TM-19');
      expect(another, 'cases of the other copy').toHaveLength(one.length);
      failsFor('TM-23');
      expect(cases).toHaveLength(4);
      failsFor('TM-24');
      expect(namedIn(response, cases)).toStrictEqual(keysOf(cases));
    },
  );

  test(
    'answers without the cases with async true, and creates them',
    covers('TM-25'),
    async ({ copyPlan, trackerApi, scene, testPlans }) => {
      const { project, plan, template, otherTemplate } = scene;

      const { response, plans } = await copyPlan({ project, plan, async: true });

      const copy = at(plans, 0);
      await expect.poll(() => testPlans.casesOf(copy), UNTIL_CREATED).toHaveLength(2);
      const cases = await testPlans.casesOf(copy);
      expect(namedIn(response, cases)).toStrictEqual([]);
      expect(await templateKeysOf(trackerApi, project, cases)).toStrictEqual([template.key, otherTemplate.key]);
    },
  );

  test(
    'creates the cases of each of several copies with async true',
    covers('TM-25'),
    async ({ copyPlan, scene, testManagementProjects, testPlans }) => {
      const { project, plan } = scene;
      const other = await testManagementProjects.provide({ otherThan: project });

      const { plans } = await copyPlan({ project, plan, into: [project, other], async: true });

      const count = async () => Promise.all(plans.map(async (copy) => (await testPlans.casesOf(copy)).length));
      await expect.poll(count, UNTIL_CREATED).toStrictEqual([2, 2]);
    },
  );
});
