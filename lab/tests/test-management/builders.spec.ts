import { expect, test } from '@playwright/test';
import { CopyPlanBuilder, invalidSteps, seededBuilders } from '../../../builders/index.js';

const project = {
  key: 'QA',
  issueTypes: {
    testCaseTemplate: { id: 1, name: 'Template' },
    testCase: { id: 2, name: 'Case' },
    testPlan: { id: 3, name: 'Plan' },
  },
  fields: { steps: 'customfield_1', preconditions: 'customfield_2', requirement: 'c3', testCaseTemplate: 'c4' },
  rowsProperty: 'stepsRows',
};

test('builders of test management build the same from the same seed, with a cell for each column', () => {
  const [one, two] = [seededBuilders(42), seededBuilders(42)];
  const rows = one.steps
    .for({ columns: ['Do', 'See'] })
    .step('Open')
    .group('G')
    .build();

  expect(rows).toEqual([
    { isGroup: false, cells: ['Open', expect.any(String)] },
    { isGroup: true, cells: ['G'] },
  ]);
  expect(seededBuilders(42).steps.group().steps(3).build()).toEqual(two.steps.group().steps(3).build());
  expect(seededBuilders(42).testPlan.in(project).build()).toEqual(seededBuilders(42).testPlan.in(project).build());
});

test('they leave out of a copy what is not said, and refuse one that names no plan or an issue without a project', () => {
  expect(new CopyPlanBuilder().of({ key: 'QA-1' }).build()).toEqual({ testPlanKey: 'QA-1' });
  expect(() => new CopyPlanBuilder().by('BY_TEST_CASES').build()).toThrow(/testPlanKey/);
  expect(() => seededBuilders(1).testCase.build()).toThrow('say in(project) before build()');
});

test('each list of invalid rows has a name of its own', () => {
  const names = invalidSteps(3).map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
});
