import { awkwardCells, invalidSteps, stepsField } from '../../builders/index.js';
import { covers, describeEndpoint, expect, failsFor, mentionsIssue } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { at } from '../support/values.js';
import { named, readIssue, templateKeyOf } from './support/issues.js';
import { awkwardRows, cellsOf, freshRows, isOfRightTypes, stepsIn, storedOf } from './support/rows.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'creates a template with groups and steps in the order they were sent in',
    covers('TM-11', 'TM-08', 'TM-09'),
    async ({ trackerApi, testManagementProjects, stepsTables, build }) => {
      const project = await testManagementProjects.provide();
      const rows = build.steps.for(project).steps(1).group('Again').group().steps(2).group('Again').build();

      const { data } = await trackerApi.createIssue({
        body: build.testCaseTemplate.in(project).withSteps(rows).build(),
      });

      const seen = await stepsTables.of(project, data);
      const table = cellsOf(seen);
      failsFor('TM-11');
      expect(table.map(({ isGroup }) => isGroup)).toStrictEqual(rows.map(({ isGroup }) => isGroup));
      failsFor('TM-08');
      expect(table.filter(({ isGroup, cells }) => isGroup && cells.length !== 1)).toStrictEqual([]);
      failsFor('TM-09');
      const steps = stepsIn(table).map(({ cells }) => cells.length);
      expect(steps).toStrictEqual(steps.map(() => project.columns.length));
      failsFor('TM-11');
      expect(seen).toHaveSteps(rows);
      expect(named(await readIssue(trackerApi, data.key), 'issuetype', 'id')).toBe(
        String(project.issueTypes.testCaseTemplate.id),
      );
    },
  );

  test(
    'keeps a hundred rows and a long cell',
    covers('TM-11'),
    async ({ trackerApi, testManagementProjects, stepsTables, build }) => {
      const project = await testManagementProjects.provide();
      const rows = build.steps.for(project).group().steps(49).group().steps(48).step('x'.repeat(256)).build();

      const { data } = await trackerApi.createIssue({
        body: build.testCaseTemplate.in(project).withSteps(rows).build(),
      });

      expect(rows).toHaveLength(100);
      expect(await stepsTables.of(project, data)).toHaveSteps(rows);
    },
  );

  for (const cell of awkwardCells) {
    test(
      `keeps every character of a step and a group that say ${JSON.stringify(cell)}`,
      covers('TM-11', 'TM-08', 'TM-09'),
      async ({ trackerApi, testManagementProjects, stepsTables, build }) => {
        const project = await testManagementProjects.provide();
        const step = project.columns.map(() => cell);
        const rows = build.steps
          .for(project)
          .group(cell)
          .step(...step)
          .step(...step)
          .build();

        const { data } = await trackerApi.createIssue({
          body: build.testCaseTemplate.in(project).withSteps(rows).build(),
        });

        expect(await stepsTables.of(project, data)).toHaveSteps(rows);
      },
    );
  }

  test(
    'creates a case with its plan as parent, its template and Steps',
    covers('TM-10'),
    async ({ trackerApi, testManagement, scene, build }) => {
      const { project, plan, template } = scene;
      const rows = awkwardRows(project);
      const body = build.testCase.in(project).of(plan).fromTemplate(template).withSteps(rows).build();

      const { data } = await trackerApi.createIssue({ body });

      const created = await readIssue(trackerApi, data.key);
      expect(named(created, 'parent', 'key')).toBe(plan.key);
      expect(templateKeyOf(created, project)).toBe(template.key);
      const table = await scene.stepsOf(data);
      expect(table).toHaveSteps(freshRows(rows, project, table));
      const ids = await testManagement.listTestCaseIds({ testPlanKey: plan.key });
      expect(ids.data).toStrictEqual([...plan.cases.map(({ id }) => id), Number(data.id)]);
    },
  );

  for (const { kind, title } of [
    { kind: 'testCaseTemplate', title: 'template' },
    { kind: 'testCase', title: 'case' },
  ] as const) {
    test(
      `creates a ${title} with Preconditions, its issue type given by id`,
      covers('TM-12'),
      async ({ trackerApi, testManagementProjects, testPlans, build }) => {
        const project = await testManagementProjects.provide({ preconditions: true });
        const payload = {
          testCaseTemplate: build.testCaseTemplate,
          testCase: build.testCase.of(await testPlans.provide(project)),
        }[kind];
        const text = 'Logged in as *admin*.\nThe cache "C:\\temp" is empty; 日本語 & <b>, + 100%41'.repeat(4);
        const body = payload.in(project).byIssueTypeId().withPreconditions(text).build();

        const { data } = await trackerApi.createIssue({ body });

        const created = await readIssue(trackerApi, data.key);
        expect(created.fields[project.fields.preconditions]).toBe(text);
        expect(named(created, 'issuetype', 'name')).toBe(project.issueTypes[kind].name);
      },
    );
  }

  test('sets the Requirement of a case', covers('TM-15'), async ({ trackerApi, scene, build, requirements }) => {
    const { project, plan, template, otherTemplate } = scene;
    const value = await requirements.valueFor(project, [otherTemplate]);
    const body = build.testCase.in(project).of(plan).fromTemplate(template).withRequirement(value).build();

    const { data } = await trackerApi.createIssue({ body });

    const stored = await requirements.valueOf(project, data.key);
    expect(mentionsIssue(stored, otherTemplate) ? otherTemplate.key : stored, 'Requirement').toBe(otherTemplate.key);
  });

  test(
    'takes Steps, Preconditions and Requirement in one payload',
    covers('TM-11', 'TM-12', 'TM-15', 'TM-16'),
    async ({ trackerApi, testManagementProjects, testCaseTemplates, stepsTables, build, requirements }) => {
      const project = await testManagementProjects.provide({ preconditions: true });
      const required = await testCaseTemplates.provide(project);
      const value = await requirements.valueFor(project, [required]);
      const rows = build.steps.for(project).group().steps(1).build();
      const body = build.testCaseTemplate
        .in(project)
        .byIssueTypeId()
        .withSteps(rows)
        .withPreconditions('Before it all.')
        .withRequirement(value)
        .build();

      const { data } = await trackerApi.createIssue({ body });

      const { fields } = await readIssue(trackerApi, data.key);
      expect(await stepsTables.of(project, data)).toHaveSteps(rows);
      expect(fields[project.fields.preconditions]).toBe('Before it all.');
      const stored = fields[project.fields.requirement];
      expect(mentionsIssue(stored, required) ? required.key : stored, 'Requirement').toBe(required.key);
    },
  );

  test(
    'addresses each field by an id of its own, found by its name',
    covers('TM-16'),
    async ({ trackerApi, testManagementProjects }) => {
      const project = await testManagementProjects.provide();
      const ids = Object.values(project.fields);

      const { data } = await trackerApi.listFields();

      const custom = data.filter((field) => field.custom);
      // The tracker may have fields of the same name and of other types.
      const traitsOf = ({ name, schema }: (typeof data)[number]) => JSON.stringify([name, schema?.custom]);
      const names = custom.filter(({ id }) => ids.includes(id)).map(traitsOf);
      expect(new Set(names).size).toBe(4);
      const withTheseNames = custom.filter((field) => names.includes(traitsOf(field))).map(({ id }) => id);
      expect(withTheseNames.toSorted()).toStrictEqual(ids.toSorted());
      expect(new Set(ids).size).toBe(4);
      expect(ids.filter((id) => !/^customfield_\d+$/.test(id))).toStrictEqual([]);
    },
  );

  test(
    'takes as many cells as its own project has columns, and not as many as another has',
    covers('TM-09'),
    async ({ trackerApi, testManagementProjects, stepsTables, build }) => {
      const project = await testManagementProjects.provide();
      const other = await testManagementProjects.provide({ columnCountUnlike: project });
      const rows = build.steps.for(other).steps(2).build();

      const there = await trackerApi.createIssue({ body: build.testCaseTemplate.in(other).withSteps(rows).build() });
      const here = await trackerApi.createIssue({ body: build.testCaseTemplate.in(project).withSteps(rows).build() });

      expect(await stepsTables.of(other, there.data)).toHaveSteps(rows);
      // What is refused, or taken without the rows, has none of them.
      expect(answered(here).ok ? await stepsTables.of(project, here.data) : []).toStrictEqual([]);
    },
  );

  for (const [index, { name, rows: invalid }] of invalidSteps(3).entries()) {
    test(
      `takes no Steps that are ${name}`,
      ...[isOfRightTypes(invalid) ? covers('TM-08', 'TM-09') : covers('TM-N17')],
      async ({ trackerApi, scene, build }) => {
        const { project, plan } = scene;
        const { rows } = at(invalidSteps(project.columns.length), index);
        const body = build.testCase.in(project).of(plan).withFields(stepsField(project, rows)).build();

        const changes = await scene.changesBy(() => trackerApi.createIssue({ body }));

        const stored = await storedOf(changes, rows, () => scene.stepsOf(changes.response.data));
        expect(stored ?? []).toStrictEqual([]);
      },
    );
  }
});
