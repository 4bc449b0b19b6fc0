/**
 * An item of a list that is there by the needs the test stated; a negative index counts from the end.
 *
 * @throws RangeError if it is not there
 */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index);
  if (item === undefined) throw new RangeError(`There is no item ${index} among ${items.length}.`);
  return item;
}
