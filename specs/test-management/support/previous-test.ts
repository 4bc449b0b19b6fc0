import type { ApiResponse, TestFixtures } from '../../../fixtures/index.js';
import { firstThatWorks } from '../../support/attempts.js';
import { planCalls, stepsCalls } from './calls.js';
import type { Scene } from './scene.js';
import { test as base } from './scene.js';

/** The base paths that the API may have by the previous URL pattern (TM-N01). */
const previousBasePaths = ['/rest/tms/1.0', '/rest/tms/latest', '/rest/tms/1', '/rest/tms', '/rest/tms/api/1.0'];

/** A base path under which no tracker serves anything. */
const NOWHERE = '/rest/tracker-e2e-nowhere/1.0';

interface Finders extends Pick<TestFixtures, 'assumptions' | 'build' | 'previousTestManagement' | 'tracker'> {
  readonly scene: Pick<Scene, 'project' | 'template' | 'plan'>;
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
 * Finds the previous URL pattern. It is another one than the assumed if nothing is served there: the call is not found,
 * and every call about something unknown is answered there as it is under a path that surely does not exist. Every other
 * refusal is an answer of the API. A tracker that is known to answer as it is assumed to has the assumed pattern.
 */
export async function findPrevious({
  scene,
  tracker,
  assumptions,
  previousTestManagement,
  build,
}: Finders): Promise<Previous> {
  const assumed = assumptions['TM-N01'];
  const tried: string[] = [];
  const answers = async (basePath: string) => {
    const { problems, status } = await previousTestManagement(basePath).listTestCaseIds({
      testPlanKey: scene.plan.key,
    });
    tried.push(`${basePath} (${status})`);
    return { status, fits: problems.length === 0 };
  };
  const first = await answers(assumed);
  if (first.fits) return { basePath: assumed, isElsewhere: false, tried };
  if (tracker.answersAsAssumed || first.status !== 404 || !(await isNothing())) {
    return { basePath: undefined, isElsewhere: false, tried };
  }
  const basePath = await firstThatWorks(previousBasePaths, async (other) => (await answers(other)).fits);
  return { basePath, isElsewhere: true, tried };

  async function isNothing(): Promise<boolean> {
    const unknown = { ...scene, plan: { key: `${build.unusedKey()}-1` } };
    const place = { issueId: build.unusedId(), rowIndex: 0 };
    type Api = ReturnType<typeof previousTestManagement>;
    const calls: ((api: Api) => Promise<ApiResponse>)[] = [
      // The plan that is there shows lists which are served and answer nothing of an unknown one.
      (api) => api.listTestCaseIds({ testPlanKey: scene.plan.key }),
      ...planCalls.map(
        ({ send }) =>
          (api: Api) =>
            send(api, unknown),
      ),
      ...stepsCalls.map(
        ({ send }) =>
          (api: Api) =>
            send(api, scene.project, place),
      ),
    ];
    for (const send of calls) {
      const [there, nowhere] = [await answerAt(assumed, send), await answerAt(NOWHERE, send)];
      if (there !== nowhere) return false;
    }
    return true;

    async function answerAt(basePath: string, send: (api: Api) => Promise<ApiResponse>): Promise<string> {
      return comparable(await send(previousTestManagement(basePath)), basePath);
    }
  }
}

/** An answer as text, without what differs from call to call anyway: the path, and numbers such as times and ids. */
function comparable({ status, exchange }: ApiResponse, basePath: string): string {
  return `${status} ${exchange.responseBody.replaceAll(basePath, '{path}').replaceAll(/\d+/g, '#')}`;
}

/** The base path of the previous URL pattern of each tracker: it does not change while tests run. */
const known = new Map<string, Awaited<ReturnType<typeof findPrevious>>>();

/** `test` with the client of the previous URL pattern if it is found (TM-N01); without one the test is skipped. */
export const test = base.extend({
  previousApi: async ({ previousTestManagement, scene, tracker, assumptions, build }, use) => {
    if (tracker.answersAsAssumed) return use(previousTestManagement());
    const given = { previousTestManagement, scene, tracker, assumptions, build };
    const found = known.get(tracker.baseUrl) ?? (await findPrevious(given));
    known.set(tracker.baseUrl, found);
    const { basePath, isElsewhere, tried } = found;
    const reason = `The previous URL pattern is none of those that were tried (TM-N01): ${tried.join(', ')}.`;
    // Not as unavailable: a tracker without the pattern breaks the document.
    base.skip(basePath === undefined && isElsewhere, reason);
    await use(previousTestManagement(basePath));
  },
});
