import { counted } from '../../contracts/counted.js';
import type { JudgedMatrix, RuleRow } from '../../contracts/report/matrix.js';
import { printable } from '../../fixtures/reporting/print.js';
import { documentedRows, assumedRows, countStates } from '../matrix/count-states.js';
import { missingRules } from '../gate.js';
import { formatDuration, formatRuleIds, formatTotals, formatTracker } from '../matrix/format.js';
import type { RunProblem } from './run-problems.js';

/** A comment of GitHub takes 65,536 characters, a job summary more. */
const MOST_PROBLEMS = 25;
const MOST_OTHERS = 5;
const LONGEST_TEXT = 1_200;

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
    ...problemLines(matrix, problems),
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
export function failuresMarkdown(matrix: JudgedMatrix, problems: readonly RunProblem[]): string {
  const { target, totals, verdict } = matrix;
  return [
    `**${verdict.verdict === 'passed' ? '✅' : '❌'} tracker-e2e: ${verdict.verdict}** on ${inline(target.name)}, ${formatTotals(totals)}`,
    '',
    ...problemLines(matrix, problems),
  ].join('\n');
}

function states(rows: readonly RuleRow[]): string {
  return [...countStates(rows)].map(([state, count]) => `${String(count)} ${state}`).join(', ');
}

/** The failed tests of the same rules together, with the shortest error in full: it is the easiest to read. */
function problemLines({ rules }: JudgedMatrix, problems: readonly RunProblem[]): string[] {
  const nameOf = ({ kind, id, rules: ids }: RunProblem) => (kind === 'test' && ids.length > 0 ? ids.join() : id);
  const groups = [...new Set(problems.map(nameOf))].map((name) => problems.filter((one) => nameOf(one) === name));
  const left = groups.slice(MOST_PROBLEMS).flat();
  return [
    ...groups.slice(0, MOST_PROBLEMS).flatMap((group) => {
      const [first, ...others] = [...group].sort((one, other) => one.text.length - other.text.length);
      return first === undefined ? [] : groupLines(rules, first, others);
    }),
    ...(left.length === 0 ? [] : [`And ${String(left.length)} more: the rule matrix has them all.`, '']),
  ];
}

function groupLines(rules: readonly RuleRow[], first: RunProblem, others: readonly RunProblem[]): string[] {
  const { kind, title, call, text } = first;
  const ids = kind === 'test' ? first.rules : [];
  const sentences = rules.filter(({ id }) => ids.includes(id)).map((rule) => `> ${inline(rule.text)}`);
  const place = ({ file, line }: RunProblem) => inline(`${file}:${String(line)}`);
  const also = others.slice(0, MOST_OTHERS).map((other) => `- also ${inline(other.title)}, ${place(other)}`);
  const more = others.length - also.length;
  return [
    ids.length === 0 ? `### ${inline(title)}` : `### ${formatRuleIds(ids)}`,
    '',
    ...(sentences.length === 0 ? [] : [...sentences, '']),
    [...(ids.length === 0 ? [] : [inline(title)]), place(first)].join(', '),
    '',
    ...(call === undefined || text.startsWith(call) ? [] : [`Last call: ${inline(call)}`, '']),
    ...fenced(text),
    '',
    ...(also.length === 0 ? [] : [...also, ...(more > 0 ? [`- and ${more} more`] : []), '']),
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
