import type { DocumentedRuleId } from '../../../fixtures/index.js';
import { at } from '../../support/values.js';
import { same, unlessOneHolds } from '../../support/sequences/sequence-model.js';
import type { Check, SequenceModel } from '../../support/sequences/sequence-model.js';
import { rowsFor } from './copies.js';
import { addTestCaseTemplates, copyPlan, withCopy } from './plan-calls.js';
import { inPlan, PlansState, startingRows, templates } from './plans-state.js';
import type { PlansData, PlansFixtures, Template } from './plans-state.js';
import {
  deleteIssue,
  editIssue,
  listTestCaseTemplateIds,
  setStepCell,
  setStepStatus,
  stepOperations,
  transitionIssue,
} from './step-calls.js';

type Model = SequenceModel<PlansFixtures, PlansData, PlansState>;

/** The first cell of the first step of each template, since the plan was filled. */
const CHANGED = 'Changed since';

/** The order of the plan is read after every other call. */
function compare(state: PlansState, rule: DocumentedRuleId, isWhole: boolean): Check[] {
  state.compared += 1;
  const { plan, last, copy, data, fixtures } = state;
  const list = async () => (await fixtures.testManagement.listTestCaseIds({ testPlanKey: data.plan.key })).data;
  const ids = plan.cases.map(({ issue }) => issue.id);
  return [
    ...[...plan.cases, ...templates.map((template) => state.tableAt(template))].map((one) => state.reads(rule, one)),
    ...(copy === undefined ? [] : [state.reads(rule, copy)]),
    ...(last?.cases.slice(0, 2) ?? []).map((one) => state.reads(rule, one, last?.project)),
    ...(isWhole || state.compared % 2 === 1 ? [same('TM-26', list, ids)] : []),
  ];
}

async function provideIssues(
  { testCaseTemplates, testPlans, testManagement }: PlansFixtures,
  projects: Pick<PlansData, 'project' | 'other' | 'api'>,
): Promise<PlansData> {
  const { project } = projects;
  const make = (template: Template) =>
    testCaseTemplates.provide(project, rowsFor(project.columns.length, startingRows[template]));
  const data = { first: await make('first'), second: await make('second') };
  const plan = await testPlans.provide(project, { templates: inPlan.map((template) => data[template]) });
  // So that what is made of a template differs from what is made of a case.
  for (const template of templates) {
    const body = { issueId: data[template].id, rowIndex: 0, columnIndex: 0, cellValue: CHANGED };
    await testManagement.setStepCell({ body });
  }
  return { ...projects, ...data, plan };
}

const common: Pick<Model, 'provide' | 'again' | 'start' | 'compareStart' | 'compare'> = {
  provide: async (fixtures) => {
    const project = await fixtures.testManagementProjects.provide();
    return provideIssues(fixtures, { project, other: project, api: 'testManagement' });
  },
  again: provideIssues,
  start: async (fixtures, data) => {
    const shown = await fixtures.shownOf(data.project, at(data.plan.cases, 0));
    const state = new PlansState(fixtures, data, shown);
    for (const template of templates) state.change(template, 0, ({ cells }) => ({ cells: cells.with(0, CHANGED) }));
    return state;
  },
  compareStart: (state) => {
    const ofTemplates = templates.map((template) => state.readsMade('TM-11', state.tableAt(template)));
    const ofCases = state.plan.cases.map((one) => state.readsMade('TM-29', one));
    return [unlessOneHolds('TM-11', ofTemplates, ofCases), ...ofCases];
  },
  compare,
};

export const stepsModel: Model = {
  ...common,
  title: 'changes steps of cases and templates',
  rules: ['TM-01', 'TM-04', 'TM-05', 'TM-06', 'TM-07', 'TM-13', 'TM-26', 'TM-27', 'TM-28', 'TM-35'],
  operations: {
    ...stepOperations,
    listTestCaseTemplateIds,
    deleteIssue,
    transitionIssue: transitionIssue([0, 2, 'plan', ...templates]),
  },
};

export const plansModel: Model = {
  ...common,
  title: 'copies plans and adds to plans',
  rules: [
    ...(['TM-06', 'TM-13', 'TM-18', 'TM-19', 'TM-20', 'TM-21', 'TM-22', 'TM-23'] as const),
    ...(['TM-24', 'TM-25', 'TM-26', 'TM-29', 'TM-30', 'TM-32', 'TM-35'] as const),
  ],
  provide: async (fixtures) => {
    const project = await fixtures.testManagementProjects.provide();
    const other = await fixtures.testManagementProjects.provide({ otherThan: project });
    return provideIssues(fixtures, { project, other, api: 'testManagement' });
  },
  operations: {
    setStepStatus: withCopy(setStepStatus([0, 1, 2, 'copy'])),
    setStepCell: withCopy(setStepCell([0, 1, 2, ...templates, 'copy'])),
    editIssue,
    copyPlan: copyPlan(['left out', 'another project', 'its own and another', 'its own']),
    addTestCaseTemplates,
    deleteIssue,
    // What becomes of an inactive template is open (TM-N12).
    transitionIssue: withCopy(transitionIssue([0, 1, 'plan', 'copy'])),
  },
};

export const previousPatternModel: Model = {
  ...common,
  title: 'copies, adds and changes steps under the previous URL pattern',
  rules: ['TM-34'],
  provide: async (fixtures) => ({ ...(await common.provide(fixtures)), api: 'previousApi' }),
  provideControl: common.provide,
  operations: { ...stepOperations, copyPlan: copyPlan(['left out', 'its own']), addTestCaseTemplates },
};
