import { awkwardCells } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { foreignStatus, freshRows, newStatuses, stepsIn } from './support/rows.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('setStepStatus'), () => {
  test.beforeEach(async ({ needsShown }) => {
    await needsShown('status');
  });

  test(
    'sets the status of one step and nothing else',
    covers('TM-01', 'TM-02'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const status = at(newStatuses(project), -1);

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 2, status } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 2, status }] });
    },
  );

  test(
    'sets a step between two others, and leaves both as they were',
    covers('TM-01'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const status = at(newStatuses(project), -1);

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 1, status } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, status }] });
    },
  );

  test('sets a step back to the default status', covers('TM-01'), async ({ testManagement, scene, stepsTables }) => {
    const { project, testCase } = scene;
    const place = { issueId: testCase.id, rowIndex: 0 };
    await testManagement.setStepStatus({ body: { ...place, status: at(newStatuses(project), -1) } });

    const changes = await stepsTables.changesBy(project, testCase, () =>
      testManagement.setStepStatus({ body: { ...place, status: project.defaultStatus } }),
    );

    expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, status: project.defaultStatus }] });
  });

  test(
    'leaves other cases of the plan as they are',
    covers('TM-01'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, otherTemplate, testCase, otherCase } = scene;

      await testManagement.setStepStatus({
        body: { issueId: testCase.id, rowIndex: 0, status: at(newStatuses(project), -1) },
      });

      const table = await stepsTables.of(project, otherCase);
      expect(table).toHaveSteps(freshRows(otherTemplate.rows, project, table));
    },
  );

  test(
    'takes in the other project the status that is refused here',
    covers('TM-03'),
    async ({ testManagement, scene, testProjects, testCaseTemplates, testPlans, stepsTables }) => {
      const other = await testProjects.provide({ unlike: scene.project });
      const template = await testCaseTemplates.provide(other);
      const { cases } = await testPlans.provide(other, { templates: [template] });
      const testCase = at(cases, 0);
      const status = foreignStatus(other, scene.project);

      const changes = await stepsTables.changesBy(other, testCase, () =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 1, status } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, status }] });
    },
  );
});

test.describe(...describeEndpoint('setStepStatuses'), () => {
  test.beforeEach(async ({ needsShown }) => {
    await needsShown('status');
  });

  test(
    'sets several steps, each to its own status, and leaves those it does not name',
    covers('TM-04'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const [first, last] = [at(newStatuses(project), 0), at(newStatuses(project), -1)];
      const rows = [
        { rowIndex: 0, status: first },
        { rowIndex: 2, status: last },
      ];

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatuses({ body: { issueId: testCase.id, rows } }),
      );

      expect(changes).toHaveChangedOnly({ changed: rows });
    },
  );

  test('takes the steps in any order', covers('TM-04', 'TM-02'), async ({ testManagement, scene, stepsTables }) => {
    const { project, testCase } = scene;
    const [some, other] = [at(newStatuses(project), 0), at(newStatuses(project), -1)];
    const rows = [
      { rowIndex: 2, status: some },
      { rowIndex: 1, status: other },
    ];

    const changes = await stepsTables.changesBy(project, testCase, () =>
      testManagement.setStepStatuses({ body: { issueId: testCase.id, rows } }),
    );

    expect(changes).toHaveChangedOnly({ changed: rows });
  });

  test(
    'keeps the status that a step was set to before',
    covers('TM-04'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const [earlier, status] = [at(newStatuses(project), 0), at(newStatuses(project), -1)];
      await testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 1, status: earlier } });

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatuses({ body: { issueId: testCase.id, rows: [{ rowIndex: 0, status }] } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, status }] });
    },
  );

  test('changes nothing if no step is named', covers('TM-04'), async ({ testManagement, scene, stepsTables }) => {
    const { project, testCase } = scene;

    const changes = await stepsTables.changesBy(project, testCase, () =>
      testManagement.setStepStatuses({ body: { issueId: testCase.id, rows: [] } }),
    );

    expect(changes).toHaveChangedNothing();
  });
});

test.describe(...describeEndpoint('addStepComment'), () => {
  test.beforeEach(async ({ needsShown }) => {
    await needsShown('comments');
  });

  test(
    'adds a comment to one step and nothing else',
    covers('TM-05'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const comment = 'The button is grey.';

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.addStepComment({ body: { issueId: testCase.id, rowIndex: 1, comment } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, comments: [comment] }] });
    },
  );

  test(
    'keeps a comment with line breaks, markup and unicode as it is',
    covers('TM-05'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const comment = 'Zeile 1\nline 2 – 日本語 😀\n<b>&amp;</b> {code}x{code} "quoted" \\';

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.addStepComment({ body: { issueId: testCase.id, rowIndex: 0, comment } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, comments: [comment] }] });
    },
  );

  test('adds no comment to the issue of the step', covers('TM-05'), async ({ testManagement, issues, scene }) => {
    const { testCase } = scene;

    await testManagement.addStepComment({ body: { issueId: testCase.id, rowIndex: 0, comment: 'On the step.' } });

    const { comments } = (await issues.listComments({ issueIdOrKey: testCase.key })).data;
    expect(comments).toEqual([]);
  });
});

test.describe(...describeEndpoint('setStepCell'), () => {
  test(
    'sets the cell in the first column, whose index is 0, and no other',
    covers('TM-06'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, template, testCase } = scene;
      const body = { issueId: testCase.id, rowIndex: 1, columnIndex: 0, cellValue: 'Open the form' };

      const changes = await stepsTables.changesBy(project, testCase, () => testManagement.setStepCell({ body }));

      const { cells } = at(stepsIn(template.rows), 1);
      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, cells: cells.with(0, 'Open the form') }] });
    },
  );

  test(
    'sets the cell in the last column and no other',
    covers('TM-06'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, template, testCase } = scene;
      const columnIndex = project.columns.length - 1;
      const body = { issueId: testCase.id, rowIndex: 2, columnIndex, cellValue: 'It opens' };

      const changes = await stepsTables.changesBy(project, testCase, () => testManagement.setStepCell({ body }));

      const { cells } = at(stepsIn(template.rows), 2);
      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 2, cells: cells.with(-1, 'It opens') }] });
    },
  );

  test('leaves the template of the case as it is', covers('TM-06'), async ({ testManagement, scene, stepsTables }) => {
    const { project, template, testCase } = scene;
    const body = { issueId: testCase.id, rowIndex: 0, columnIndex: 0, cellValue: 'Only in the case' };

    await testManagement.setStepCell({ body });

    expect(await stepsTables.of(project, template)).toHaveSteps(template.rows);
  });

  test('edits a step of a template', covers('TM-06'), async ({ testManagement, scene, stepsTables }) => {
    const { project, template } = scene;
    const body = { issueId: template.id, rowIndex: 1, columnIndex: 1, cellValue: 'In the template' };

    const changes = await stepsTables.changesBy(project, template, () => testManagement.setStepCell({ body }));

    const { cells } = at(stepsIn(template.rows), 1);
    expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, cells: cells.with(1, 'In the template') }] });
  });

  for (const cellValue of awkwardCells) {
    test(
      `keeps every character of the cell ${JSON.stringify(cellValue)}`,
      covers('TM-06'),
      async ({ testManagement, scene, stepsTables }) => {
        const { project, template, testCase } = scene;
        const body = { issueId: testCase.id, rowIndex: 0, columnIndex: 1, cellValue };

        const changes = await stepsTables.changesBy(project, testCase, () => testManagement.setStepCell({ body }));

        const { cells } = at(stepsIn(template.rows), 0);
        expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, cells: cells.with(1, cellValue) }] });
      },
    );
  }
});
