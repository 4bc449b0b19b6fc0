/** How many tests one run of Playwright is given: from some 100,000 on it ends with an overflow of its stack. */
const MOST_TESTS = 20_000;

/**
 * Parts a list, in its order, so that each part makes no more tests than one run can have.
 *
 * @param testsOf how many tests an element makes
 */
export function batchesOf<Element>(elements: readonly Element[], testsOf: (element: Element) => number): Element[][] {
  const batches: Element[][] = [];
  let [batch, tests]: [Element[], number] = [[], 0];
  for (const element of elements) {
    const more = testsOf(element);
    if (batch.length > 0 && tests + more > MOST_TESTS) {
      batches.push(batch);
      [batch, tests] = [[], 0];
    }
    batch.push(element);
    tests += more;
  }
  return batch.length === 0 ? batches : [...batches, batch];
}
