import type {
  ApiResponse,
  DocumentedRuleId,
  ExpectedStepsRow,
  ProvidedIssue,
  ProvidedTestPlan,
  ProvidedTestProject,
  StepsRow,
  TestFixtures,
} from '../../../fixtures/index.js';
import type { Check, Step } from '../../support/sequences/sequence-model.js';
import { rowsFor } from './copies.js';
import type { CopyPlan } from './copies.js';
import type { ExecutionPart } from './shown-parts.js';

export interface PlansFixtures
  extends
    Pick<TestFixtures, 'issues' | 'tracker'>,
    Pick<
      TestFixtures,
      'testManagement' | 'testProjects' | 'testCaseTemplates' | 'testPlans' | 'stepsTables' | 'previousTestManagement'
    > {
  readonly copyPlan: CopyPlan;
  readonly shownOf: (project: ProvidedTestProject, testCase: ProvidedIssue) => Promise<ReadonlySet<ExecutionPart>>;
}

export interface PlansData extends Readonly<Record<Template, ProvidedIssue>> {
  readonly project: ProvidedTestProject;
  /** Another project; the same if there is one only. */
  readonly other: ProvidedTestProject;
  readonly plan: ProvidedTestPlan;
}

export type Template = 'first' | 'second';

/** A row. A part that the document leaves open at the moment is undefined. */
export interface Row {
  readonly isGroup: boolean;
  readonly cells: readonly string[];
  readonly status: string | undefined;
  readonly comments: readonly string[];
  /** Its earlier comments: a step keeps all or the last only (TM-N14). */
  readonly mayKeep: readonly string[];
  readonly attachments: readonly string[];
  /** Whether it has no other comments and attachments. */
  readonly isComplete: boolean;
}

export interface Case {
  readonly issue: ProvidedIssue;
  readonly template: Template;
  rows: readonly Row[];
}

interface Plan {
  readonly issue: ProvidedIssue;
  readonly project: ProvidedTestProject;
  readonly cases: readonly Case[];
}

export interface State {
  readonly fixtures: PlansFixtures;
  readonly data: PlansData;
  readonly templates: Readonly<Record<Template, { rows: readonly Row[] }>>;
  readonly plan: Plan;
  readonly filled: ProvidedIssue[];
  last: Plan | undefined;
  readonly columns: number;
  /** Whether the other project has as many columns; what becomes of the cells if not is open. */
  readonly fits: boolean;
  readonly shown: ReadonlySet<ExecutionPart>;
  /** Texts of comments and names of files that calls gave. */
  readonly texts: Set<string>;
}

/** The client of the API: under the new URL pattern or under the previous one. */
export type Api = 'testManagement' | 'previousTestManagement';

export const templates = ['first', 'second'] as const;

export const inPlan = ['second', 'second', 'first'] as const;

export function fresh(rows: readonly Pick<Row, 'isGroup' | 'cells'>[], status: string | undefined): Row[] {
  return rows.map(({ isGroup, cells: some }) => {
    return {
      isGroup,
      cells: some,
      status: isGroup ? undefined : status,
      comments: [],
      mayKeep: [],
      attachments: [],
      isComplete: true,
    };
  });
}

export function rowsOf(all: readonly (readonly string[])[], columns: number): Row[] {
  return fresh(rowsFor(columns, all), undefined);
}

export function written(rows: readonly Row[]): StepsRow[] {
  return rows.map(({ isGroup, cells }) => ({ isGroup, cells: [...cells] }));
}

/** A table as it is to read back, with the parts of steps that the tracker shows. */
function expectedRows({ shown, texts: all }: State, rows: readonly Row[]): ExpectedStepsRow[] {
  return rows.map(({ isGroup, cells: some, status, comments, mayKeep, attachments, isComplete }) => {
    const held = [
      ...(shown.has('comments') ? [...comments, ...mayKeep] : []),
      ...(shown.has('attachments') ? attachments : []),
    ];
    const lacks = isComplete && !isGroup ? [...all].filter((text) => !held.includes(text)) : [];
    return {
      isGroup,
      cells: some,
      ...(status !== undefined && shown.has('status') && { status }),
      ...(comments.length > 0 && shown.has('comments') && { comments }),
      ...(attachments.length > 0 && shown.has('attachments') && { attachments }),
      ...(lacks.length > 0 && { lacks }),
    };
  });
}

export function table(
  state: State,
  rule: DocumentedRuleId,
  issue: ProvidedIssue,
  rows: readonly Row[],
  project = state.data.project,
): Check {
  const seen = () => state.fixtures.stepsTables.of(project, issue);
  return { rule, seen, matcher: 'toHaveSteps', expected: expectedRows(state, rows) };
}

export function caseAt({ plan }: State, at: number): Case {
  const found = plan.cases[at];
  if (found === undefined) throw new RangeError(`The plan has no case ${at}.`);
  return found;
}

/** A call that is to succeed. @param send changes the model, and sends it */
export function write(rule: DocumentedRuleId, send: () => Promise<ApiResponse>): Step {
  const make = async (): Promise<Check[]> => {
    const answer = await send();
    return [{ rule, seen: () => answer, matcher: 'toSucceed' }];
  };
  return { rule, make };
}
