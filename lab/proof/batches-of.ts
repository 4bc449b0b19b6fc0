/**
 * Parts a list, in its order, so that each part weighs no more than a limit; an element that weighs more is a part alone.
 *
 * @param weightOf how much an element weighs, such as the tests that it makes
 */
export function batchesOf<Element>(
  elements: readonly Element[],
  weightOf: (element: Element) => number,
  limit: number,
): Element[][] {
  const batches: Element[][] = [];
  let [batch, weight]: [Element[], number] = [[], 0];
  for (const element of elements) {
    const more = weightOf(element);
    if (batch.length > 0 && weight + more > limit) {
      batches.push(batch);
      [batch, weight] = [[], 0];
    }
    batch.push(element);
    weight += more;
  }
  return batch.length === 0 ? batches : [...batches, batch];
}
