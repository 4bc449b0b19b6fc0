/** What rows are found by. */
export type Key = number | string;

/** The order of keys. */
export function compareKeys(left: Key, right: Key): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
