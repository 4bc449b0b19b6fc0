import type { ApiResponse } from '../../../fixtures/index.js';
import { answeredEntries } from './answered-entries.js';

/** How many entries an answer holds; none if the call was refused. */
export function selectedCount(response: ApiResponse): number {
  return response.ok ? answeredEntries(response.json).length : 0;
}
