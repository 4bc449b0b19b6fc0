import type { Found, FoundItem, LeftAlone, NotOurs } from '../../fixtures/sweep/found.js';
import type { Outcome } from '../../fixtures/sweep/take-back-leftovers.js';

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
  /** `listed` where nothing was to be changed. */
  readonly outcome: 'listed' | 'gone' | 'left';
  /** Why it is left, or could not be looked for; the tracker's answer among it. */
  readonly why?: string;
}

/** What a sweep tells, for people and for machines. */
export interface SweepReport {
  readonly tracker: string;
  readonly rows: readonly SweptRow[];
  readonly notOurs: readonly NotOurs[];
  readonly leftAlone: readonly LeftAlone[];
  readonly notes: readonly string[];
  /** What could not be looked for, so that something may be left of it. */
  readonly unseen: readonly string[];
  /** How many rows are still on the tracker. */
  readonly remaining: number;
}

/** @param outcomes what became of what was found; undefined where it was only looked for */
export function sweepReport(tracker: string, found: Found, outcomes: readonly Outcome[] | undefined): SweepReport {
  const acted = outcomes !== undefined;
  const all = outcomes ?? found.items.map((item) => ({ found: item, left: item.fault, notOurs: item.notOurs }));
  const rows = all.filter(({ notOurs }) => notOurs === undefined).flatMap((outcome) => rowsOf(outcome, acted));
  const others = all.flatMap(({ found: { item }, notOurs }) =>
    notOurs === undefined ? [] : [{ ...namesOf(item), why: notOurs }],
  );
  const { leftAlone, notes, unseen } = found;
  const remaining = rows.filter(({ outcome }) => outcome !== 'gone').length;
  return { tracker, rows, notOurs: [...others, ...found.notOurs], leftAlone, notes, unseen, remaining };
}

function rowsOf({ found, left: why }: Outcome, acted: boolean): SweptRow[] {
  const { run, at, item, file } = found;
  const toldBy = file === undefined ? 'mark' : 'ledger';
  const outcome = !acted ? 'listed' : why === undefined ? 'gone' : 'left';
  const row = { run, at: new Date(at).toISOString(), toldBy, kind: item.kind, outcome, ...(why && { why }) } as const;
  if (found.left.length > 0) return found.left.map((leftover) => ({ ...row, ...leftover }));
  // Nothing of it was there: that is worth a line only where it could not be seen.
  return why === undefined ? [] : [{ ...row, ...namesOf(item), would: 'look for it' }];
}

/** An item by what its ledger says of it. */
function namesOf(item: FoundItem['item']): { what: string; where: string } {
  if (item.kind === 'issues') return { what: `issues of ${item.call}`, where: item.projects.join(', ') };
  return { what: `${item.kind} ${item.what}`, where: item.what };
}
