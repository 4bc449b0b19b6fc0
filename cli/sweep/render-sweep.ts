import { formatDuration } from '../../fixtures/cleanup/sweep/age.js';
import type { LeftAlone } from '../../fixtures/cleanup/sweep/found.js';
import { sweepCommand } from './sweep-command.js';
import type { SweepChoice } from './sweep-command.js';
import type { SweepReport, SweptRow } from './sweep-report.js';

/** A sweep as text: a block for each run, what is not touched and why, and what to do next. */
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
  return [`  - ${what} (${where}): ${ending}`, ...reason];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${line}`)];
}

function conclusion({ tracker, rows, remaining, leftAlone }: SweepReport, choice: SweepChoice): string {
  const gone = rows.length - remaining;
  const runs = leftAlone.some(isRecent)
    ? `runs that are older than ${formatDuration(choice.olderThan)}`
    : 'earlier runs';
  if (rows.length === 0) return `Nothing of ${runs} is left on ${tracker}.`;
  if (remaining === 0) return `${counted(gone)} cleaned up. Nothing of ${runs} is left on ${tracker}.`;
  if (rows.every(({ outcome }) => outcome === 'listed')) {
    return `${counted(remaining)} left on ${tracker}. To clean up what is listed: ${sweepCommand(choice)}`;
  }
  return `${counted(gone)} cleaned up, ${counted(remaining)} still left on ${tracker}. The reasons stand above; the next sweep tries again.`;
}

/** What the conclusion does not speak of, a line each. */
function reservations({ leftAlone, unseen }: SweepReport, choice: SweepChoice): string[] {
  const runs = leftAlone.length === 1 ? '1 run was' : `${leftAlone.length} runs were`;
  const recent = leftAlone.filter(isRecent);
  const whose = recent.length === 1 ? 'the recent run' : `the ${recent.length} recent runs`;
  const areOver = recent.length === 1 ? 'it has ended' : 'they have ended';
  const condition = recent.every(({ state }) => state === 'over') ? '' : `, if you know that ${areOver}`;
  const command = sweepCommand({ ...choice, olderThan: 0 });
  return [
    ...(unseen.length > 0 ? ['Not everything could be looked for. Sweep again.'] : []),
    ...(leftAlone.length > 0 ? [`${runs} left alone. The reasons stand above.`] : []),
    ...(recent.length > 0 ? [`To clean up after ${whose} now${condition}: ${command}`] : []),
  ];
}

/** Whether a run was left alone only since it is younger than asked for. */
function isRecent({ state }: LeftAlone): boolean {
  return state === 'over' || state === 'may go on';
}

function counted(count: number): string {
  return count === 1 ? '1 thing' : `${count} things`;
}
