import { awkwardCells } from '../../builders/index.js';
import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { fileOf } from './support/issues.js';
import { cellsOf, foreignStatus, freshRows, newStatuses, stepsIn } from './support/rows.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('setStepStatus'), () => {
  test.beforeEach(({ needsShown }) => needsShown('status'));

  test('sets the status of one step and nothing else', covers('TM-01'), async ({ testManagement, scene }) => {
    const { project, testCase, otherCase, otherTemplate } = scene;
    const status = at(newStatuses(project), -1);

    const changes = await scene.stepChangesBy(() =>
      testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 1, status } }),
    );

    expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, status }] });
    const other = await scene.stepsOf(otherCase);
    expect(other).toHaveSteps(freshRows(otherTemplate.rows, project, other));
  });

  test('sets a step that was run back to the default status', covers('TM-01'), async ({ testManagement, scene }) => {
    const { project, testCase } = scene;
    const place = { issueId: testCase.id, rowIndex: 0 };
    const query = { issueId: String(testCase.id), rowIndex: '0' };
    await testManagement.addStepComment({ body: { ...place, comment: 'It stays.' } });
    await testManagement.addStepAttachments({ query, files: [fileOf('stays.txt')] });
    await testManagement.setStepStatus({ body: { ...place, status: at(newStatuses(project), -1) } });

    const changes = await scene.stepChangesBy(() =>
      testManagement.setStepStatus({ body: { ...place, status: project.defaultStatus } }),
    );

    expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, status: project.defaultStatus }] });
  });

  test(
    'takes in the other project the status that is refused here, and each status of its own',
    covers('TM-03'),
    async ({ testManagement, scene, testManagementProjects, testCaseTemplates, testPlans, stepsTables }) => {
      const other = await testManagementProjects.provide({ statusesUnlike: scene.project });
      const template = await testCaseTemplates.provide(other);
      const { cases } = await testPlans.provide(other, { templates: [template] });
      const testCase = at(cases, 0);
      const status = foreignStatus(other, scene.project);

      const changes = await stepsTables.changesBy(other, testCase, () =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 1, status } }),
      );

      failsFor('TM-03');
      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, status }] });
      failsFor('TM-04');
      for (const each of [...newStatuses(other), other.defaultStatus]) {
        const rows = [{ rowIndex: 1, status: each }];
        expect(await testManagement.setStepStatuses({ body: { issueId: testCase.id, rows } })).toSucceed();
        expect(at(stepsIn(await stepsTables.of(other, testCase)), 1).status).toBe(each);
      }
    },
  );
});

test.describe(...describeEndpoint('setStepStatuses'), () => {
  test.beforeEach(({ needsShown }) => needsShown('status'));

  for (const { title, steps } of [
    { title: 'sets several steps, each to its own status, and leaves those it does not name', steps: [0, 2] },
    { title: 'takes the steps in any order', steps: [2, 1] },
  ] as const) {
    test(title, covers('TM-04'), async ({ testManagement, scene }) => {
      const statuses = newStatuses(scene.project);
      const place = { issueId: scene.testCase.id, rowIndex: steps[1] };
      await testManagement.addStepComment({ body: { ...place, comment: 'It stays.' } });
      const rows = [
        { rowIndex: steps[0], status: at(statuses, 0) },
        { rowIndex: steps[1], status: at(statuses, -1) },
      ];

      const changes = await scene.stepChangesBy(() =>
        testManagement.setStepStatuses({ body: { issueId: scene.testCase.id, rows } }),
      );

      expect(changes).toHaveChangedOnly({ changed: rows });
    });
  }

  test(
    'sets each of many steps to its own status',
    covers('TM-04', 'TM-02'),
    async ({ testManagement, scene, testCaseTemplates, testPlans, stepsTables, build }) => {
      const { project } = scene;
      const template = await testCaseTemplates.provide(project, build.steps.for(project).steps(51).build());
      const testCase = at((await testPlans.provide(project, { templates: [template] })).cases, 0);
      const statuses = newStatuses(project);
      const rows = template.rows.map((_row, rowIndex) => ({
        rowIndex,
        status: at(statuses, rowIndex % statuses.length),
      }));

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatuses({ body: { issueId: testCase.id, rows } }),
      );

      expect(changes).toHaveChangedOnly({ changed: rows });
    },
  );

  test('changes nothing if no step is named', covers('TM-04'), async ({ testManagement, scene }) => {
    const body = { issueId: scene.testCase.id, rows: [] };

    const changes = await scene.stepChangesBy(() => testManagement.setStepStatuses({ body }));

    expect(changes).toHaveChangedNothing();
  });
});

test.describe(...describeEndpoint('addStepComment'), () => {
  test.beforeEach(({ needsShown }) => needsShown('comments'));

  for (const { title, rowIndex, comment } of [
    { title: 'adds a comment to one step and nothing else', rowIndex: 1, comment: 'The button is grey.' },
    {
      title: 'keeps a comment with line breaks, markup and unicode as it is',
      rowIndex: 0,
      comment: 'Zeile 1\nline 2 – 日本語 😀\n<b>&amp;</b> {code}x{code} "quoted" \\n \\" \\, &#65; a%20b+c;d'.repeat(4),
    },
  ]) {
    test(title, covers('TM-05'), async ({ testManagement, scene }) => {
      const body = { issueId: scene.testCase.id, rowIndex, comment };

      const changes = await scene.stepChangesBy(() => testManagement.addStepComment({ body }));

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex, comments: [comment] }] });
    });
  }

  test('keeps a dozen comments of one step', covers('TM-05'), async ({ testManagement, scene }) => {
    const place = { issueId: scene.testCase.id, rowIndex: 2 };
    const comments = Array.from({ length: 12 }, (_, index) => `Seen ${index}`);

    for (const comment of comments) await testManagement.addStepComment({ body: { ...place, comment } });

    expect([await scene.stepAt(2)]).toHaveSteps([{ comments }]);
  });

  for (const second of ['Second', 'First']) {
    test(
      `leaves the comment First that a step has, and adds ${second}, which another has`,
      covers('TM-05'),
      async ({ testManagement, scene }) => {
        const place = { issueId: scene.testCase.id, rowIndex: 1 };
        await testManagement.addStepComment({ body: { ...place, comment: 'First' } });
        await testManagement.addStepComment({ body: { ...place, rowIndex: 0, comment: second } });

        await testManagement.addStepComment({ body: { ...place, comment: second } });

        const steps = [await scene.stepAt(0), await scene.stepAt(1)];
        expect(steps).toHaveSteps([{ comments: [second] }, { comments: ['First', second] }]);
      },
    );
  }
});

/** The cells that tests set: in a step of the case or of its template, in a column that is counted from either end. */
const cells = [
  {
    title: 'sets the cell in the first column, whose index is 0, and no other',
    of: 'testCase',
    rowIndex: 1,
    column: 0,
    cellValue: 'Open the form',
  },
  {
    title: 'sets the cell in the last column and no other',
    of: 'testCase',
    rowIndex: 2,
    column: -1,
    cellValue: `It opens ${'x'.repeat(256)}`,
  },
  { title: 'edits a step of a template', of: 'template', rowIndex: 1, column: 1, cellValue: 'In the template' },
  ...awkwardCells.map((cellValue) => {
    const title = `keeps every character of the cell ${JSON.stringify(cellValue)}`;
    return { title, of: 'testCase' as const, rowIndex: 0, column: 1, cellValue };
  }),
] as const;

test.describe(...describeEndpoint('setStepCell'), () => {
  for (const { title, of, rowIndex, column, cellValue } of cells) {
    test(title, covers('TM-06'), async ({ testManagement, scene }) => {
      const { [of]: issue, project, template } = scene;
      const columnIndex = at([...project.columns.keys()], column);
      const body = { issueId: issue.id, rowIndex, columnIndex, cellValue };

      const changes = await scene.stepChangesBy(() => testManagement.setStepCell({ body }), issue);

      const before = at(stepsIn(template.rows), rowIndex).cells;
      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex, cells: before.with(column, cellValue) }] });
    });
  }

  test(
    'sets a cell that was emptied, and leaves the template of the case and its other case as they are',
    covers('TM-06'),
    async ({ testManagement, orderedPlan, stepsTables }) => {
      const { project, plan, templates } = orderedPlan;
      const [template, testCase, otherCase] = [templates[2], at(plan.cases, 0), at(plan.cases, 2)];
      const place = { issueId: testCase.id, rowIndex: 0, columnIndex: 0 };

      await testManagement.setStepCell({ body: { ...place, cellValue: '' } });
      await testManagement.setStepCell({ body: { ...place, cellValue: 'Only in the case' } });

      expect(at(stepsIn(await stepsTables.of(project, testCase)), 0).cells[0]).toBe('Only in the case');
      for (const other of [template, otherCase]) {
        expect(cellsOf(await stepsTables.of(project, other))).toStrictEqual(template.rows);
      }
    },
  );
});
