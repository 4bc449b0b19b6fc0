import type { Suite } from '@playwright/test/reporter';
import type { Selected } from '../../contracts/report/selection.js';

/** What Playwright itself chose by changes, as the words of its command say; undefined if it was not asked to. */
export function selectedByChanges(
  suite: Pick<Suite, 'allTests'>,
  words: readonly string[] = process.argv,
): Selected | undefined {
  const word = words.find((one) => /^--only-changed(=|$)/.test(one));
  return word === undefined ? undefined : { by: word, tests: suite.allTests().length, mayBeNone: true };
}
