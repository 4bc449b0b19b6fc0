import type { RunTarget } from '../../../contracts/index.js';
import type { ApiResponse } from '../../../fixtures/index.js';

/** Where the API may start by the previous URL pattern (TM-N01). */
export const previousBasePaths = ['/rest/tms/1.0', '/rest/tms/latest', '/rest/tms/1', '/rest/tms', '/rest/tms/api/1.0'];

/**
 * Whether a tracker has to be taken to have another previous URL pattern than is assumed: it did not answer there. The
 * bundled fake has the one that is assumed.
 */
export function isElsewhere({ ok }: ApiResponse, { kind }: RunTarget): boolean {
  return kind === 'tracker' && !ok;
}
