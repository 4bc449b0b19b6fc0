import type { Assumptions } from '../../../fixtures/index.js';
import { keysOf } from '../../support/json.js';

/** The answer to AD-N04. */
type Ways = Assumptions['AD-N04'];

/** The ways of passing several values that work, those that are assumed first. */
export function waysThatWork(works: { readonly [Way in Ways[number]]: boolean }, assumed: Ways): Ways {
  const all = [...new Set([...assumed, ...keysOf(works)])];
  return all.filter((way) => works[way]);
}
