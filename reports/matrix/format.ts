import { counted } from '../../contracts/counted.js';
import type { JudgedMatrix, Totals } from '../documents/matrix.js';
import type { RunAbout, Selected, LeftItem } from '../../contracts/report/run.js';
import { inOneLine } from '../../client/print.js';

/**
 * The last line of every run, for example `41 passed, 0 failed, 2 skipped`. Flaky tests count as passed.
 * Tests that were not run, and known failures, are named if there are any.
 */
export function formatTotals({ passed, failed, flaky, skipped, notRun, known = 0, deviates = 0 }: Totals): string {
  const left = notRun > 0 ? `, ${String(notRun)} not run` : '';
  return `${String(passed + flaky)} passed, ${String(failed)} failed, ${String(skipped)} skipped${left}${known > 0 ? `, ${String(known)} failed as known` : ''}${deviates > 0 ? `, ${String(deviates)} deviate from an example` : ''}`;
}

/** Rule ids for people, in the order given; three or more in a row become `DT-07 to DT-31`. */
export function formatRuleIds(ids: readonly string[]): string {
  const runs: string[][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run !== undefined && follows(run.at(-1), id)) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length > 2 ? `${String(run[0])} to ${String(run.at(-1))}` : run.join(', '))).join(', ');
}

function follows(previous: string | undefined, id: string): boolean {
  const number = /\d+$/;
  return previous?.replace(number, '') === id.replace(number, '') && numberOf(previous) + 1 === numberOf(id);
}

function numberOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0]);
}

/** A duration for people, for example `340 ms`, `12.3 s` or `4 min 05 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${String(Math.round(milliseconds))} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** When a run started, for people: `2026-11-21 14:30 UTC`. */
export function formatStart({ startedAt }: Pick<JudgedMatrix, 'startedAt'>): string {
  return `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)} UTC`;
}

/** The tracker of a run as it says itself, for example `Tracker 9.12.0, build 91200, Server, “staging”`; undefined if it did not. */
export function formatTracker({ tracker }: RunAbout): string | undefined {
  const { product, version, build, edition, label, defect, extensions } = tracker;
  const parts = [
    ...(product === undefined || version === undefined
      ? []
      : [`${product} ${version}`, `build ${build ?? ''}`, edition ?? '']),
    ...(label === undefined ? [] : [`“${label}”`]),
    ...(defect === undefined ? [] : [`planted defect ${defect}`]),
    ...Object.entries(extensions).map(([api, one]) => `${api} ${one}`),
  ];
  return parts.length === 0 ? undefined : inOneLine(parts.join(', '));
}

/** The selection of a run, for example `96 tests, by --grep @DT-13`. */
export function formatSelected({ by, tests }: Selected): string {
  return `${counted(tests, 'test')}, by ${by}`;
}

export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

export function cutLine(text: string, most: number): string {
  return cut(text.replaceAll(/\s+/g, ' '), most);
}

const names: Readonly<Record<LeftItem['kind'], readonly [string, string]>> = {
  project: ['project', 'projects'],
  issue: ['issue', 'issues'],
  issues: ['call that was not answered', 'calls that were not answered'],
  entries: ['template with entries', 'templates with entries'],
  'project entries': ['project with entries', 'projects with entries'],
  connection: ['connection', 'connections'],
  lease: ['lease', 'leases'],
};

export function leftReasons(left: readonly LeftItem[] = []): string[] {
  if (left.length === 0) return [];
  return [`Left on the tracker: ${describeLeft(left)}. \`tracker-e2e sweep --older-than 0s --yes\` cleans up.`];
}

/** The number of leftovers of each kind, for example `6 issues, 2 leases`. */
export function describeLeft(left: readonly LeftItem[]): string {
  return Object.entries(names)
    .map(([kind, [one, several]]) => {
      const count = left.filter((item) => item.kind === kind).length;
      return count === 0 ? '' : counted(count, one, several);
    })
    .filter((text) => text !== '')
    .join(', ');
}
