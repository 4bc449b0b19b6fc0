import type { Entry, Issue } from '../../../fixtures/index.js';

/**
 * The summary of a request that no template of the test's own fills in: what the caller wrote, or in a desk if others
 * have defaults, which may fill it in, the one of a request before.
 */
export function untouchedSummary(written: string, before: Issue, defaults: readonly Entry[]): unknown {
  return defaults.length === 0 ? written : before.fields['summary'];
}
