import type { DocumentedRuleId, ProvidedIssue, ProvidedTestProject } from '../../../fixtures/index.js';
import { apply, call, name } from '../../support/sequences/code.js';
import type { Scope } from '../../support/sequences/code.js';
import type { Check, Line, SequenceModel } from '../../support/sequences/sequence-model.js';
import { addTestCaseTemplates, copyPlan } from './plan-calls.js';
import { fresh, inPlan, rowsOf, table, templates } from './plans-state.js';
import type { Row, State, Template } from './plans-state.js';
import type { ExecutionPart } from './shown-parts.js';
import { changeSteps, editIssue, listTestCaseTemplateIds, setStepCell, stepOperations } from './step-calls.js';

/** The data that the lines of the set-up give. */
interface Started extends Scope {
  readonly project: ProvidedTestProject;
  readonly other?: ProvidedTestProject;
  readonly plan: { readonly cases: readonly [ProvidedIssue] };
  /** The parts that the tracker shows of steps. */
  readonly shownOf: (project: ProvidedTestProject, testCase: ProvidedIssue) => Promise<ReadonlySet<ExecutionPart>>;
}

/** The rows of a template at the start. Steps with one cell that is not empty can become steps of empty cells. */
const startingRows: Readonly<Record<Template, readonly (readonly string[])[]>> = {
  first: [['Log in'], ['Open', 'the form'], ['Send', '7'], ['Log out'], ['Close', '']],
  second: [['Open', ''], ['Group'], ['70', ''], ['7', '']],
};

/** The first cell of the first step of each template, since the plan was filled. */
const CHANGED = 'Changed since';

function compare(state: State, rule: DocumentedRuleId): Check[] {
  const { plan, last } = state;
  return [
    ...plan.cases.map((one) => table(state, rule, one.issue, one.rows)),
    ...templates.map((template) => table(state, rule, template, state.templates[template].rows)),
    ...(last?.cases.slice(0, 2) ?? []).map((one) => table(state, rule, one.issue, one.rows, last?.project)),
    {
      rule: 'TM-26',
      seen: call('testManagement.listTestCaseIds', { testPlanKey: name('plan.key') }).at('data'),
      matcher: 'toEqual',
      expected: plan.cases.map(({ issue }) => name(`${issue}.id`)),
    },
  ];
}

const issueLines: readonly Line[] = [
  ...templates.map((template) => {
    const rows = apply('rowsFor', name('project.columns.length'), startingRows[template]);
    return { gives: template, code: call('testCaseTemplates.provide', name('project'), rows) };
  }),
  {
    gives: 'plan',
    code: call('testPlans.provide', name('project'), { templates: inPlan.map((template) => name(template)) }),
  },
  // So that what is made of a template differs from what is made of a case.
  ...templates.map((template) => {
    const body = { issueId: name(`${template}.id`), rowIndex: 0, columnIndex: 0, cellValue: CHANGED };
    return { code: call('testManagement.setStepCell', { body }) };
  }),
];

const imports = {
  'tracker-e2e': ['covers', 'describeEndpoint', 'expect'],
  'tracker-e2e/builders': ['stepsField'],
  '../support/values.js': ['at', 'inOrder'],
  './support/copies.js': ['casesOnceMade', 'copyIn', 'rowsFor'],
  './support/issues.js': ['fileOf', 'keysOf', 'namedIn', 'templateKeysOf'],
  './support/rows.js': ['newStatuses'],
  './support/scene.js': ['test'],
};

const fixtures = [
  ...['testManagement', 'previousTestManagement', 'issues', 'testProjects', 'testCaseTemplates', 'testPlans'],
  ...['stepsTables', 'copyPlan', 'tracker'],
];

const common = {
  imports,
  fixtures,
  again: issueLines,
  start: async (scope: Scope): Promise<State> => {
    const { project, other, plan, shownOf } = scope as Started;
    const { length: columns } = project.columns;
    const startOf = (template: Template) => rowsOf(startingRows[template], columns);
    const changed = (rows: readonly Row[]) =>
      changeSteps(rows, [0], ({ cells }) => ({ cells: cells.with(0, CHANGED) }));
    const cases = inPlan.map((template, index) => ({
      issue: `plan.cases[${index}]`,
      template,
      rows: fresh(startOf(template), name('project.defaultStatus')),
    }));
    return {
      templates: { first: { rows: changed(startOf('first')) }, second: { rows: changed(startOf('second')) } },
      plan: { issue: 'plan', project: 'project', cases },
      filled: [],
      last: undefined,
      columns,
      fits: other?.columns.length === columns,
      shown: await shownOf(project, plan.cases[0]),
      texts: new Set(),
      named: 0,
    };
  },
  compare,
};

const project: Line = { gives: 'project', code: call('testProjects.provide') };

const elsewhere: Line = { gives: 'other', code: call('testProjects.provide', { unlike: name('project') }) };

const intoOther = { 'another project': ['other'], 'its own and another': ['other', 'project'], 'its own': ['project'] };

/** Steps of cases and templates. */
export const stepsModel: SequenceModel<State> = {
  ...common,
  title: 'changes steps of cases and templates',
  rules: ['TM-01', 'TM-04', 'TM-05', 'TM-06', 'TM-07', 'TM-13', 'TM-26', 'TM-27', 'TM-28'],
  setUp: [project, ...issueLines],
  operations: { ...stepOperations('testManagement'), editIssue, listTestCaseTemplateIds },
};

/** Copies of plans and additions to plans. */
export const plansModel: SequenceModel<State> = {
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
  setUp: [project, elsewhere, ...issueLines],
  operations: {
    setStepCell: setStepCell('testManagement'),
    editIssue,
    copyPlan: copyPlan(intoOther, 'testManagement'),
    addTestCaseTemplates: addTestCaseTemplates('testManagement'),
  },
};

/** All of it under the previous URL pattern. */
export const previousPatternModel: SequenceModel<State> = {
  ...common,
  title: 'copies, adds and changes steps under the previous URL pattern',
  rules: ['TM-34'],
  setUp: [project, ...issueLines],
  operations: {
    ...stepOperations('previousTestManagement'),
    editIssue,
    copyPlan: copyPlan({ 'its own': ['project'] }, 'previousTestManagement'),
    addTestCaseTemplates: addTestCaseTemplates('previousTestManagement'),
  },
};
