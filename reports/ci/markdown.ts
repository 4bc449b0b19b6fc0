import { counted } from '../../contracts/counted.js';
import type { JudgedMatrix } from '../documents/matrix.js';
import { printable } from '../../client/print.js';
import { formatStates, rowsOfKind } from '../matrix/count-states.js';
import { causesOf, headOfCause, sentBy } from '../failures/causes.js';
import type { FailureCause } from '../failures/causes.js';
import { missingRules } from '../gate.js';
import { cut, formatDuration, formatRuleIds, formatTotals, formatTracker } from '../matrix/format.js';
import type { RunProblem } from './run-problems.js';

/** A comment of GitHub takes 65,536 characters, a job summary more. */
const MOST_PROBLEMS = 25;
const MOST_PLACES = 4;
const LONGEST_TEXT = 1_200;

export function summaryMarkdown(matrix: JudgedMatrix, problems: readonly RunProblem[]): string {
  const { target, totals, verdict, durationMs, about } = matrix;
  const tracker = formatTracker(about);
  const table = [
    ['documented rules', rowsOfKind(matrix, 'documented')],
    ['open questions', rowsOfKind(matrix, 'assumed')],
  ] as const;
  return [
    `## ${verdict.verdict === 'passed' ? '✅' : '❌'} Rule matrix: ${verdict.verdict}`,
    '',
    `${inline(target.name)}, ${formatDuration(durationMs)}: ${formatTotals(totals)}`,
    ...(tracker === undefined ? [] : ['', `Tracker: ${inline(tracker)}`]),
    '',
    '| | number | states |',
    '| --- | ---: | --- |',
    ...table.map(([title, rows]) => `| ${title} | ${String(rows.length)} | ${formatStates(rows)} |`),
    '',
    ...ruleLines(matrix),
    ...knownLines(matrix),
    ...problemLines(matrix, problems),
  ].join('\n');
}

function ruleLines({ rules, verdict, ...matrix }: JudgedMatrix): string[] {
  const missing = missingRules({ rules, ...matrix }, verdict.demands);
  const shown = rules.filter(({ id, state }) => state === 'failing' || missing.includes(id));
  if (shown.length === 0) return [];
  const left = shown.length - MOST_PROBLEMS;
  return [
    '| rule | what it says | state |',
    '| --- | --- | --- |',
    ...shown
      .slice(0, MOST_PROBLEMS)
      .map(
        ({ id, text, state, knownBy }) =>
          `| ${id} | ${cell(text)} | ${state}${knownBy === undefined ? '' : `, known: ${cell(knownBy.join(', '))}`} |`,
      ),
    '',
    ...(left > 0 ? [`And ${counted(left, 'rule')} more.`, ''] : []),
  ];
}

function knownLines({ tests, knownNotes = [] }: JudgedMatrix): string[] {
  const known = tests.filter(({ knownBy }) => knownBy !== undefined);
  const tickets = [...new Set(known.map(({ knownBy }) => knownBy?.ticket ?? ''))];
  if (tickets.length === 0 && knownNotes.length === 0) return [];
  return [
    '### Known failures',
    '',
    ...tickets.map((ticket) => {
      const of = known.filter(({ knownBy }) => knownBy?.ticket === ticket);
      const [first] = of;
      const ids = [...new Set(of.flatMap(({ rules }) => rules))];
      return `- ${inline(ticket)}: ${counted(of.length, 'test')} of ${ids.length === 0 ? 'no rule' : formatRuleIds(ids)}, ${inline(first?.knownBy?.owner ?? '')}, until ${first?.knownBy?.until ?? ''}`;
    }),
    ...knownNotes.map((note) => `- ${inline(note)}`),
    '',
  ];
}

function cell(text: string): string {
  return inline(text).replaceAll('|', String.raw`\|`);
}

export function failuresMarkdown(matrix: JudgedMatrix, problems: readonly RunProblem[]): string {
  const { target, totals, verdict } = matrix;
  return [
    `**${verdict.verdict === 'passed' ? '✅' : '❌'} tracker-e2e: ${verdict.verdict}** on ${inline(target.name)}, ${formatTotals(totals)}`,
    '',
    ...problemLines(matrix, problems),
  ].join('\n');
}

function problemLines(matrix: JudgedMatrix, problems: readonly RunProblem[]): string[] {
  const told = new Map(problems.map((problem) => [problem.id, problem]));
  const causes = causesOf(matrix)
    .map((cause) => ({ cause, of: cause.tests.flatMap(({ id }) => told.get(id) ?? []) }))
    .filter(({ of }) => of.length > 0);
  const found = new Set(causes.flatMap(({ of }) => of));
  const alone = (kind: RunProblem['kind']) =>
    problems
      .filter((problem) => problem.kind === kind && !found.has(problem))
      .map((problem) => [`### ${inline(problem.title)}`, '', ...detailLines(problem, false)]);
  const all = [
    ...alone('run'),
    ...causes.map(({ cause, of }) => causeLines(cause, of)),
    ...alone('test'),
    ...alone('rule'),
  ];
  const left = all.length - MOST_PROBLEMS;
  return [
    ...all.slice(0, MOST_PROBLEMS).flat(),
    ...(left > 0 ? [`And ${String(left)} more: the rule matrix has them all.`, ''] : []),
  ];
}

function causeLines(cause: FailureCause, [first, ...others]: readonly RunProblem[]): string[] {
  if (first === undefined) return [];
  const { rule, others: ids, text } = cause;
  const sent = sentBy(cause);
  const places = [...new Set(others.map(placeOf))];
  const more = places.length - MOST_PLACES;
  const also = `Failed too: ${counted(others.length, 'test')} at ${places.slice(0, MOST_PLACES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    `### ${rule === undefined ? inline(headOfCause(cause)) : headOfCause(cause)}`,
    '',
    ...(rule === undefined ? [] : [`> ${inline(text)}`, '']),
    ...(rule !== undefined || ids.length === 0 ? [] : [`Not known for that: ${formatRuleIds(ids)}`, '']),
    ...detailLines(first, true),
    ...(sent === undefined ? [] : [`Sent: ${inline(cut(sent, 400))}`, '']),
    ...(others.length === 0 ? [] : [also, '']),
  ];
}

function detailLines(problem: RunProblem, namesTest: boolean): string[] {
  const { title, calls = [], text, errors = [text] } = problem;
  return [
    [...(namesTest ? [inline(title)] : []), placeOf(problem)].join(', '),
    '',
    ...(calls.length === 0 ? [] : [`The last calls: ${calls.map(inline).join(', ')}`, '']),
    ...fenced(
      errors.map((error) => error.replace(/\n+The shortest such sequence found[^]*$/, '')),
      LONGEST_TEXT / errors.length,
    ),
    '',
  ];
}

function placeOf({ file, line }: RunProblem): string {
  return inline(`${file}:${String(line)}`);
}

/** Text as code, so that a tracker's answer can neither mention people nor use markup. */
export function inline(text: string): string {
  const line = printable(text).replaceAll(/\s+/g, ' ');
  const fence = fenceFor(line, '`');
  return `${fence} ${line} ${fence}`;
}

function fenced(texts: readonly string[], longest: number): string[] {
  const all = texts.map((text) => (text.length > longest ? `${text.slice(0, longest)}…` : text)).join('\n\n');
  if (all.trim() === '') return [];
  const shown = printable(all);
  const fence = fenceFor(shown, '```');
  return [`${fence}text`, shown, fence];
}

function fenceFor(text: string, least: string): string {
  const rows = [...text.matchAll(/`+/g)].map(([row]) => row.length);
  return '`'.repeat(Math.max(least.length, ...rows.map((length) => length + 1)));
}
