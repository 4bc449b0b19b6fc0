import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { fitsPattern } from '../selection/find-by-name.js';
import type { KnownFailure, KnownProblem } from '../../contracts/report/known-failures.js';

export interface PlacedFailure extends Omit<KnownFailure, 'failures'> {
  readonly place?: { readonly file: string; readonly line: number };
  readonly failures: readonly PlacedWay[];
}

export type PlacedWay = KnownFailure['failures'][number] & { readonly line?: number };

/** The name of a test in a file of known failures: its project in brackets if that has a name, its file and its titles. */
export function nameOfTest({ project, file, title }: Pick<FinishedTest, 'project' | 'file' | 'title'>): string {
  return [...(project === '' ? [] : [`[${project}]`]), file, title].join(' › ');
}

export function isOfVersion({ versions }: Pick<KnownFailure, 'versions'>, version: string): boolean {
  return versions.some((pattern) => fitsPattern(version, pattern));
}

export function aboutOf({ rule, part, failures }: Pick<PlacedFailure, 'rule' | 'part' | 'failures'>): string {
  if (rule === undefined) return failures[0]?.test ?? '';
  return part === undefined ? rule : `${rule} (${part})`;
}

export function nameOfEntry(entry: Pick<PlacedFailure, 'rule' | 'part' | 'failures' | 'ticket'>): string {
  return `Known failure ${aboutOf(entry)}${entry.ticket === '' ? '' : `, ${entry.ticket}`}`;
}

/** A problem of an entry. @param way the test of the entry that has the problem; undefined for all tests */
export function problem(entry: PlacedFailure, kind: KnownProblem['kind'], text: string, way?: PlacedWay): KnownProblem {
  const { ticket, place, failures } = entry;
  return {
    kind,
    about: aboutOf(entry),
    ticket,
    text: `${nameOfEntry(entry)}: ${text}`,
    tests: (way === undefined ? failures : [way]).map(({ test }) => test),
    ...(place !== undefined && { file: place.file, line: way?.line ?? place.line }),
  };
}
