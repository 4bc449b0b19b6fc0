import type { Flight } from './flight.js';

/** One kill, and its effect on the tracker. */
export interface Kill {
  /** The part of the suite that ran, such as 3/20. */
  readonly slice: string;
  /** How long after its start the run was killed, in milliseconds. */
  readonly after: number;
  readonly flight: Flight;
  /** In how many ways the tracker was not as it would be without the harness: before the sweep and after it. */
  readonly left: number;
  readonly remaining: number;
  /** How many things the sweep says it found, and how many of these it took back. */
  readonly found: number;
  readonly cleanedUp: number;
  /** Whether the sweep ended as it should and nothing remained. */
  readonly passed: boolean;
}

const headings = [
  'kill',
  'slice',
  'after',
  'phase',
  'last call',
  'not answered yet',
  'left',
  'found',
  'cleaned up',
  'verdict',
];

/** The kills as a table for a person. */
export function renderKills(kills: readonly Kill[]): string[] {
  const rows = kills.map((kill, index) => [
    String(index + 1),
    kill.slice,
    `${(kill.after / 1_000).toFixed(2)} s`,
    kill.flight.phase,
    kill.flight.last ?? '-',
    kill.flight.unanswered.join(', ') || '-',
    String(kill.left),
    String(kill.found),
    String(kill.cleanedUp),
    kill.passed ? 'clean' : `${kill.remaining} LEFT`,
  ]);
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
