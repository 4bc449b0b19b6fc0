import type { ApiResponse } from '../../../fixtures/index.js';
import type { Assumptions } from '../../../contracts/index.js';
import { keysOf } from '../../support/json.js';

/** What AD-N01 says. */
type Schemes = Assumptions['AD-N01'];

/**
 * The schemes by which a caller is known, whatever the caller may do; those that are assumed first (AD-N01). Undefined if
 * all are answered as a useless login is: that may be how the caller is refused for lack of a permission, too.
 */
export function schemesKnown(
  attempts: { readonly [Scheme in Schemes[number]]: ApiResponse },
  useless: ApiResponse,
  assumed: Schemes,
): Schemes | undefined {
  const all = [...new Set([...assumed, ...keysOf(attempts)])];
  const known = all.filter((scheme) => attempts[scheme].status !== useless.status);
  return known.length === 0 ? undefined : known;
}
