import type { Call } from '../../server/call.js';

/** Moves the time an issue was last updated to now. */
export function touchIssue({ state, clock }: Pick<Call, 'state' | 'clock'>, issueId: number): void {
  const issue = state.tables.issues.get(issueId);
  if (issue !== undefined) state.tables.issues.set({ ...issue, updated: clock.now() });
}
