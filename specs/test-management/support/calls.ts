import { AddTemplatesBuilder, CopyPlanBuilder } from '../../../builders/index.js';
import type {
  ApiResponse,
  Assumptions,
  DocumentedRuleId,
  ExpectedChanges,
  ExpectedStepsRow,
  ProvidedTestManagementProject,
  StepsRow,
  TestFixtures,
} from '../../../fixtures/index.js';
import { fileOf } from './issues.js';
import type { ExecutionPart } from './shown-parts.js';
import { newStatuses, stepsIn } from './rows.js';
import { at } from '../../support/values.js';
import type { Scene } from './scene.js';

export type Api = TestFixtures['testManagement'];

export type CallName = Exclude<keyof Api, 'as'>;

export interface StepPlace {
  readonly issueId: number | string;
  readonly rowIndex: number | string;
}

export interface StepsCall {
  readonly name: CallName;
  readonly rule: DocumentedRuleId;
  /** The part of the step that shows its effect, if steps need not be read back with it. */
  readonly shows: readonly ExecutionPart[];
  /** Tables of the tracker that it changes in addition to the issue. */
  readonly alsoChanges: NonNullable<ExpectedChanges['mayAlsoChange']>;
  readonly send: (api: Api, project: ProvidedTestManagementProject, place: StepPlace) => Promise<ApiResponse>;
  /** The difference of the step after that. */
  readonly effect: (step: Pick<StepsRow, 'cells'>, project: ProvidedTestManagementProject) => ExpectedStepsRow;
}

const COMMENT = 'Seen on the second try.';
const CELL = 'Written by a call';
const FILE = 'evidence.txt';

function anotherStatus(project: ProvidedTestManagementProject): string {
  return at(newStatuses(project), 0);
}

export const stepsCalls: readonly StepsCall[] = [
  {
    name: 'setStepStatus',
    rule: 'TM-01',
    shows: ['status'],
    alsoChanges: [],
    send: (api, project, place) => api.setStepStatus({ body: { ...place, status: anotherStatus(project) } }),
    effect: (_row, project) => ({ status: anotherStatus(project) }),
  },
  {
    name: 'setStepStatuses',
    rule: 'TM-04',
    shows: ['status'],
    alsoChanges: [],
    send: (api, project, { issueId, rowIndex }) =>
      api.setStepStatuses({ body: { issueId, rows: [{ rowIndex, status: anotherStatus(project) }] } }),
    effect: (_row, project) => ({ status: anotherStatus(project) }),
  },
  {
    name: 'addStepComment',
    rule: 'TM-05',
    shows: ['comments'],
    alsoChanges: [],
    send: (api, _project, place) => api.addStepComment({ body: { ...place, comment: COMMENT } }),
    effect: () => ({ comments: [COMMENT] }),
  },
  {
    name: 'setStepCell',
    rule: 'TM-06',
    shows: [],
    alsoChanges: [],
    send: (api, _project, place) => api.setStepCell({ body: { ...place, columnIndex: 1, cellValue: CELL } }),
    effect: ({ cells }) => ({ cells: cells.with(1, CELL) }),
  },
  {
    name: 'addStepAttachments',
    rule: 'TM-07',
    shows: ['attachments'],
    alsoChanges: ['attachments'],
    send: (api, _project, { issueId, rowIndex }) =>
      api.addStepAttachments({
        query: { issueId: String(issueId), rowIndex: String(rowIndex) },
        files: [fileOf(FILE)],
      }),
    effect: () => ({ attachments: [FILE] }),
  },
];

/** The step of a case of the template, as a call on the step is to change it. */
export function effectOf(
  { effect }: Pick<StepsCall, 'effect'>,
  { project, template }: Pick<Scene, 'project' | 'template'>,
  rowIndex: number,
): ExpectedStepsRow & { readonly rowIndex: number } {
  return { rowIndex, ...effect(at(stepsIn(template.rows), rowIndex), project) };
}

export interface PlanCall {
  readonly name: CallName;
  readonly kind: keyof Assumptions['TM-N21'];
  readonly send: (
    api: Api,
    issues: Readonly<Record<'plan' | 'template', { readonly key: string }>>,
  ) => Promise<ApiResponse>;
}

export const planCalls: readonly PlanCall[] = [
  {
    name: 'copyPlan',
    kind: 'copy',
    send: (api, { plan }) => api.copyPlan({ body: new CopyPlanBuilder().of(plan).build() }),
  },
  { name: 'listTestCaseIds', kind: 'list', send: (api, { plan }) => api.listTestCaseIds({ testPlanKey: plan.key }) },
  {
    name: 'listTestCaseTemplateIds',
    kind: 'list',
    send: (api, { plan }) => api.listTestCaseTemplateIds({ testPlanKey: plan.key }),
  },
  {
    name: 'addTestCaseTemplates',
    kind: 'add',
    send: (api, { plan, template }) =>
      api.addTestCaseTemplates({ body: new AddTemplatesBuilder().to(plan).templates(template).async(false).build() }),
  },
];

/** The parts of a scene that calls need. */
type Given = Pick<Scene, 'project'> & {
  readonly plan: Pick<Scene['plan'], 'key'>;
  readonly template: Pick<Scene['template'], 'key'>;
  readonly testCase: Pick<Scene['testCase'], 'id'>;
};

export const allCalls: readonly {
  readonly name: CallName;
  readonly send: (api: Api, given: Given) => Promise<ApiResponse>;
}[] = [
  ...stepsCalls.map(({ name, send }) => ({
    name,
    send: (api: Api, { project, testCase }: Given) => send(api, project, { issueId: testCase.id, rowIndex: 0 }),
  })),
  ...planCalls,
];
