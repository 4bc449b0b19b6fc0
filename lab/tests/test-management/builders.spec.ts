import { expect, test } from '@playwright/test';
import { CopyPlanBuilder, invalidSteps, seededBuilders } from '../../../builders/index.js';

const project = {
  key: 'QA',
  issueTypes: {
    testCaseTemplate: { id: 1, name: 'Template' },
    testCase: { id: 2, name: 'Case' },
    testPlan: { id: 3, name: 'Plan' },
  },
  fields: {
    steps: 'customfield_1',
    preconditions: 'customfield_2',
    requirement: 'customfield_3',
    testCaseTemplate: 'c4',
  },
  rowsProperty: 'stepsRows',
};

test.describe('builders of test management', () => {
  test('build the same from the same seed', () => {
    const [one, two] = [seededBuilders(42), seededBuilders(42)];

    expect(one.steps.group().steps(3).build()).toEqual(two.steps.group().steps(3).build());
    expect(one.testPlan.in(project).build()).toEqual(two.testPlan.in(project).build());
  });

  test('give a step a cell for each column, those that are named first', () => {
    const rows = seededBuilders(1)
      .steps.for({ columns: ['Do', 'See'] })
      .step('Open')
      .group('G')
      .build();

    expect(rows).toEqual([
      { isGroup: false, cells: ['Open', expect.any(String)] },
      { isGroup: true, cells: ['G'] },
    ]);
  });

  test('leave out of a copy what is not said', () => {
    expect(new CopyPlanBuilder().of({ key: 'QA-1' }).build()).toEqual({ testPlanKey: 'QA-1' });
  });

  test('refuse a copy that names no plan', () => {
    expect(() => new CopyPlanBuilder().by('BY_TEST_CASES').build()).toThrow(/testPlanKey/);
  });

  test('refuse a test issue without a project', () => {
    expect(() => seededBuilders(1).testCase.build()).toThrow('say in(project) before build()');
  });

  test('name each list of invalid rows once', () => {
    const names = invalidSteps(3).map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
  });
});
