import { counted } from '../contracts/counted.js';
import type { TestStatus } from '../contracts/report/finished-test.js';
import type { FullConfig } from '@playwright/test/reporter';
import type { JudgedMatrix, RuleRow, Matrix } from './documents/matrix.js';
import { distinct } from './finish-test.js';
import type { RunTarget } from '../contracts/report/run.js';
import { causesOf, firstTestOf, titleOfCause } from './failures/causes.js';
import type { FailureCause } from './failures/causes.js';
import { countIn, rowsOfKind } from './matrix/count-states.js';
import { cutLine, formatRuleIds, formatSelected, formatTotals, formatTracker, leftReasons } from './matrix/format.js';

export interface ReportPlaces {
  readonly matrix: string;
  readonly allure?: string;
  readonly page?: string;
}

const labelWidth = 11;

/** The closing lines of a run; the very last line says how many tests passed, failed and were skipped. */
export function closingLines(matrix: JudgedMatrix, places: ReportPlaces): string[] {
  const selected = matrix.verdict.demands === 'selected';
  const isAbout = (row: RuleRow) => !selected || row.tests.length > 0;
  const documented = rowsOfKind(matrix, 'documented').filter(isAbout);
  const assumed = rowsOfKind(matrix, 'assumed').filter(isAbout);
  const { verdict, reasons } = matrix.verdict;
  const chosen = matrix.run.selected;
  const causes = causesOf(matrix).flatMap(causeLines);
  /** A screen with causes has no room for other reasons, which the matrix has too. */
  const withReasons = (told: string, lines: readonly string[]) =>
    causes.length > 0 && lines.length > 0 ? [`${told} (why: in the matrix)`] : [told, ...lines];
  return [
    '',
    ...block('Tracker', [matrix.target.name, formatTracker(matrix.about)]),
    ...block('Selected', [
      chosen && formatSelected(chosen),
      chosen && selected ? 'The gate asks only for the rules that these tests cover.' : undefined,
    ]),
    ...block(
      'Rules',
      withReasons(documentedSummary(documented, selected ? 'selected' : 'documented'), explanations(documented)),
    ),
    ...block('Skipped', skippedLines(matrix)),
    ...block('Assumed', assumed.length === 0 ? [] : withReasons(assumedSummary(assumed), differences(assumed))),
    ...block('Known', knownLines(matrix)),
    ...block('Allure', [places.allure]),
    ...block('Matrix', [places.matrix]),
    ...block('Page', [places.page]),
    // Near the end, which a terminal and the log of a job show first.
    ...block('Causes', causes),
    ...block('Verdict', [verdict, ...reasons.map((reason) => `- ${shorten(reason)}`)]),
    '',
    formatTotals(matrix.totals),
  ];
}

function times(all: readonly string[], wanted: string): number {
  return all.filter((one) => one === wanted).length;
}

/** How many tests were left out for which of two reasons: only one of them is a gap that somebody can close. */
function skippedLines({ tests }: JudgedMatrix): string[] {
  const reasonsOf = (wanted: TestStatus) =>
    tests.flatMap(({ status, reason = '' }) => (status === wanted ? [reason] : []));
  const [why, needs] = [reasonsOf('does not apply'), reasonsOf('not available')];
  const [inapplicable, unavailable] = [why.length, needs.length];
  const most = distinct(why).toSorted((one, other) => times(why, other) - times(why, one))[0] ?? '';
  return [
    ...(inapplicable > 0
      ? [`${counted(inapplicable, 'test does', 'tests do')} not apply, most of them as: ${shorten(most)}`]
      : []),
    ...(unavailable > 0
      ? [`${counted(unavailable, 'test needs', 'tests need')} what you did not provide, or what no tracker offers`]
      : []),
  ];
}

function knownLines({ tests, knownNotes = [] }: JudgedMatrix): string[] {
  const known = tests.flatMap(({ knownBy }) => knownBy ?? []);
  const tickets = [...new Set(known.map(({ ticket }) => ticket))];
  const lines = tickets.map((ticket) => {
    const of = known.filter((one) => one.ticket === ticket);
    const count = counted(of.length, 'test fails', 'tests fail');
    return `${ticket}: ${count} as known (${of[0]?.owner ?? ''}, until ${of[0]?.until ?? ''})`;
  });
  return [...lines, ...knownNotes.map((note) => `- ${shorten(note)}`)];
}

function block(label: string, lines: readonly (string | undefined)[]): string[] {
  const shown = lines.filter((line) => line !== undefined);
  return shown.map((line, index) => (index === 0 ? label : '').padEnd(labelWidth) + line);
}

function documentedSummary(rows: readonly RuleRow[], which: string): string {
  const inPart = countIn(rows, 'verified in part');
  const verified = countIn(rows, 'verified') + inPart;
  const failing = countIn(rows, 'failing');
  const deviating = countIn(rows, 'deviates');
  const rest = rows.length - verified - failing - deviating;
  const deviates = deviating === 0 ? '' : `, ${String(deviating)} deviating from an example`;
  return `${String(verified)} verified${inPart > 0 ? ` (${String(inPart)} in part)` : ''}, ${String(failing)} failing${deviates}, ${String(rest)} not verified here, of ${String(rows.length)} ${which}`;
}

function assumedSummary(rows: readonly RuleRow[]): string {
  const same = countIn(rows, 'as assumed');
  const different = countIn(rows, 'differs');
  const rest = rows.length - same - different;
  return `${String(same)} as assumed, ${String(different)} different, ${String(rest)} not found out, of ${counted(rows.length, 'open question')}`;
}

/** The most causes, and rules of one, that are named: more do not fit a screen. */
const [CAUSES, IDS] = [12, 8];

function causeLines(cause: FailureCause, place: number, all: readonly FailureCause[]): string[] {
  if (place >= CAUSES) return place > CAUSES ? [] : [`- and ${counted(all.length - CAUSES, 'more cause')}`];
  const { rule, fact, others, tests } = cause;
  const [, left] = /^CleanupError: (.*)$/.exec(fact) ?? [];
  if (left !== undefined && place > 0)
    return [
      `- ${cutLine(`${counted(tests.length, 'test')} could not clean up, which may follow from that: ${left}`, 240)}`,
    ];
  const ids = others.length > IDS ? counted(others.length, 'rule') : formatRuleIds(others);
  const also = others.length === 0 ? '' : ` (${rule === undefined ? 'of' : 'also of'} ${ids})`;
  return [
    `- ${cutLine(titleOfCause(cause), 240)}`,
    `  ${cutLine(fact, 400)}`,
    `  ${cutLine(firstTestOf(cause), 400)}${also}`,
  ];
}

/** What the causes tell in full. */
const TOLD = /^(stopped by [A-Z]+-\d+|could not be tested|unexpected answer|error in the test code): [^]*$/;

function explanations(rows: readonly RuleRow[]): string[] {
  const idsByReason = new Map<string, string[]>();
  for (const { id, state, reasons } of rows) {
    if (state === 'verified' || state === 'failing' || state === 'deviates') continue;
    const reason = `${state}: ${(reasons[0] ?? 'for no stated reason').replace(TOLD, '$1')}`;
    idsByReason.set(reason, [...(idsByReason.get(reason) ?? []), id]);
  }
  return [...idsByReason].map(([reason, ids]) => `- ${formatRuleIds(ids)} ${shorten(reason)}`);
}

function differences(rows: readonly RuleRow[]): string[] {
  return rows
    .filter(({ state }) => state === 'differs')
    .map(({ id, reasons }) => `- ${id} ${shorten(reasons.join('; '))}`);
}

function shorten(text: string): string {
  return cutLine(text, 160);
}

export function shardLines(
  config: Pick<FullConfig, 'shard' | 'reporter'>,
  target: RunTarget,
  { run, totals }: Pick<Matrix, 'run' | 'totals'>,
): string[] {
  const { current = 1, total = 1 } = config.shard ?? {};
  const hasBlob = config.reporter.some(([name]) => name === 'blob');
  return [
    '',
    ...block('Tracker', [target.name]),
    ...block('Selected', [run.selected && formatSelected(run.selected)]),
    ...block('Shard', [
      `${current} of ${total}, which is not judged: \`tracker-e2e merge\` judges the run by all of them`,
      hasBlob ? undefined : '- It leaves no blob report, so it can not be merged: set TRACKER_REPORTS=blob',
      ...[run.outage ?? [], ...leftReasons(run.left)].flat().map((line) => `- ${line}`),
    ]),
    '',
    formatTotals(totals),
  ];
}
