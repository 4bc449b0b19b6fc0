import { counted } from '../../contracts/counted.js';
import { nameOfItem } from '../../provide/external/ledger/ledger-line.js';
import { formatAge, writeAge } from '../../provide/external/sweep/sweep.js';
import type { FoundLeftover, LeftAlone } from '../../provide/external/sweep/find-leftovers.js';
import type { FoundItem } from '../../provide/external/sweep/sweep.js';
import { inOneLine } from '../../client/print.js';

interface SweptRow {
  readonly run: string;
  readonly at: string;
  readonly toldBy: 'ledger' | 'mark';
  readonly kind: string;
  readonly what: string;
  readonly where: string;
  readonly would: string;
  /** `listed` if nothing was to be changed. */
  readonly outcome: 'listed' | 'deleted' | 'left';
  readonly why?: string;
}

export type SweepReport = ReturnType<typeof sweepReport>;

/** What a sweep found and did. What is `unseen` could not be looked for, and some of it may be left. */
export function sweepReport(tracker: string, found: FoundLeftover, ended: readonly FoundItem[] | undefined) {
  const acted = ended !== undefined;
  const all = ended ?? found.items;
  const rows = oneForEach(all.filter(({ foreign }) => foreign === undefined).flatMap((one) => rowsOf(one, acted)));
  const others = all.flatMap(({ item, foreign }) =>
    foreign === undefined ? [] : [{ ...namesOf(item), why: foreign }],
  );
  const { leftAlone, notes, unseen } = found;
  const remaining = rows.filter(({ outcome }) => outcome !== 'deleted').length;
  return { tracker, rows, foreign: [...others, ...found.foreign], leftAlone, notes, unseen, remaining };
}

interface FoundRow extends SweptRow {
  readonly goesWith?: readonly string[];
}

/** One row for each thing: several ledger items may name it, and a sub-task goes with its parent. */
function oneForEach(all: readonly FoundRow[]): readonly SweptRow[] {
  const merged = [...new Set(all.map(({ what }) => what))].map((what) => merge(all.filter((row) => row.what === what)));
  const nameIn = ({ what }: SweptRow) => what.replace(/ ".*/s, '');
  const goesWithAnother = ({ goesWith = [], outcome }: FoundRow) =>
    merged.some((row) => row.outcome === outcome && goesWith.includes(nameIn(row)));
  return merged.filter((row) => !goesWithAnother(row)).map(({ goesWith: _, ...row }) => row);
}

/** The rows of one thing as one. Something that is deleted is gone; something changed is restored if every change is. */
function merge(rows: readonly FoundRow[]): FoundRow {
  const [first] = rows as [FoundRow];
  const isCreated = ['project', 'issue', 'issues', 'lease'].includes(first.kind);
  const deciding = rows.find(({ outcome }) => outcome === (isCreated ? 'deleted' : 'left')) ?? first;
  return { ...deciding, would: [...new Set(rows.map(({ would }) => would))].join('; ') };
}

function rowsOf({ run, at, item, file, left, problem: why }: FoundItem, acted: boolean): FoundRow[] {
  const toldBy = file === undefined ? 'mark' : 'ledger';
  const outcome = !acted ? 'listed' : why === undefined ? 'deleted' : 'left';
  const row = { run, at: new Date(at).toISOString(), toldBy, kind: item.kind, outcome, ...(why && { why }) } as const;
  if (left.length > 0) return left.map((leftover) => ({ ...row, ...leftover }));
  // Nothing of it was there: that is worth a line only if it could not be seen.
  return why === undefined ? [] : [{ ...row, ...namesOf(item), would: 'look for it' }];
}

function namesOf(item: FoundItem['item']): { what: string; where: string } {
  return { what: nameOfItem(item), where: item.kind === 'issues' ? item.projects.join(', ') : item.what };
}

export interface SweepChoice {
  readonly olderThan: number;
  readonly settle: number;
  readonly ledger?: string;
}

/** The defaults of the options, in milliseconds. */
export const sweepDefaults = { olderThan: 3_600_000, settle: 15_000 } as const;

function sweepCommand({ olderThan, settle, ledger }: SweepChoice): string {
  const options = [
    ...(olderThan === sweepDefaults.olderThan ? [] : [`--older-than ${writeAge(olderThan)}`]),
    ...(settle === sweepDefaults.settle ? [] : [`--settle ${writeAge(settle)}`]),
    ...(ledger === undefined ? [] : [`--ledger ${quoted(ledger)}`]),
  ];
  return ['tracker-e2e sweep', ...options, '--yes'].join(' ');
}

function quoted(path: string): string {
  return /^[\w./:\\@+-]+$/.test(path) ? path : `"${path}"`;
}

export function renderSweep(report: SweepReport, choice: SweepChoice): string {
  const runs = [...new Set(report.rows.map(({ run }) => run))];
  const blocks = [
    ...runs.map((run) => renderRun(report.rows.filter((row) => row.run === run))),
    section(
      'Not made by a run, or changed by another user since, so not touched:',
      report.foreign.map(({ what, where, why }) => `${what} (${where}): ${why}`),
    ),
    section(
      'Runs that were left alone:',
      report.leftAlone.map(({ run, why, left }) => `run ${run}: ${why}. It may have left: ${left.join(', ')}`),
    ),
    section('Could not be looked for:', report.unseen),
    section('Also:', report.notes),
    [conclusion(report, choice), ...reservations(report, choice)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function renderRun(rows: readonly SweptRow[]): string[] {
  const [first] = rows;
  const told = rows.some(({ toldBy }) => toldBy === 'ledger') ? 'found in its ledger' : 'found by its mark';
  return [`Run ${first?.run} of ${first?.at.slice(0, 16).replace('T', ' ')} UTC, ${told}:`, ...rows.flatMap(renderRow)];
}

function renderRow({ what, where, would, outcome, why }: SweptRow): string[] {
  const ending = { listed: would, deleted: `${would}: done`, left: `${would}: FAILED` }[outcome];
  const reason = why === undefined ? [] : why.split('\n').map((line) => `      ${line}`);
  return [`  - ${inOneLine(`${what} (${where}): ${ending}`)}`, ...reason];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${inOneLine(line)}`)];
}

function conclusion({ tracker, rows, remaining, leftAlone }: SweepReport, choice: SweepChoice): string {
  const gone = rows.length - remaining;
  const runs = leftAlone.some(isRecent) ? `runs that are older than ${formatAge(choice.olderThan)}` : 'earlier runs';
  if (rows.length === 0) return `Nothing of ${runs} is left on ${tracker}.`;
  if (remaining === 0) return `${counted(gone, 'thing')} cleaned up. Nothing of ${runs} is left on ${tracker}.`;
  if (rows.every(({ outcome }) => outcome === 'listed')) {
    return `${counted(remaining, 'thing')} left on ${tracker}. To clean up what is listed: ${sweepCommand(choice)}`;
  }
  return `${counted(gone, 'thing')} cleaned up, ${counted(remaining, 'thing')} still left on ${tracker}. The reasons stand above; the next sweep tries again.`;
}

function reservations({ leftAlone, unseen }: SweepReport, choice: SweepChoice): string[] {
  const recent = leftAlone.filter(isRecent);
  const whose = recent.length === 1 ? 'the recent run' : `the ${recent.length} recent runs`;
  const areOver = recent.length === 1 ? 'it has ended' : 'they have ended';
  const condition = recent.every(({ state }) => state === 'over') ? '' : `, if you know that ${areOver}`;
  const command = sweepCommand({ ...choice, olderThan: 0 });
  return [
    ...(unseen.length > 0 ? ['Not everything could be looked for. Sweep again.'] : []),
    ...(leftAlone.length > 0
      ? [`${counted(leftAlone.length, 'run was', 'runs were')} left alone. The reasons stand above.`]
      : []),
    ...(recent.length > 0 ? [`To clean up after ${whose} now${condition}: ${command}`] : []),
  ];
}

function isRecent({ state }: LeftAlone): boolean {
  return state === 'over' || state === 'may go on';
}
