import type { Builders } from '../../builders/index.js';
import type { Assumptions, WorldInput } from '../../contracts/index.js';
import { mapValues } from '../../client/settings/sandbox.js';

type Permissions = NonNullable<WorldInput['projects'][number]['permissions']>;

const settings = [
  {
    columns: ['Action', 'Input', 'Expected result'],
    statuses: ['To do', 'In progress', 'Pass', 'Fail', 'Blocked', 'N/A'],
  },
  { columns: ['Do', 'See'], statuses: ['Planned', 'Right', 'Wrong'] },
  { columns: ['Given', 'When', 'Then', 'Note'], statuses: ['Waiting', 'Green', 'Red'] },
  { columns: ['Step'], statuses: ['Open', 'Done'], plainUserCreates: true },
];

/**
 * Makes the part of a shared world that manages tests, as other people set it up: with other ids and names, and four
 * sandbox projects that differ, each with a template and a plan with a case. In one of them others than administrators
 * may create issues.
 */
export function sharedTests(
  build: Builders,
  id: () => number,
  lead: string,
  permissions: Permissions,
  names: Assumptions['TM-N11'],
) {
  const named = (name: string) => ({ id: id(), name });
  const types = {
    testCaseTemplate: named('House case template'),
    testCase: named('House case'),
    testPlan: named('House plan'),
  };
  const workflows = Object.entries(types).map(([kind, type]) => {
    const statuses = names[kind as keyof typeof types].map(named);
    return { type, statuses, workflow: workflowOf(type.name, statuses) };
  });
  const workflowByIssueType = Object.fromEntries(workflows.map(({ type, workflow }) => [type.id, workflow.name]));
  const fields = {
    steps: { ...named('House steps'), type: 'steps' as const },
    preconditions: { ...named('Needed before'), type: 'preconditions' as const },
    requirement: { ...named('Wished by'), type: 'requirement' as const },
    testCaseTemplate: { ...named('Made from'), type: 'test case template' as const },
  };
  const projects = settings.map(({ columns, statuses, plainUserCreates = false }, index) => ({
    id: id(),
    key: build.unusedKey(),
    name: `House tests ${index + 1}`,
    lead,
    issueTypeIds: Object.values(types).map((type) => type.id),
    workflow: 'House workflow',
    workflowByIssueType,
    tests: {
      columns,
      statuses: statuses.map((name) => ({ ...named(name), color: '#336699' })),
      defaultStatus: statuses[0] as string,
      preconditions: index !== 1,
    },
    permissions: plainUserCreates ? permissions : { ...permissions, CREATE_ISSUES: [] },
  }));
  const issues = projects.flatMap(({ key, tests }) => {
    const steps = {
      [`customfield_${fields.steps.id}`]: {
        stepsRows: [{ isGroup: false, cells: tests.columns.map((column) => `${column} it`) }],
      },
    };
    const issue = (number: number, type: { id: number }, summary: string) => ({
      id: id(),
      key: `${key}-${number}`,
      issueTypeId: type.id,
      reporter: lead,
      fields: { summary, ...(type !== types.testPlan && steps) },
    });
    return [
      issue(1, types.testCaseTemplate, 'What the house tests first'),
      issue(2, types.testPlan, 'What the house has tested'),
      { ...issue(3, types.testCase, 'What the house tests first'), parent: `${key}-2` },
    ];
  });
  return {
    issueTypes: [types.testCaseTemplate, types.testPlan, { ...types.testCase, subtask: true }],
    testIssueTypes: mapValues(types, ({ id: typeId }) => typeId),
    statuses: workflows.flatMap(({ statuses }) => statuses),
    workflows: workflows.map(({ workflow }) => workflow),
    customFields: Object.values(fields),
    projects,
    issues,
    sandbox: {
      projects: projects.map(({ key, tests }) => ({
        key,
        columns: tests.columns,
        statuses: tests.statuses.map(({ name }) => name),
        defaultStatus: tests.defaultStatus,
        preconditions: tests.preconditions,
      })),
      issueTypes: mapValues(types, ({ name }) => name),
      fields: mapValues(fields, ({ name }) => name),
    },
  };
}

function workflowOf(name: string, statuses: readonly { readonly id: number; readonly name: string }[]) {
  const [first] = statuses;
  return {
    name: `Workflow of ${name}`,
    initial: { to: (first as { id: number }).id },
    transitions: statuses.map((status, index) => ({
      id: 501 + index,
      name: `To ${status.name}`,
      from: 'any' as const,
      to: status.id,
    })),
  };
}
