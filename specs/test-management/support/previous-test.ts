import { findPrevious } from './previous-base-paths.js';
import { test as base } from './test.js';

/** The base path of the previous URL pattern of each tracker: it does not change while tests run. */
const known = new Map<string, Awaited<ReturnType<typeof findPrevious>>>();

/** `test` with the client of the previous URL pattern where that is found (TM-N01); without one the test is skipped. */
export const test = base.extend({
  previousTestManagement: async (
    { previousTestManagement, testManagementAt, scene, tracker, assumptions, build },
    use,
  ) => {
    if (tracker.answersAsAssumed) return use(previousTestManagement);
    const found =
      known.get(tracker.baseUrl) ?? (await findPrevious({ testManagementAt, scene, tracker, assumptions, build }));
    known.set(tracker.baseUrl, found);
    const { basePath, isElsewhere, tried } = found;
    const reason = `The previous URL pattern is none of those that were tried (TM-N01): ${tried.join(', ')}.`;
    // Not as unavailable: a tracker without the pattern breaks the document.
    base.skip(basePath === undefined && isElsewhere, reason);
    await use(basePath === undefined ? previousTestManagement : testManagementAt(basePath));
  },
});
