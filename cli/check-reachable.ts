import { trackerUnreachableReason } from '../fixtures/target/tracker-unreachable-reason.js';
import type { Settings } from '../fixtures/index.js';
import { exitCodes } from '../reports/exit-codes.js';
import { UsageError } from './usage-error.js';

/** @throws UsageError where the tracker of the settings does not answer, or does not let the user in */
export async function checkReachable(settings: Settings): Promise<void> {
  const reason = await trackerUnreachableReason(settings);
  if (reason !== undefined) throw new UsageError(reason, exitCodes.trackerUnreachable);
}
