import type { JournalEntry } from '../start-fake.js';

/** The calls that a run was making when it was killed. */
export interface Flight {
  readonly phase: 'starting' | 'setting up' | 'testing' | 'cleaning up' | 'ending';
  /** The calls that were not answered yet, by endpoint. */
  readonly unanswered: readonly string[];
  /** The last call that was sent. */
  readonly last: string | undefined;
}

/** The calls that clean up, and those that set up. All others are calls of the test itself. */
const cleansUp = /^DELETE \/(issue|project|component)\//;
const setsUp = /^POST \/(issue|project|component)$|^PUT \/component/;

/**
 * Reads from the tracker's journal what a run was at.
 *
 * @param from when the run was started, and `to`, when it was killed, in milliseconds since 1970
 */
export function flightOf(
  journal: readonly JournalEntry[],
  { username, from, to }: { readonly username: string; readonly from: number; readonly to: number },
): Flight {
  const own = journal.filter(({ caller, at }) => caller === username && at >= from && at <= to);
  const unanswered = own.filter(({ at, duration }) => at + duration > to).map(titleOf);
  const last = own.at(-1);
  const titles = own.slice(-6).map(titleOf);
  const writes = own.some(({ method }) => method !== 'GET');
  const phase = writes ? phaseOf(titles, to - (last?.at ?? to)) : 'starting';
  return { phase, unanswered, last: titles.at(-1) };
}

/** A run that has sent nothing for this many milliseconds is about to end. */
const IDLE_TIME = 1_500;

function phaseOf(titles: readonly string[], idle: number): Flight['phase'] {
  const last = titles.at(-1) ?? '';
  if (idle > IDLE_TIME) return 'ending';
  if (cleansUp.test(last) || titles.slice(-2).some((title) => cleansUp.test(title))) return 'cleaning up';
  return setsUp.test(last) ? 'setting up' : 'testing';
}

function titleOf({ method, url, endpoint }: JournalEntry): string {
  return endpoint ?? `${method} ${url}`;
}
