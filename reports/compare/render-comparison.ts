import { styleText } from 'node:util';
import { counted } from '../../contracts/counted.js';
import type { ComparedRule, ComparedRun, RunsCompared } from '../documents/runs-compared.js';
import { cutLine, formatStart, formatTotals, formatTracker } from '../matrix/format.js';
import { marks } from '../matrix/render-rules.js';
import type { RulesView } from '../matrix/render-rules.js';
import { groupOf } from './compare-matrices.js';

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
