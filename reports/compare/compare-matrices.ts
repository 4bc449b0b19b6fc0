import { isDeepStrictEqual, styleText } from 'node:util';
import type { JudgedMatrix, RuleRow } from '../documents/matrix.js';
import type { ComparedRule, ComparedRun, ComparedState, RunsCompared } from '../documents/runs-compared.js';
import { isAsked, isWhole } from '../gate.js';
import { formatSelected, cutLine, formatStart, formatTotals, formatTracker } from '../matrix/format.js';
import { counted } from '../../contracts/counted.js';
import { marks } from '../matrix/render-rules.js';
import type { RulesView } from '../matrix/render-rules.js';

export function compareMatrices(
  found: readonly { readonly file: string; readonly matrix: JudgedMatrix }[],
  skipped: RunsCompared['skipped'] = [],
): RunsCompared {
  const matrices = found.map(({ matrix }) => matrix);
  const rows = new Map(matrices.flatMap(({ rules }) => rules.map((row) => [row.id, row] as const)));
  const byId = matrices.map((matrix) => {
    // A run of selected tests says nothing of the other rules.
    const said = matrix.rules.filter((row) => isWhole(matrix) || isAsked(row, { demands: 'selected' }));
    return new Map(said.map((row) => [row.id, row]));
  });
  return {
    schemaVersion: 1,
    runs: found.map(({ file, matrix }) => runOf(file, matrix)),
    skipped,
    rules: [...rows.values()].map((row) =>
      ruleOf(
        row,
        byId.map((one) => one.get(row.id)),
      ),
    ),
  };
}

export function groupOf({
  brokenSince,
  answeredDifferently,
  changedIn,
}: ComparedRule): 'Broken' | 'Answered differently' | 'Changed' | undefined {
  if (brokenSince !== undefined) return 'Broken';
  if (answeredDifferently) return 'Answered differently';
  return changedIn.length > 0 ? 'Changed' : undefined;
}

function runOf(file: string, matrix: JudgedMatrix): ComparedRun {
  const { startedAt, target, about, catalogueVersion, verdict, totals, run } = matrix;
  const selected = run.selected === undefined ? 'selected tests' : formatSelected(run.selected);
  return {
    file,
    startedAt,
    target: target.name,
    mode: target.mode,
    about,
    catalogueVersion,
    verdict: verdict.verdict,
    totals,
    ...(!isWhole(matrix) && { selected }),
  };
}

function ruleOf({ id, api, kind, section, text }: RuleRow, rows: readonly (RuleRow | undefined)[]): ComparedRule {
  const states = rows.map((row) => (row === undefined ? null : stateOf(row)));
  const said = states.flatMap((one, index) => (one === null ? [] : [{ index, state: one.state }]));
  const changedIn = said
    .filter(({ state }, position) => position > 0 && state !== said[position - 1]?.state)
    .map(({ index }) => index);
  const since = brokenSince(states);
  const answers = states.flatMap((one) =>
    one?.answers === undefined || one.answers.length === 0 ? [] : [one.answers],
  );
  return {
    ...{ id, api, kind, section, text, states, changedIn },
    ...(since !== undefined && { brokenSince: since }),
    answeredDifferently: answers.some((one) => !isDeepStrictEqual(one, answers[0])),
  };
}

function stateOf(row: RuleRow): ComparedState {
  const { state, reasons, knownBy } = row;
  return {
    state,
    reasons,
    ...(knownBy !== undefined && { knownBy }),
    ...(row.kind === 'assumed' && { answers: sortedAnswers(row.observations) }),
  };
}

type Answers = NonNullable<ComparedState['answers']>;

function sortedAnswers(observations: readonly { readonly observed: unknown }[]): Answers {
  const texts = observations.map(({ observed }) => JSON.stringify(observed));
  return [...new Set(texts)].sort().map((text) => JSON.parse(text) as Answers[number]);
}

/** A run without the rule says nothing of it. */
function brokenSince(states: readonly (ComparedState | null)[]): number | undefined {
  const last = states.findLast((one) => one !== null);
  if (last?.state !== 'failing') return undefined;
  const lastGood = states.findLastIndex((one) => one !== null && one.state !== 'failing');
  return states.findIndex((one, index) => index > lastGood && one !== null);
}

export interface ComparisonView extends RulesView {
  readonly all: boolean;
}

export const ABSENT = '·';

export function renderComparison({ runs, skipped, rules }: RunsCompared, view: ComparisonView): string[] {
  const shown = rules.filter((rule) => view.all || groupOf(rule) !== undefined);
  const same = rules.length - shown.length;
  const legend = Object.entries(marks).map(([state, [mark]]) => `${mark} ${state}, `);
  return [
    'Runs',
    ...runs.map((run, index) => `  ${numberOf(index)}  ${runLine(run)}`),
    ...skipped.map(({ file, reason }) => `  left out: ${file}, as ${reason}`),
    '',
    `Rules (${legend.join('')}${ABSENT} nothing said)`,
    `${' '.repeat(10)}${runs.map((_, index) => numberOf(index)).join('')}`,
    ...shown.map((rule) => ruleLine(rule, view)),
    ...(same === 0
      ? []
      : [`  ${counted(same, 'more is', 'more are')} the same in all runs, and none of these fails: see --all`]),
    ...section('Broken', rules.flatMap(brokenLine)),
    ...section(
      'Open questions that are answered differently',
      rules.filter((rule) => groupOf(rule) === 'Answered differently').flatMap(answerLines),
    ),
  ];
}

function runLine(run: ComparedRun): string {
  return `${formatTracker(run.about) ?? run.target} (${run.mode}), ${formatStart(run)}: ${run.verdict}, ${formatTotals(run.totals)}${run.selected === undefined ? '' : `; SELECTED: ${run.selected}`}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function numberOf(index: number): string {
  return String(index + 1).padStart(3);
}

function ruleLine({ id, text, states }: ComparedRule, { width, colours }: ComparisonView): string {
  const cells = states.map((one) => {
    const [mark, colour] = one === null ? ([ABSENT, 'gray'] as const) : marks[one.state];
    return `  ${colours ? styleText(colour, mark) : mark}`;
  });
  const room = Math.max(width - 12 - 3 * states.length, 20);
  return `  ${id.padEnd(8)}${cells.join('')}  ${cutLine(text, room)}`;
}

function brokenLine({ id, states, brokenSince }: ComparedRule): string[] {
  if (brokenSince === undefined) return [];
  const last = states.findLast((one) => one !== null);
  const known = last?.knownBy === undefined ? '' : `, known by ${last.knownBy.join(', ')}`;
  const since = brokenSince === 0 ? 'in the first run already' : `first in run ${String(brokenSince + 1)}`;
  return [`${id} ${since}${known}: ${last?.reasons[0] ?? ''}`];
}

function answerLines({ id, text, states }: ComparedRule): string[] {
  const byAnswer = new Map<string, number[]>();
  for (const [index, one] of states.entries()) {
    if (one?.answers === undefined || one.answers.length === 0) continue;
    const answer = one.answers.map((value) => JSON.stringify(value)).join(' and ');
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), index + 1]);
  }
  return [
    `${id} ${text}`,
    ...[...byAnswer].map(([answer, runs]) => `  ${runs.length === 1 ? 'run' : 'runs'} ${runs.join(', ')}: ${answer}`),
  ];
}
