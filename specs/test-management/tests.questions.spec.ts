import { stepsField } from '../../builders/index.js';
import { covers, describeEndpoint, expect, mentionsIssue, test as unscened } from '../../fixtures/index.js';
import type { Assumptions, ProvidedTestManagementProject } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { at, itemsOf, propertyOf } from '../support/values.js';
import { named, readIssue } from './support/issues.js';
import { cellsOf } from './support/rows.js';
import { test } from './support/scene.js';

/** Rows with a group that has a cell for each column, as some clients send it; and as they have to read back. */
function groupOfManyCells(project: ProvidedTestManagementProject) {
  const { columns } = project;
  const step = { isGroup: false, cells: columns.map((column) => `A step: ${column}`) };
  const group = { isGroup: true, cells: ['A group', ...columns.map(() => '').slice(1), ''] };
  return {
    value: stepsField(project, [group, step]),
    readBack: [{ isGroup: true, cells: ['A group'] }, step],
  };
}

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'refuses a group with more cells than its name, or keeps its name alone, as it is assumed to',
    covers('TM-08', 'TM-N18'),
    async ({ trackerApi, scene, testPlans, build, observe }) => {
      const { project, plan } = scene;
      const { value, readBack } = groupOfManyCells(project);

      const body = build.testCase.in(project).of(plan).withFields(value).build();

      const { ok } = answered(await trackerApi.createIssue({ body }));

      const created = (await testPlans.casesOf(plan)).slice(plan.cases.length);
      const tables = await Promise.all(created.map((testCase) => scene.stepsOf(testCase)));
      expect(tables.map((table) => cellsOf(table))).toStrictEqual(ok ? [readBack] : []);
      observe('TM-N18', ok ? 'accepted' : 'refused');
    },
  );
});

test.describe(...describeEndpoint('editIssue'), () => {
  test(
    'refuses a group with more cells than its name, or keeps its name alone, as it is assumed to',
    covers('TM-08', 'TM-N18'),
    async ({ trackerApi, scene, observe }) => {
      const { project, template } = scene;
      const { value: fields, readBack } = groupOfManyCells(project);

      const { ok } = answered(await trackerApi.editIssue({ issueIdOrKey: template.key, body: { fields } }));

      expect(cellsOf(await scene.stepsOf(template))).toStrictEqual(ok ? readBack : template.rows);
      observe('TM-N18', ok ? 'accepted' : 'refused');
    },
  );
});

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'sets a Requirement of several issues, named as it is assumed',
    covers('TM-15', 'TM-N03'),
    async ({ trackerApi, scene, build, requirements, observe }) => {
      const { project, plan, otherTemplate, testCase } = scene;
      const required = [plan, otherTemplate, testCase] as const;
      const value = await requirements.valueFor(project, required);
      const body = build.testCaseTemplate.in(project).withRequirement(value).build();

      const { data } = await trackerApi.createIssue({ body });

      const stored = await requirements.valueOf(project, data.key);
      expect(required.filter((one) => !mentionsIssue(stored, one))).toStrictEqual([]);
      observe('TM-N03', await requirements.formFor(project, plan));
    },
  );
});

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'reads the template of a case back as it is assumed to',
    covers('TM-N28'),
    async ({ trackerApi, scene, build, observe }) => {
      const { project, plan, template } = scene;
      const body = build.testCase.in(project).of(plan).fromTemplate(template).build();

      const { data } = await trackerApi.createIssue({ body });

      const value = (await readIssue(trackerApi, data.key)).fields[project.fields.testCaseTemplate];
      observe.orUnclear('TM-N28', formOf(value, template), `It reads ${JSON.stringify(value)}.`);
    },
  );
});

/** The form in which a field names an issue, in the terms of TM-N28. */
function formOf(value: unknown, { key }: { readonly key: string }): Assumptions['TM-N28'] | undefined {
  if (value === key) return 'key';
  return propertyOf(value, 'key') === key ? 'object' : undefined;
}

test.describe(...describeEndpoint('listProjectStatuses'), () => {
  test(
    'gives templates, cases and plans the statuses they are assumed to have, and starts them in the first',
    covers('TM-N11'),
    async ({ trackerApi, scene, assumptions, observe }) => {
      const { project, template, testCase, plan } = scene;
      const { data } = await trackerApi.listProjectStatuses({ projectIdOrKey: project.key });
      const statusesOf = async (kind: keyof typeof project.issueTypes, key: string, assumed: readonly string[]) => {
        const id = String(project.issueTypes[kind].id);
        const names = data.filter((type) => type.id === id).flatMap((type) => type.statuses.map(({ name }) => name));
        const first = String(named(await readIssue(trackerApi, key), 'status', 'name'));
        return [...new Set([first, ...assumed.filter((name) => names.includes(name)), ...names])];
      };
      const assumed = assumptions['TM-N11'];

      observe('TM-N11', {
        testCaseTemplate: await statusesOf('testCaseTemplate', template.key, assumed.testCaseTemplate),
        testCase: await statusesOf('testCase', testCase.key, assumed.testCase),
        testPlan: await statusesOf('testPlan', plan.key, assumed.testPlan),
      });
    },
  );
});

unscened(
  'gives a new project the step statuses and columns it is assumed to have',
  covers('TM-N04'),
  async ({
    testManagement,
    testManagementProjects,
    testCaseTemplates,
    testPlans,
    stepsTables,
    observe,
    needsOwnTracker,
  }) => {
    needsOwnTracker('The projects of a tracker that others use are not new.');
    const project = await testManagementProjects.provide();
    const template = await testCaseTemplates.provide(project);
    const testCase = at((await testPlans.provide(project, { templates: [template] })).cases, 0);
    const start = at(await stepsTables.of(project, testCase), 0);
    const seen = [];

    for (const status of project.statuses) {
      await testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 0, status } });
      const { rest } = at(await stepsTables.of(project, testCase), 0);
      seen.push(stepStatusSeen(rest['status']));
    }

    expect(start.cells).toHaveLength(project.columns.length);
    observe('TM-N04', {
      statuses: seen,
      defaultStatus: start.status ?? '',
      columns: [...project.columns],
    });
  },
);

/** The status of a step as the bundled fake shows it: only there are projects new. */
function stepStatusSeen(status: unknown): Assumptions['TM-N04']['statuses'][number] {
  return {
    id: Number(itemsOf(propertyOf(status, 'ids'))[0]),
    name: String(propertyOf(status, 'name')),
    color: String(propertyOf(status, 'color')),
    isFinalStatus: propertyOf(status, 'isFinalStatus') === true,
  };
}
