import type { SweepReport, SweptRow } from './sweep-report.js';

/** A sweep as text: a block for each run, what is not touched and why, and what to do next. */
export function renderSweep(report: SweepReport): string {
  const runs = [...new Set(report.rows.map(({ run }) => run))];
  const blocks = [
    ...runs.map((run) => renderRun(report.rows.filter((row) => row.run === run))),
    section(
      'Not ours to remove:',
      report.notOurs.map(({ what, where, why }) => `${what} (${where}): ${why}`),
    ),
    section(
      'Left alone:',
      report.leftAlone.map(({ run, why }) => `run ${run}: ${why}`),
    ),
    section('Not looked for:', report.unseen),
    section('Besides:', report.notes),
    [conclusion(report) + reservations(report)],
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

function conclusion({ tracker, rows, remaining }: SweepReport): string {
  const gone = rows.length - remaining;
  if (rows.length === 0) return `Nothing of earlier runs is left on ${tracker}.`;
  if (remaining === 0) return `${counted(gone)} taken back; nothing of earlier runs is left on ${tracker}.`;
  if (rows.every(({ outcome }) => outcome === 'listed')) {
    return `${counted(remaining)} left on ${tracker}. \`tracker-e2e sweep --yes\` takes back what is listed.`;
  }
  return `${counted(gone)} taken back, ${counted(remaining)} still left on ${tracker}: see why above, and sweep again.`;
}

/** What the conclusion does not speak of. */
function reservations({ leftAlone, unseen }: SweepReport): string {
  const runs = leftAlone.length === 1 ? '1 run was' : `${leftAlone.length} runs were`;
  const parts = [
    ...(unseen.length > 0 ? ['not everything could be looked for: sweep again'] : []),
    ...(leftAlone.length > 0 ? [`${runs} left alone, for the reasons above`] : []),
  ];
  return parts.map((part) => ` But ${part}.`).join('');
}

function counted(count: number): string {
  return count === 1 ? '1 thing' : `${count} things`;
}
