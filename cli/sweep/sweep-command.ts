import { writeAge } from '../../fixtures/cleanup/sweep/age.js';

/** The options of a sweep that say what it is about. */
export interface SweepChoice {
  readonly olderThan: number;
  readonly settle: number;
  readonly ledger?: string;
}

/** What holds if an option is left out, in milliseconds. */
export const sweepDefaults = { olderThan: 3_600_000, settle: 15_000 } as const;

/** The command that takes back what a sweep with these options lists, as one types it. */
export function sweepCommand({ olderThan, settle, ledger }: SweepChoice): string {
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
