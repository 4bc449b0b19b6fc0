import { isDeepStrictEqual } from 'node:util';
import { expect } from '../../../fixtures/index.js';
import type {
  DocumentedRuleId,
  ExpectedStepsRow,
  PlanNeeds,
  ProvidedIssue,
  ProvidedPlanFor,
  ProvidedTestManagementProject,
  StepsRow,
  TestFixtures,
} from '../../../fixtures/index.js';
import { at } from '../../support/values.js';
import type { Check } from '../../support/sequences/sequence-model.js';
import { rowsFor } from './copies.js';
import { newStatuses, stepsIn } from './rows.js';
import type { SceneFixtures } from './scene.js';
import type { ExecutionPart } from './shown-parts.js';

export type PlansFixtures = Pick<
  TestFixtures & SceneFixtures,
  | 'trackerApi'
  | 'tracker'
  | 'build'
  | 'testManagement'
  | 'testManagementProjects'
  | 'testCaseTemplates'
  | 'testPlans'
  | 'stepsTables'
  | 'copyPlan'
  | 'previousApi'
  | 'shownOf'
>;

export const templates = ['first', 'second'] as const;

export type Template = (typeof templates)[number];

/** A case of the plan, a template, or a copy of a case. */
export type Of = number | Template | 'copy';

/** The rows of a template at the start. Steps with one cell that is not empty can become steps of empty cells. */
export const startingRows: Readonly<Record<Template, readonly (readonly string[])[]>> = {
  first: [['Log in'], ['Open', 'the form'], ['Send', '7'], ['Log out'], ['Close', '']],
  second: [['Open', ''], ['Group'], ['70', ''], ['7', '']],
};

export const inPlan = ['second', 'first', 'second'] as const;

export interface PlansData extends Readonly<Record<Template, ProvidedIssue>> {
  readonly project: ProvidedTestManagementProject;
  /** Another project; the same if there is one only. */
  readonly other: ProvidedTestManagementProject;
  readonly plan: ProvidedPlanFor<PlanNeeds>;
  readonly api: 'testManagement' | 'previousApi';
}

/** A row. A part that the document leaves open at the moment is undefined. */
export interface Row extends StepsRow {
  readonly status: string | undefined;
  readonly comments: readonly string[];
  readonly attachments: readonly string[];
  /** Whether it has no other comments and attachments. */
  readonly isComplete: boolean;
}

export interface Table {
  readonly issue: ProvidedIssue;
  rows: readonly Row[];
}

export interface Case extends Table {
  readonly template: Template;
}

interface Plan {
  readonly issue: ProvidedIssue;
  readonly project: ProvidedTestManagementProject;
  cases: readonly Case[];
  /** Whether its cases are copies of cases, which need not name a template (TM-N27). */
  readonly isOfCases?: boolean;
}

export const fresh = (rows: readonly StepsRow[], status?: string, isComplete = true): Row[] =>
  rows.map(({ isGroup, cells }) => {
    return { isGroup, cells, status: isGroup ? undefined : status, comments: [], attachments: [], isComplete };
  });

/** The tables of a plan and its templates, with the last plan that a call filled. */
export class PlansState {
  readonly fixtures: PlansFixtures;
  readonly data: PlansData;
  readonly shown: ReadonlySet<ExecutionPart>;
  readonly templates: Readonly<Record<Template, Table>>;
  readonly plan: Plan;
  readonly filled: ProvidedIssue[] = [];
  /** The statuses that issues had at the start, of those that calls moved to another, by their keys. */
  readonly left = new Map<string, unknown>();
  last: Plan | undefined;
  copy: Case | undefined;
  compared = 0;
  /** Texts of comments and names of files that calls gave. */
  readonly texts = new Set<string>();
  /** The tables that were as expected when they were last read, by their keys: most calls leave them so. */
  readonly #equal = new Map<string, readonly unknown[]>();

  constructor(fixtures: PlansFixtures, data: PlansData, shown: ReadonlySet<ExecutionPart>) {
    this.fixtures = fixtures;
    this.data = data;
    this.shown = shown;
    const { project, plan, first, second } = data;
    const rowsOf = (template: Template) => rowsFor(project.columns.length, startingRows[template]);
    this.templates = {
      first: { issue: first, rows: fresh(rowsOf('first')) },
      second: { issue: second, rows: fresh(rowsOf('second')) },
    };
    const caseOf = (template: Template, index: number): Case => {
      return { issue: at(plan.cases, index), template, rows: fresh(rowsOf(template), project.defaultStatus) };
    };
    this.plan = { issue: plan, project, cases: inPlan.map(caseOf) };
  }

  /** The client of the API: under the new URL pattern or under the previous one. */
  get api(): PlansFixtures['testManagement'] {
    return this.fixtures[this.data.api];
  }

  tableAt(of: Of): Table {
    if (of === 'copy') return this.copy ?? at(this.plan.cases, 1);
    return typeof of === 'number' ? at(this.plan.cases, of) : this.templates[of];
  }

  /** The index in a call of a step, which is counted from the beginning or from the end. */
  rowIndex(of: Of, step: number): number {
    const { length } = stepsIn(this.tableAt(of).rows);
    return step < 0 ? length + step : Math.min(step, length - 1);
  }

  /** Changes a step. @returns its place in a call */
  change(of: Of, step: number, change: (row: Row) => Partial<Row>) {
    const one = this.tableAt(of);
    const [rowIndex, steps] = [this.rowIndex(of, step), stepsIn(one.rows)];
    one.rows = one.rows.map((row) => (row === steps[rowIndex] ? { ...row, ...change(row) } : row));
    return { issueId: one.issue.id, rowIndex };
  }

  /** A status that steps don't start in, or the one in which they do. */
  statusAt(which: number): string {
    return which === -1 ? this.data.project.defaultStatus : at(newStatuses(this.data.project), which);
  }

  reads(rule: DocumentedRuleId, { issue, rows }: Table, project = this.data.project): Check {
    const expected = rows.map((row) => this.#expected(row));
    const holds = async () => {
      const read = () => this.fixtures.stepsTables.of(project, issue);
      const seen = await read();
      if (isDeepStrictEqual([seen, expected], this.#equal.get(issue.key))) return;
      try {
        expect(seen).toHaveSteps(expected);
        this.#equal.set(issue.key, [seen, expected]);
      } catch {
        // Tables that are read together are searched for, and a search may be late.
        expect(await read()).toHaveSteps(expected);
      }
    };
    return { rule, holds };
  }

  /** Compares a table as it was made, but for the first step, in which set-up has changed a cell since. */
  readsMade(rule: DocumentedRuleId, { issue, rows }: Table): Check {
    const [first] = stepsIn(rows);
    const expected = rows.map((row) => (row === first ? { isGroup: false } : this.#expected(row)));
    const read = () => this.fixtures.stepsTables.of(this.data.project, issue);
    return { rule, holds: async () => expect(await read()).toHaveSteps(expected) };
  }

  /** A row as it is to read back, with the parts of steps that the tracker shows. */
  #expected({ isGroup, cells, status, comments, attachments, isComplete }: Row): ExpectedStepsRow {
    const [hasComments, hasFiles] = [this.shown.has('comments'), this.shown.has('attachments')];
    const held = [...(hasComments ? comments : []), ...(hasFiles ? attachments : [])];
    return {
      isGroup,
      cells,
      ...(status !== undefined && this.shown.has('status') && { status }),
      ...(hasComments && comments.length > 0 && { comments }),
      ...(hasFiles && attachments.length > 0 && { attachments }),
      ...(isComplete && !isGroup && { lacks: [...this.texts].filter((text) => !held.includes(text)) }),
    };
  }
}
