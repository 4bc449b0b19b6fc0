import { counted } from '../../contracts/counted.js';
import type { JudgedMatrix, RuleRow } from '../../contracts/report/matrix.js';
import { printable } from '../../fixtures/reporting/print.js';
import { documentedRows, assumedRows, countStates } from '../matrix/count-states.js';
import { missingRules } from '../gate.js';
import { formatDuration, formatRuleIds, formatTotals, formatTracker } from '../matrix/format.js';
import type { RunProblem } from './run-problems.js';

/** A comment of GitHub takes 65,536 characters, a job summary more. */
const MOST_PROBLEMS = 30;
const LONGEST_TEXT = 1_500;

/** The head of the rule matrix and the problems of a run, for the summary of a job. */
export function summaryMarkdown(matrix: JudgedMatrix, problems: readonly RunProblem[]): string {
  const { target, totals, verdict, durationMs, about } = matrix;
  const tracker = formatTracker(about);
  const table = [
    ['documented rules', documentedRows(matrix)],
    ['open questions', assumedRows(matrix)],
  ] as const;
  return [
    `## ${verdict.verdict === 'passed' ? '✅' : '❌'} Rule matrix: ${verdict.verdict}`,
    '',
    `${inline(target.name)}, ${formatDuration(durationMs)}: ${formatTotals(totals)}`,
    ...(tracker === undefined ? [] : ['', `Tracker: ${inline(tracker)}`]),
    '',
    '| | number | states |',
    '| --- | ---: | --- |',
    ...table.map(([title, rows]) => `| ${title} | ${String(rows.length)} | ${states(rows)} |`),
    '',
    ...ruleLines(matrix),
    ...knownLines(matrix),
    ...problemLines(problems),
  ].join('\n');
}

/** The lines for the rules that fail, and for the rules that the gate asks for and that are not verified. */
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

/** The tickets of known failures, each with its tests. */
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

/** Text in a cell of a table. */
function cell(text: string): string {
  return inline(text).replaceAll('|', String.raw`\|`);
}

/** The problems that make a run red, for a comment on a pull request or an assistant; one line if there are none. */
export function failuresMarkdown({ target, totals, verdict }: JudgedMatrix, problems: readonly RunProblem[]): string {
  return [
    `**${verdict.verdict === 'passed' ? '✅' : '❌'} tracker-e2e: ${verdict.verdict}** on ${inline(target.name)}, ${formatTotals(totals)}`,
    '',
    ...problemLines(problems),
  ].join('\n');
}

function states(rows: readonly RuleRow[]): string {
  return [...countStates(rows)].map(([state, count]) => `${String(count)} ${state}`).join(', ');
}

function problemLines(problems: readonly RunProblem[]): string[] {
  const left = problems.slice(MOST_PROBLEMS);
  return [
    ...problems
      .slice(0, MOST_PROBLEMS)
      .flatMap(({ title, file, line, rules, text }) => [
        `### ${inline(title)}`,
        '',
        [inline(`${file}:${String(line)}`), ...(rules.length === 0 ? [] : [formatRuleIds(rules)])].join(' · '),
        '',
        ...fenced(text),
        '',
      ]),
    ...(left.length === 0 ? [] : [`And ${String(left.length)} more: the rule matrix has them all.`, '']),
  ];
}

/** Text as code, so that a tracker's answer can neither mention people nor use markup. */
export function inline(text: string): string {
  const line = printable(text).replaceAll(/\s+/g, ' ');
  const fence = fenceFor(line, '`');
  return `${fence} ${line} ${fence}`;
}

function fenced(text: string): string[] {
  if (text.trim() === '') return [];
  const shown = printable(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);
  const fence = fenceFor(shown, '```');
  return [`${fence}text`, shown, fence];
}

/** A fence that is longer than every row of backticks in a text. */
function fenceFor(text: string, least: string): string {
  const rows = [...text.matchAll(/`+/g)].map(([row]) => row.length);
  return '`'.repeat(Math.max(least.length, ...rows.map((length) => length + 1)));
}
