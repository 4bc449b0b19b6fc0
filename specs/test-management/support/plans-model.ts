import type { DocumentedRuleId } from '../../../fixtures/index.js';
import type { Check, SequenceModel } from '../../support/sequences/sequence-model.js';
import { rowsFor } from './copies.js';
import { addTestCaseTemplates, copyPlan } from './plan-calls.js';
import { fresh, inPlan, rowsOf, table, templates } from './plans-state.js';
import type { PlansData, PlansFixtures, Row, State, Template } from './plans-state.js';
import { changeSteps, editIssue, listTestCaseTemplateIds, setStepCell, stepOperations } from './step-calls.js';
import { at } from '../../support/values.js';

type Model = SequenceModel<PlansFixtures, PlansData, State>;

/** The rows of a template at the start. Steps with one cell that is not empty can become steps of empty cells. */
const startingRows: Readonly<Record<Template, readonly (readonly string[])[]>> = {
  first: [['Log in'], ['Open', 'the form'], ['Send', '7'], ['Log out'], ['Close', '']],
  second: [['Open', ''], ['Group'], ['70', ''], ['7', '']],
};

/** The first cell of the first step of each template, since the plan was filled. */
const CHANGED = 'Changed since';

function compare(state: State, rule: DocumentedRuleId): Check[] {
  const { plan, last, data, fixtures } = state;
  const listed = async () => (await fixtures.testManagement.listTestCaseIds({ testPlanKey: data.plan.key })).data;
  return [
    ...plan.cases.map((one) => table(state, rule, one.issue, one.rows)),
    ...templates.map((template) => table(state, rule, data[template], state.templates[template].rows)),
    ...(last?.cases.slice(0, 2) ?? []).map((one) => table(state, rule, one.issue, one.rows, last?.project)),
    { rule: 'TM-26', seen: listed, matcher: 'toEqual', expected: plan.cases.map(({ issue }) => issue.id) },
  ];
}

async function provideIssues(
  { testCaseTemplates, testPlans, testManagement }: PlansFixtures,
  projects: Pick<PlansData, 'project' | 'other'>,
): Promise<PlansData> {
  const { project } = projects;
  const made = async (template: Template) =>
    testCaseTemplates.provide(project, rowsFor(project.columns.length, startingRows[template]));
  const data = { first: await made('first'), second: await made('second') };
  const plan = await testPlans.provide(project, { templates: inPlan.map((template) => data[template]) });
  // So that what is made of a template differs from what is made of a case.
  for (const template of templates) {
    const body = { issueId: data[template].id, rowIndex: 0, columnIndex: 0, cellValue: CHANGED };
    await testManagement.setStepCell({ body });
  }
  return { ...projects, ...data, plan };
}

const common: Pick<Model, 'provide' | 'again' | 'start' | 'compare'> = {
  provide: async (fixtures) => {
    const project = await fixtures.testProjects.provide();
    return provideIssues(fixtures, { project, other: project });
  },
  again: provideIssues,
  start: async (fixtures, data) => {
    const { project, other, plan } = data;
    const { length: columns } = project.columns;
    const startOf = (template: Template) => rowsOf(startingRows[template], columns);
    const changed = (rows: readonly Row[]) =>
      changeSteps(rows, [0], ({ cells }) => ({ cells: cells.with(0, CHANGED) }));
    const cases = inPlan.map((template, index) => ({
      issue: at(plan.cases, index),
      template,
      rows: fresh(startOf(template), project.defaultStatus),
    }));
    return {
      fixtures,
      data,
      templates: { first: { rows: changed(startOf('first')) }, second: { rows: changed(startOf('second')) } },
      plan: { issue: plan, project, cases },
      filled: [],
      last: undefined,
      columns,
      fits: other.columns.length === columns,
      shown: await fixtures.shownOf(project, at(plan.cases, 0)),
      texts: new Set(),
    };
  },
  compare,
};

const intoOther = {
  'another project': ['other'],
  'its own and another': ['other', 'project'],
  'its own': ['project'],
} as const;

export const stepsModel: Model = {
  ...common,
  title: 'changes steps of cases and templates',
  rules: ['TM-01', 'TM-04', 'TM-05', 'TM-06', 'TM-07', 'TM-13', 'TM-26', 'TM-27', 'TM-28'],
  operations: { ...stepOperations('testManagement'), editIssue, listTestCaseTemplateIds },
};

export const plansModel: Model = {
  ...common,
  title: 'copies plans and adds to plans',
  rules: [
    'TM-06',
    'TM-13',
    'TM-18',
    'TM-19',
    'TM-20',
    'TM-21',
    'TM-22',
    'TM-23',
    'TM-24',
    'TM-25',
    'TM-26',
    'TM-29',
    'TM-30',
    'TM-32',
  ],
  provide: async (fixtures) => {
    const project = await fixtures.testProjects.provide();
    return provideIssues(fixtures, { project, other: await fixtures.testProjects.provide({ unlike: project }) });
  },
  operations: {
    setStepCell: setStepCell('testManagement'),
    editIssue,
    copyPlan: copyPlan(intoOther, 'testManagement'),
    addTestCaseTemplates: addTestCaseTemplates('testManagement'),
  },
};

export const previousPatternModel: Model = {
  ...common,
  title: 'copies, adds and changes steps under the previous URL pattern',
  rules: ['TM-34'],
  operations: {
    ...stepOperations('previousTestManagement'),
    editIssue,
    copyPlan: copyPlan({ 'its own': ['project'] }, 'previousTestManagement'),
    addTestCaseTemplates: addTestCaseTemplates('previousTestManagement'),
  },
};
