import type { Assumptions } from '../../../contracts/index.js';

/** The largest page that is asked for if all of a list is wanted. */
const LARGE = 500;

/** The size of a page that holds as much as a tracker gives at once, and no more than is sensible (AD-N06). */
export function largestPage({ 'AD-N06': { maximum } }: Assumptions): string {
  return String(Math.min(LARGE, maximum));
}
