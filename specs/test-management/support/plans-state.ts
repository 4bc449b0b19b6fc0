import type { DocumentedRuleId } from '../../../fixtures/index.js';
import { call, name } from '../../support/sequences/code.js';
import type { Code } from '../../support/sequences/code.js';
import type { Check, Line } from '../../support/sequences/sequence-model.js';
import { rowsFor } from './copies.js';
import type { ExecutionPart } from './shown-parts.js';

export type Template = 'first' | 'second';

/** A row. A part that the document leaves open at the moment is undefined. */
export interface Row {
  readonly isGroup: boolean;
  readonly cells: readonly string[];
  readonly status: Code;
  /** Its last comment. */
  readonly comments: readonly string[];
  /** Its earlier comments: a step keeps all or the last only (TM-N14). */
  readonly mayKeep: readonly string[];
  readonly attachments: readonly string[];
  /** Whether it has no other comments and attachments. */
  readonly isComplete: boolean;
}

export interface Case {
  /** The code of the issue. */
  readonly issue: string;
  readonly template: Template;
  rows: readonly Row[];
}

interface Plan {
  readonly issue: string;
  readonly project: string;
  readonly cases: readonly Case[];
}

export interface State {
  readonly templates: Readonly<Record<Template, { rows: readonly Row[] }>>;
  readonly plan: Plan;
  /** The plans that additions filled. */
  readonly filled: Code[];
  /** The plan that the last copy or addition made. */
  last: Plan | undefined;
  readonly columns: number;
  /** Whether the other project has as many columns; what becomes of the cells if not is open. */
  readonly fits: boolean;
  readonly shown: ReadonlySet<ExecutionPart>;
  /** Texts of comments and names of files that calls gave. */
  readonly texts: Set<string>;
  named: number;
}

/** The client of the API: under the new URL pattern or under the previous one. */
export type Api = 'testManagement' | 'previousTestManagement';

export const templates = ['first', 'second'] as const;

/** The templates of the plan's cases, in plan order. */
export const inPlan = ['second', 'second', 'first'] as const;

/** Rows as a case starts with them. */
export function fresh(rows: readonly Pick<Row, 'isGroup' | 'cells'>[], status: Code): Row[] {
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

export function written(rows: readonly Row[]): Code {
  return rows.map(({ isGroup, cells: some }) => ({ isGroup, cells: some }));
}

/** A table as it is to read back, with the parts of steps that the tracker shows. */
function expectedRows({ shown, texts: all }: State, rows: readonly Row[]): Code {
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

export function given(state: State, prefix: string, code: Code): Line & { readonly gives: string } {
  state.named += 1;
  return { gives: `${prefix}${state.named}`, code };
}

/** The table of an issue, compared with rows. */
export function table(
  state: State,
  rule: DocumentedRuleId,
  issue: string,
  rows: readonly Row[],
  project = 'project',
): Check {
  const seen = call('stepsTables.of', name(project), name(issue));
  return { rule, seen, matcher: 'toHaveSteps', expected: expectedRows(state, rows) };
}

export function caseAt({ plan }: State, at: number): Case {
  const found = plan.cases[at];
  if (found === undefined) throw new RangeError(`The plan has no case ${at}.`);
  return found;
}

export function write(state: State, rule: DocumentedRuleId, code: Code) {
  const line = given(state, 'answer', code);
  return { rule, lines: [line], checks: (): Check[] => [{ rule, seen: name(line.gives), matcher: 'toSucceed' }] };
}
