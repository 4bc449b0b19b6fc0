import type { ApiResponse, TestFixtures } from '../../../fixtures/index.js';
import { firstThatWorks } from '../../support/attempts.js';
import { findOnce } from '../../support/find-once.js';
import { allCalls } from './calls.js';
import type { Api } from './calls.js';
import type { Scene } from './scene.js';
import { test as base } from './scene.js';

/** The base paths that the API may have by the previous URL pattern (TM-N01). */
const previousBasePaths = ['/rest/tms/1.0', '/rest/tms/latest', '/rest/tms/1', '/rest/tms', '/rest/tms/api/1.0'];

/** A base path under which no tracker serves anything. */
const NOWHERE = '/rest/tracker-e2e-nowhere/1.0';

interface Finders extends Pick<TestFixtures, 'assumptions' | 'build' | 'previousTestManagement' | 'tracker'> {
  readonly scene: Scene;
}

interface Previous {
  /** The base path that answers like the API; undefined if none does that was tried. */
  readonly basePath: string | undefined;
  /** Whether nothing is served under the assumed base path. */
  readonly isElsewhere: boolean;
  /** The base paths that were tried, with the status of their answers. */
  readonly tried: readonly string[];
}

/**
 * Finds the previous URL pattern. It is another one than the assumed if nothing is served there. A tracker that is known
 * to answer as it is assumed to has the assumed pattern.
 */
export async function findPrevious(finders: Finders): Promise<Previous> {
  const { scene, tracker, assumptions, previousTestManagement } = finders;
  const assumed = assumptions['TM-N01'];
  const tried: string[] = [];
  const answers = async (basePath: string) => {
    const request = { testPlanKey: scene.plan.key };
    const { problems, status } = await previousTestManagement(basePath).listTestCaseIds(request);
    tried.push(`${basePath} (${status})`);
    return { status, fits: problems.length === 0 };
  };
  const first = await answers(assumed);
  if (first.fits) return { basePath: assumed, isElsewhere: false, tried };
  if (tracker.answersAsAssumed || first.status !== 404 || !(await isNothingAt(assumed, finders))) {
    return { basePath: undefined, isElsewhere: false, tried };
  }
  const basePath = await firstThatWorks(previousBasePaths, async (other) => (await answers(other)).fits);
  return { basePath, isElsewhere: true, tried };
}

/** Whether every call about something unknown is answered as under a path that surely does not exist, not by the API. */
async function isNothingAt(basePath: string, { scene, previousTestManagement, build }: Finders): Promise<boolean> {
  const unknown = { ...scene, plan: { key: `${build.unusedKey()}-1` }, testCase: { id: build.unusedId() } };
  const calls = [
    // The plan that is there shows lists which are served and answer nothing of an unknown one.
    (api: Api): Promise<ApiResponse> => api.listTestCaseIds({ testPlanKey: scene.plan.key }),
    ...allCalls.map((call) => (api: Api) => call.send(api, unknown)),
  ];
  for (const send of calls) {
    const there = comparable(await send(previousTestManagement(basePath)), basePath);
    if (there !== comparable(await send(previousTestManagement(NOWHERE)), NOWHERE)) return false;
  }
  return true;
}

/** An answer as text, without what differs from call to call anyway: the path, and numbers such as times and ids. */
function comparable({ status, exchange }: ApiResponse, basePath: string): string {
  return `${status} ${exchange.responseBody.replaceAll(basePath, '{path}').replaceAll(/\d+/g, '#')}`;
}

/** `test` with the client of the previous URL pattern if it is found (TM-N01); without one the test is skipped. */
export const test = base.extend({
  previousApi: async ({ previousTestManagement, scene, tracker, assumptions, build }, use) => {
    if (tracker.answersAsAssumed) return use(previousTestManagement());
    const finders = { previousTestManagement, scene, tracker, assumptions, build };
    const { basePath, isElsewhere, tried } = await findOnce(tracker, 'TM-N01', () => findPrevious(finders));
    const reason = `The previous URL pattern is none of those that were tried (TM-N01): ${tried.join(', ')}.`;
    // Not as unavailable: a tracker without the pattern breaks the document.
    base.skip(basePath === undefined && isElsewhere, reason);
    await use(previousTestManagement(basePath));
  },
});
