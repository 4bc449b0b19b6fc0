import { nearest } from '../../contracts/index.js';

/** Those of some names that another may have meant: alike but for case, blanks and marks, or a few letters away. */
function nearMisses(wanted: string, names: readonly string[]): string[] {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const same = names.filter((name) => plain(name) === plain(wanted));
  const longer = names.filter((name) => plain(name).includes(plain(wanted)));
  const [alike = []] = [same, longer].filter((list) => list.length > 0);
  return alike.length > 0 ? alike.slice(0, 3) : nearest(wanted, names);
}

/** The near misses as the end of a sentence; empty if there are none. */
export function didYouMean(wanted: string, names: readonly string[]): string {
  const near = nearMisses(wanted, names);
  return near.length === 0 ? '' : `; is it ${near.map((name) => `"${name}"`).join(' or ')}?`;
}
