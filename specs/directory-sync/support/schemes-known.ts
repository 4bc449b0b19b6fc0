import type { ApiResponse } from '../../../fixtures/index.js';
import type { Assumptions } from '../../../contracts/index.js';
import { keysOf } from '../../support/json.js';

/** What AD-N01 says. */
type Schemes = Assumptions['AD-N01'];

/** The schemes by which a caller is known, whatever the caller may do; those that are assumed first (AD-N01). */
export function schemesKnown(
  attempts: { readonly [Scheme in Schemes[number]]: ApiResponse },
  assumed: Schemes,
): Schemes {
  const all = [...new Set([...assumed, ...keysOf(attempts)])];
  return all.filter((scheme) => attempts[scheme].status !== 401);
}
