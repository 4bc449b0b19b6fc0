import { awkwardCells, invalidSteps } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { howRequired, namesOf, requirementOf } from './support/assumed-values.js';
import { firstThatWorks } from '../support/first-that-works.js';
import { executionParts } from './support/is-read-back.js';
import { at } from '../support/at.js';
import { named, readIssue } from './support/read-issue.js';
import { rowsProperties, rowsPropertiesOf, rowsPropertiesTaken } from './support/rows-properties.js';
import { freshRows, newStatuses } from './support/rows.js';
import { test } from './support/test.js';
import { isObject, itemsOf, propertyOf } from '../support/json.js';

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'creates a template with groups and steps in the order they were sent in',
    covers('TM-11', 'TM-08', 'TM-09'),
    async ({ issues, testProjects, stepsTables, build }) => {
      const project = await testProjects.provide();
      const rows = build.steps.for(project).steps(1).group().group().steps(2).group('Last').build();

      const { data } = await issues.createIssue({
        body: build.testCaseTemplate.in(project).withSteps(rows).build(),
      });

      expect(await stepsTables.of(project, data)).toHaveSteps(rows);
      expect(named(await readIssue(issues, data.key), 'issuetype', 'id')).toBe(
        String(project.issueTypes.testCaseTemplate.id),
      );
    },
  );

  test('keeps a hundred rows', covers('TM-11'), async ({ issues, testProjects, stepsTables, build }) => {
    const project = await testProjects.provide();
    const rows = build.steps.for(project).group().steps(49).group().steps(49).build();

    const { data } = await issues.createIssue({ body: build.testCaseTemplate.in(project).withSteps(rows).build() });

    expect(rows).toHaveLength(100);
    expect(await stepsTables.of(project, data)).toHaveSteps(rows);
  });

  for (const cell of awkwardCells) {
    test(
      `keeps every character of a step and a group that say ${JSON.stringify(cell)}`,
      covers('TM-11', 'TM-08', 'TM-09'),
      async ({ issues, testProjects, stepsTables, build }) => {
        const project = await testProjects.provide();
        const rows = build.steps.for(project).group(cell).step(cell, cell).build();

        const { data } = await issues.createIssue({
          body: build.testCaseTemplate.in(project).withSteps(rows).build(),
        });

        expect(await stepsTables.of(project, data)).toHaveSteps(rows);
      },
    );
  }

  test(
    'creates a case with its plan as parent, its template and Steps',
    covers('TM-10'),
    async ({ issues, testManagement, scene, stepsTables, build }) => {
      const { project, plan, template } = scene;
      const rows = build.steps.for(project).group().steps(2).build();
      const body = build.testCase.in(project).of(plan).fromTemplate(template).withSteps(rows).build();

      const { data } = await issues.createIssue({ body });

      const created = await readIssue(issues, data.key);
      expect(named(created, 'parent', 'key')).toBe(plan.key);
      expect(created.fields[project.fields.testCaseTemplate]).toBe(template.key);
      expect(await stepsTables.of(project, data)).toHaveSteps(freshRows(rows, project));
      const ids = await testManagement.listTestCaseIds({ testPlanKey: plan.key });
      expect(ids.data).toEqual([...plan.cases.map(({ id }) => id), Number(data.id)]);
    },
  );

  for (const { kind, title } of [
    { kind: 'testCaseTemplate', title: 'template' },
    { kind: 'testCase', title: 'case' },
  ] as const) {
    test(
      `creates a ${title} with Preconditions, its issue type given by id`,
      covers('TM-12'),
      async ({ issues, testProjects, testPlans, build }) => {
        const project = await testProjects.provide({ preconditions: true });
        const payload = {
          testCaseTemplate: build.testCaseTemplate,
          testCase: build.testCase.of(await testPlans.provide(project)),
        }[kind];
        const text = 'Logged in as *admin*.\nThe cache is empty – 日本語.';
        const body = payload.in(project).byIssueTypeId().withPreconditions(text).build();

        const { data } = await issues.createIssue({ body });

        const created = await readIssue(issues, data.key);
        expect(created.fields[project.fields.preconditions]).toBe(text);
        expect(named(created, 'issuetype', 'name')).toBe(project.issueTypes[kind].name);
      },
    );
  }

  test(
    'sets a Requirement of several issues, named as it is assumed',
    covers('TM-15', 'TM-N03'),
    async ({ issues, scene, build, assumptions, observe }) => {
      const { project, plan, otherTemplate } = scene;
      const required = [plan, otherTemplate];
      const body = build.testCaseTemplate.in(project).withRequirement(requirementOf(required, assumptions)).build();

      const { data } = await issues.createIssue({ body });

      const { fields } = await readIssue(issues, data.key);
      const answered = itemsOf(fields[project.fields.requirement]);
      expect(namesOf(required)).toContainEqual(answered.map(String));
      observe('TM-N03', howRequired(answered, required));
    },
  );

  test('sets the Requirement of a case', covers('TM-15'), async ({ issues, scene, build, assumptions }) => {
    const { project, plan, template, otherTemplate } = scene;
    const value = requirementOf([otherTemplate], assumptions);
    const body = build.testCase.in(project).of(plan).fromTemplate(template).withRequirement(value).build();

    const { data } = await issues.createIssue({ body });

    const { fields } = await readIssue(issues, data.key);
    expect(namesOf([otherTemplate])).toContainEqual(itemsOf(fields[project.fields.requirement]).map(String));
  });

  test(
    'takes Steps, Preconditions and Requirement in one payload',
    covers('TM-11', 'TM-12', 'TM-15', 'TM-16'),
    async ({ issues, testProjects, testCaseTemplates, stepsTables, build, assumptions }) => {
      const project = await testProjects.provide({ preconditions: true });
      const required = await testCaseTemplates.provide(project);
      const value = requirementOf([required], assumptions);
      const rows = build.steps.for(project).group().steps(1).build();
      const body = build.testCaseTemplate
        .in(project)
        .byIssueTypeId()
        .withSteps(rows)
        .withPreconditions('Before it all.')
        .withRequirement(value)
        .build();

      const { data } = await issues.createIssue({ body });

      const { fields } = await readIssue(issues, data.key);
      expect(await stepsTables.of(project, data)).toHaveSteps(rows);
      expect(fields[project.fields.preconditions]).toBe('Before it all.');
      expect(namesOf([required])).toContainEqual(fields[project.fields.requirement]);
    },
  );

  test(
    'addresses each field by an id of its own, found by its name',
    covers('TM-16'),
    async ({ issues, testProjects }) => {
      const project = await testProjects.provide();
      const ids = Object.values(project.fields);

      const { data } = await issues.listFields();

      const custom = data.filter((field) => field.custom);
      const names = ids.map(
        (id) =>
          at(
            custom.filter((field) => field.id === id),
            0,
          ).name,
      );
      expect(names.map((name) => custom.filter((field) => field.name === name).map(({ id }) => id))).toEqual(
        ids.map((id) => [id]),
      );
      expect(new Set(ids).size).toBe(4);
      expect(ids.filter((id) => !/^customfield_\d+$/.test(id))).toEqual([]);
    },
  );

  test(
    'reads Steps back in the shape they are assumed to have',
    covers('TM-N02'),
    async ({ issues, testManagement, scene, assumptions, observe }) => {
      const { project, testCase } = scene;
      const place = { issueId: testCase.id, rowIndex: 0 };
      await testManagement.setStepStatus({ body: { ...place, status: at(newStatuses(project), -1) } });
      await testManagement.addStepComment({ body: { ...place, comment: 'A comment' } });

      const { fields } = await readIssue(issues, testCase.key);

      const value = fields[project.fields.steps];
      const [rows] = rowsPropertiesOf(value);
      const step = at(itemsOf(propertyOf(value, rows ?? '')).filter(isObject), 1);
      const parts = [...new Set([...assumptions['TM-N02'].readBack, ...executionParts])];
      observe('TM-N02', { readBack: parts.filter((part) => part in step) });
    },
  );

  test(
    'names the rows of Steps as it is assumed to',
    covers('TM-N02'),
    async ({ issues, testProjects, build, assumptions, observe }) => {
      const project = await testProjects.provide();
      const jql = `issuetype = "${project.issueTypes.testCaseTemplate.name}"`;
      const { data } = await issues.searchIssues({ query: { jql, fields: project.fields.steps, maxResults: '20' } });
      const met = data.issues.flatMap(({ fields }) => rowsPropertiesOf(fields[project.fields.steps]));
      const rows = build.steps.for(project).steps(2).build();
      const takes = async (rowsProperty: string) => {
        const body = build.testCaseTemplate
          .in({ ...project, rowsProperty })
          .withSteps(rows)
          .build();
        return (await rowsPropertiesTaken(issues, project, body)).includes(rowsProperty);
      };

      const found = await firstThatWorks([assumptions['TM-N02'].rows, ...met, ...rowsProperties], takes);

      observe.orUnclear(
        'TM-N02',
        found === undefined ? undefined : { rows: found },
        `rows: Steps are taken under none of ${rowsProperties.join(', ')}.`,
      );
    },
  );

  test(
    'takes as many cells as its own project has columns, and not as many as another has',
    covers('TM-09'),
    async ({ issues, testProjects, stepsTables, build }) => {
      const project = await testProjects.provide();
      const other = await testProjects.provide({ unlike: project });
      const rows = build.steps.for(other).steps(2).build();

      const there = await issues.createIssue({ body: build.testCaseTemplate.in(other).withSteps(rows).build() });
      const here = await issues.createIssue({ body: build.testCaseTemplate.in(project).withSteps(rows).build() });

      expect(await stepsTables.of(other, there.data)).toHaveSteps(rows);
      expect(here).not.toSucceed();
    },
  );

  for (const [index, { name }] of invalidSteps(3).entries()) {
    test(
      `refuses Steps that are ${name}, and creates nothing`,
      covers('TM-08', 'TM-09'),
      async ({ issues, scene, build }) => {
        const { project, plan } = scene;
        const { rows } = at(invalidSteps(project.columns.length), index);
        const value = { [project.fields.steps]: { [project.rowsProperty]: rows } };
        const body = build.testCase.in(project).of(plan).withFields(value).build();

        const changes = await scene.changesBy(() => issues.createIssue({ body }));

        expect(changes.response).not.toSucceed();
        expect(changes).toHaveChangedNothing();
      },
    );
  }
});
