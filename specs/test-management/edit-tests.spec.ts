import { invalidSteps, stepsField } from '../../builders/index.js';
import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import type { Issue, ProvidedTestManagementProject } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { at } from '../support/values.js';
import { readIssue } from './support/issues.js';
import { awkwardRows, cellsOf, freshRows, isOfRightTypes, storedOf } from './support/rows.js';
import { execute } from './support/shown-parts.js';
import { test } from './support/scene.js';
import type { FilledIssue } from './support/scene.js';

const titles = { template: 'template', testCase: 'case' };

const others = { template: 'testCase', testCase: 'template' } as const;

test.describe(...describeEndpoint('editIssue'), () => {
  test('replaces all Steps of a template, and none of its cases', covers('TM-13'), async ({ trackerApi, scene }) => {
    const { project, template, testCase } = scene;
    const rows = awkwardRows(project);
    const fields = stepsField(project, rows);

    const response = await trackerApi.editIssue({ issueIdOrKey: template.key, body: { fields } });

    expect(response).toSucceed();
    expect(await scene.stepsOf(template)).toHaveSteps(rows);
    const table = await scene.stepsOf(testCase);
    expect(table).toHaveSteps(freshRows(template.rows, project, table));
  });

  test(
    'replaces the Steps of a case by its id, also if it has none, and of no other issue',
    covers('TM-13'),
    async ({ trackerApi, scene, build }) => {
      const { project, testCase, otherCase, template } = scene;
      const rows = build.steps.for(project).group().steps(1).build();
      const others = () => Promise.all([otherCase, template].map((issue) => scene.stepsOf(issue)));
      const before = await others();

      // A tracker may ask for rows.
      for (const some of [[], rows]) {
        const fields = stepsField(project, some);
        await trackerApi.editIssue({ issueIdOrKey: String(testCase.id), body: { fields } });
      }

      const table = await scene.stepsOf(testCase);
      expect(table).toHaveSteps(freshRows(rows, project, table));
      expect(await others()).toStrictEqual(before);
    },
  );

  for (const kind of ['template', 'testCase'] as const) {
    test(
      `replaces the Steps of a ${titles[kind]} and nothing else`,
      covers('TM-13'),
      async ({ trackerApi, filled, stepsTables, build }) => {
        const { project, [kind]: issue } = filled;
        const before = await readIssue(trackerApi, issue.key);
        const rows = build.steps.for(project).steps(1).build();
        const fields = stepsField(project, rows);

        await trackerApi.editIssue({ issueIdOrKey: issue.key, body: { fields } });

        const after = await readIssue(trackerApi, issue.key);
        expect(cellsOf(await stepsTables.of(project, issue))).toStrictEqual(cellsOf(rows));
        expect(without([project.fields.steps], after)).toStrictEqual(without([project.fields.steps], before));
        expectGiven(issue, before, project);
      },
    );

    test(
      `replaces the Preconditions of a ${titles[kind]} and nothing else`,
      covers('TM-14', 'TM-13'),
      async ({ trackerApi, filled, testManagement, stepsTables, build }) => {
        const { project, [kind]: issue } = filled;
        await execute(testManagement, project, issue);
        const { preconditions } = project.fields;
        const other = filled[others[kind]];
        const [before, ofOther] = [await readIssue(trackerApi, issue.key), await readIssue(trackerApi, other.key)];
        const fields = { [preconditions]: 'After; "the"\n*change* – ñ \\n \\, &#65; <b>, + 100%41'.repeat(8) };

        const response = await trackerApi.editIssue({ issueIdOrKey: issue.key, body: { fields } });

        const after = await readIssue(trackerApi, issue.key);
        expectGiven(issue, before, project);
        failsFor('TM-14');
        expect(response).toSucceed();
        expect(after.fields).toMatchObject(fields);
        expect(without([preconditions], after)).toStrictEqual(without([preconditions], before));
        expect((await readIssue(trackerApi, other.key)).fields[preconditions]).toBe(ofOther.fields[preconditions]);

        const none = { [preconditions]: '' };
        const emptied = await trackerApi.editIssue({ issueIdOrKey: issue.key, body: { fields: none } });

        // A tracker may ask for a text.
        const [kept, taken] = [fields[preconditions], ''];
        const wanted = [kept, taken][Number(answered(emptied).ok)];
        expect((await readIssue(trackerApi, issue.key)).fields[preconditions] ?? '').toBe(wanted);

        const rows = build.steps.for(project).steps(1).build();
        const both = { ...stepsField(project, rows), ...fields };
        await trackerApi.editIssue({ issueIdOrKey: issue.key, body: { fields: both } });

        expect((await readIssue(trackerApi, issue.key)).fields).toMatchObject(fields);
        failsFor('TM-13');
        expect(cellsOf(await stepsTables.of(project, issue))).toStrictEqual(rows);
      },
    );
  }

  for (const [index, { name, rows: invalid }] of invalidSteps(3).entries()) {
    test(
      `takes no Steps that are ${name}`,
      ...[isOfRightTypes(invalid) ? covers('TM-08', 'TM-09') : covers('TM-N17')],
      async ({ trackerApi, scene }) => {
        const { project, template, testCase } = scene;
        const { rows } = at(invalidSteps(project.columns.length), index);
        const fields = stepsField(project, rows);

        const changes = await scene.changesBy(() =>
          trackerApi.editIssue({ issueIdOrKey: testCase.key, body: { fields } }),
        );

        const stored = await storedOf(changes, rows, () => scene.stepsOf(testCase));
        expect([[], cellsOf(template.rows)]).toContainEqual(stored ?? []);
      },
    );
  }
});

/** The fields of an issue, without some that differ and the time of its last change. */
function without(ids: readonly string[], { fields }: Issue): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([id]) => id !== 'updated' && !ids.includes(id)));
}

/** Expects a value in every field that an issue was given when it was created. */
function expectGiven({ values }: FilledIssue, { fields }: Issue, project: ProvidedTestManagementProject): void {
  const unset = Object.keys(values).filter((id) => [undefined, null, ''].some((nothing) => fields[id] === nothing));
  if (unset.includes(project.fields.preconditions)) failsFor('TM-12');
  else if (unset.includes(project.fields.requirement)) failsFor('TM-15');
  expect(unset, 'fields without the value that they were created with').toStrictEqual([]);
}
