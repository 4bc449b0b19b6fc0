import type { FullConfig } from '@playwright/test/reporter';
import type { RunTarget } from '../contracts/report/run.js';
import type { Matrix } from '../contracts/report/matrix.js';
import { formatSelected, formatTotals } from './matrix/format.js';
import { leftReasons } from './status/describe-left.js';

/**
 * What one shard of a run says last: its tracker, that it is not judged, whether the tracker could not be used any more,
 * what it left there, and how many of its tests passed, failed and were skipped.
 */
export function shardLines(
  config: Pick<FullConfig, 'shard' | 'reporter'>,
  target: RunTarget,
  { run, totals }: Pick<Matrix, 'run' | 'totals'>,
): string[] {
  const { current = 1, total = 1 } = config.shard ?? {};
  const hasBlob = config.reporter.some(([name]) => name === 'blob');
  return [
    '',
    `Tracker    ${target.name}`,
    ...(run.selected === undefined ? [] : [`Selected   ${formatSelected(run.selected)}`]),
    `Shard      ${String(current)} of ${String(total)}, which is not judged: \`tracker-e2e merge\` judges the run by all of them`,
    ...(hasBlob ? [] : ['           - It leaves no blob report, so it can not be merged: set TRACKER_REPORTS=blob']),
    ...[...(run.outage === undefined ? [] : [run.outage]), ...leftReasons(run.left)].map(
      (line) => `           - ${line}`,
    ),
    '',
    formatTotals(totals),
  ];
}
