import type { ApiResponse, Assumptions } from '../../../fixtures/index.js';
import { keysOf } from '../../support/json.js';

/** The answer to AD-N01. */
type Schemes = Assumptions['AD-N01'];

/**
 * The login schemes that the API knows, even if it refuses the caller; the assumed ones first (AD-N01). Undefined if
 * the API answers every scheme like a useless login: it may refuse a caller without the permission in the same way.
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
