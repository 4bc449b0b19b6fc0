import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';

/** More reasons than these are not told: they repeat each other. */
const MOST = 3;

/**
 * Why nothing is known of a setting, or of a property of it, by what became of its tests: what failed comes first, then
 * what could not be told, then what was skipped.
 */
export function whyNotObserved(id: AssumedRuleId, tests: readonly FinishedTest[], part: string | undefined): string {
  if (tests.length === 0) return 'No test of it ran.';
  const reasons = [
    ...tests.flatMap(({ status, title, error }) =>
      status === 'failed' ? [`“${title}” failed: ${firstLine(error) ?? 'it says nothing more.'}`] : [],
    ),
    ...tests.flatMap(({ unclear = [] }) =>
      unclear.flatMap((one) => (one.rule === id && (one.part ?? part) === part ? [one.reason] : [])),
    ),
    ...tests.flatMap(({ reason }) => reason ?? []),
  ];
  const distinct = [...new Set(reasons)];
  if (distinct.length === 0) return 'No test saw it.';
  const more = distinct.length - MOST;
  return [...distinct.slice(0, MOST), ...(more > 0 ? [`(and ${more} more)`] : [])].join(' ');
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split('\n', 1)[0];
}
