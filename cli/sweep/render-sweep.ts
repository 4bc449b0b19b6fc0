import { writeAge } from '../../fixtures/sweep/age.js';
import type { LeftAlone } from '../../fixtures/sweep/found.js';
import { sweepCommand } from './sweep-command.js';
import type { SweepChoice } from './sweep-command.js';
import type { SweepReport, SweptRow } from './sweep-report.js';

/** A sweep as text: a block for each run, what is not touched and why, and what to do next. */
export function renderSweep(report: SweepReport, choice: SweepChoice): string {
  const runs = [...new Set(report.rows.map(({ run }) => run))];
  const blocks = [
    ...runs.map((run) => renderRun(report.rows.filter((row) => row.run === run))),
    section(
      'Not ours to remove:',
      report.notOurs.map(({ what, where, why }) => `${what} (${where}): ${why}`),
    ),
    section(
      'Left alone:',
      report.leftAlone.map(({ run, why, left }) => `run ${run}: ${why}: ${left.join(', ')}`),
    ),
    section('Not looked for:', report.unseen),
    section('Besides:', report.notes),
    [conclusion(report, choice) + reservations(report, choice)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function renderRun(rows: readonly SweptRow[]): string[] {
  const [first] = rows;
  const told = rows.some(({ toldBy }) => toldBy === 'ledger') ? 'told by its ledger' : 'told by its mark';
  return [`Run ${first?.run} of ${first?.at.slice(0, 16).replace('T', ' ')} UTC, ${told}:`, ...rows.flatMap(renderRow)];
}

function renderRow({ what, where, would, outcome, why }: SweptRow): string[] {
  const ending = { listed: would, gone: `${would}: done`, left: `${would}: FAILED` }[outcome];
  const reason = why === undefined ? [] : why.split('\n').map((line) => `      ${line}`);
  return [`  - ${what} (${where}): ${ending}`, ...reason];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${line}`)];
}

function conclusion({ tracker, rows, remaining, leftAlone }: SweepReport, choice: SweepChoice): string {
  const gone = rows.length - remaining;
  const runs = leftAlone.some(isYoung) ? `runs older than ${writeAge(choice.olderThan)}` : 'earlier runs';
  if (rows.length === 0) return `Nothing of ${runs} is left on ${tracker}.`;
  if (remaining === 0) return `${counted(gone)} taken back; nothing of ${runs} is left on ${tracker}.`;
  if (rows.every(({ outcome }) => outcome === 'listed')) {
    return `${counted(remaining)} left on ${tracker}. \`${sweepCommand(choice)}\` takes back what is listed.`;
  }
  return `${counted(gone)} taken back, ${counted(remaining)} still left on ${tracker}: see why above, and sweep again.`;
}

/** What the conclusion does not speak of. */
function reservations({ leftAlone, unseen }: SweepReport, choice: SweepChoice): string {
  const runs = leftAlone.length === 1 ? '1 run was' : `${leftAlone.length} runs were`;
  const young = leftAlone.filter(isYoung);
  // Of runs that were left alone for another reason it takes nothing.
  const several = young.length === 1 ? 'the younger one' : 'those that are younger';
  const whose = leftAlone.length === 1 ? 'it' : several;
  const are = young.length === 1 ? 'it is' : 'they are';
  const condition = young.every(({ state }) => state === 'over') ? '' : `, provided that ${are} over`;
  const command = sweepCommand({ ...choice, olderThan: 0 });
  return [
    ...(unseen.length > 0 ? [' But not everything could be looked for: sweep again.'] : []),
    ...(leftAlone.length > 0 ? [` But ${runs} left alone, for the reasons above.`] : []),
    ...(young.length > 0 ? [` \`${command}\` takes back what is left of ${whose}${condition}.`] : []),
  ].join('');
}

/** Whether a run was left alone only since it is younger than asked for. */
function isYoung({ state }: LeftAlone): boolean {
  return state === 'over' || state === 'may go on';
}

function counted(count: number): string {
  return count === 1 ? '1 thing' : `${count} things`;
}
