import type { Explanation } from '../../fixtures/outage/explain-failure.js';

/**
 * What a check can say.
 *
 * - `ok`: it is as a run needs it
 * - `missing`: it is not, and tests will fail or be skipped for it
 * - `warning`: a run can do with it, and somebody should know
 * - `not checked`: it could not be looked at, because of something else that is missing
 */
export type FindingState = 'ok' | 'missing' | 'warning' | 'not checked';

/** One line of the report. */
export interface Finding {
  readonly state: FindingState;
  /** What was seen. */
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** Something that is as it should be. */
export function ok(text: string): Finding {
  return { state: 'ok', text };
}

/** Something that is not as a run needs it, as a run itself would explain it. */
export function missingAs({ text, remedy }: Explanation): Finding {
  return missing(text, remedy);
}

/** Something that is not as a run needs it. */
export function missing(text: string, remedy: string): Finding {
  return { state: 'missing', text, remedy };
}

/** Something that a run can do with. */
export function warning(text: string, remedy: string): Finding {
  return { state: 'warning', text, remedy };
}

/** Something that could not be looked at. */
export function notChecked(text: string): Finding {
  return { state: 'not checked', text };
}
