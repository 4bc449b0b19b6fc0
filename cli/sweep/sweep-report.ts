import type { Found, FoundItem, LeftAlone, Foreign } from '../../fixtures/cleanup/sweep/found.js';
import type { Outcome } from '../../fixtures/cleanup/sweep/undo-leftovers.js';

/** Something that was left, and what became of it. */
export interface SweptRow {
  readonly run: string;
  /** When it was planned. */
  readonly at: string;
  readonly toldBy: 'ledger' | 'mark';
  readonly kind: string;
  readonly what: string;
  readonly where: string;
  readonly would: string;
  /** `listed` if nothing was to be changed. */
  readonly outcome: 'listed' | 'deleted' | 'left';
  /** Why it is left, or could not be looked for; the tracker's answer among it. */
  readonly why?: string;
}

/** What a sweep tells, for people and for machines. */
export interface SweepReport {
  readonly tracker: string;
  readonly rows: readonly SweptRow[];
  readonly foreign: readonly Foreign[];
  readonly leftAlone: readonly LeftAlone[];
  readonly notes: readonly string[];
  /** What could not be looked for, so that something may be left of it. */
  readonly unseen: readonly string[];
  /** How many rows are still on the tracker. */
  readonly remaining: number;
}

/** @param outcomes what became of what was found; undefined if it was only looked for */
export function sweepReport(tracker: string, found: Found, outcomes: readonly Outcome[] | undefined): SweepReport {
  const acted = outcomes !== undefined;
  const all = outcomes ?? found.items.map((item) => ({ found: item, left: item.problem, foreign: item.foreign }));
  const rows = all.filter(({ foreign }) => foreign === undefined).flatMap((outcome) => rowsOf(outcome, acted));
  const others = all.flatMap(({ found: { item }, foreign }) =>
    foreign === undefined ? [] : [{ ...namesOf(item), why: foreign }],
  );
  const { leftAlone, notes, unseen } = found;
  const remaining = rows.filter(({ outcome }) => outcome !== 'deleted').length;
  return { tracker, rows, foreign: [...others, ...found.foreign], leftAlone, notes, unseen, remaining };
}

function rowsOf({ found, left: why }: Outcome, acted: boolean): SweptRow[] {
  const { run, at, item, file } = found;
  const toldBy = file === undefined ? 'mark' : 'ledger';
  const outcome = !acted ? 'listed' : why === undefined ? 'deleted' : 'left';
  const row = { run, at: new Date(at).toISOString(), toldBy, kind: item.kind, outcome, ...(why && { why }) } as const;
  if (found.left.length > 0) return found.left.map((leftover) => ({ ...row, ...leftover }));
  // Nothing of it was there: that is worth a line only if it could not be seen.
  return why === undefined ? [] : [{ ...row, ...namesOf(item), would: 'look for it' }];
}

/** An item by what its ledger says of it. */
function namesOf(item: FoundItem['item']): { what: string; where: string } {
  if (item.kind === 'issues') return { what: `issues of ${item.call}`, where: item.projects.join(', ') };
  return { what: `${item.kind} ${item.what}`, where: item.what };
}
