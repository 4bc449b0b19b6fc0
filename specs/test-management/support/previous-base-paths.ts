import type { ApiResponse, TestFixtures, TestManagementFixtures } from '../../../fixtures/index.js';
import { firstThatWorks } from '../../support/first-that-works.js';
import { planCalls, stepsCalls } from './calls.js';
import type { Api } from './calls.js';
import type { Scene } from './scene.js';

/** The base paths that the API may have by the previous URL pattern (TM-N01). */
const previousBasePaths = ['/rest/tms/1.0', '/rest/tms/latest', '/rest/tms/1', '/rest/tms', '/rest/tms/api/1.0'];

/** Why tests of the previous URL pattern are skipped. */
export const ELSEWHERE = 'The previous URL pattern is not what it is assumed to be (TM-N01).';

/** A base path under which no tracker serves anything. */
const NOWHERE = '/rest/tracker-e2e-nowhere/1.0';

/** Says by the answer to a call whether the previous URL pattern of the tracker differs from the assumed one. */
export type IsElsewhere = (previous: ApiResponse) => Promise<boolean>;

/**
 * The previous URL pattern is another one if nothing is served under the assumed one: the call is not found, and every
 * call about something unknown is answered there as it is under a path that surely does not exist. Every other
 * refusal is an answer of the API. A tracker that is known to answer as it is assumed to has the assumed pattern.
 */
export function elsewhere({
  scene,
  tracker,
  assumptions,
  testManagementAt,
  build,
}: Pick<TestManagementFixtures, 'testManagementAt'> &
  Pick<TestFixtures, 'assumptions' | 'build' | 'tracker'> & {
    readonly scene: Pick<Scene, 'project' | 'template' | 'plan'>;
  }): IsElsewhere {
  return async ({ status }) => {
    if (tracker.answersAsAssumed || status !== 404) return false;
    const plan = { ...scene.plan, key: `${build.unusedKey()}-1` };
    const place = { issueId: build.unusedId(), rowIndex: 0 };
    const calls = [
      // The plan that is there shows lists which are served and answer nothing of an unknown one.
      (api: Api) => api.listTestCaseIds({ testPlanKey: scene.plan.key }),
      ...planCalls.map(
        ({ send }) =>
          (api: Api) =>
            send(api, { ...scene, plan }),
      ),
      ...stepsCalls.map(
        ({ send }) =>
          (api: Api) =>
            send(api, scene.project, place),
      ),
    ];
    for (const call of calls) {
      const [there, nowhere] = [await answerAt(assumptions['TM-N01'], call), await answerAt(NOWHERE, call)];
      if (there !== nowhere) return false;
    }
    return true;
  };

  async function answerAt(basePath: string, call: (api: Api) => Promise<ApiResponse>): Promise<string> {
    return comparable(await call(testManagementAt(basePath)), basePath);
  }
}

/** The place that answers like the API. Undefined if there is none, or the assumed place answers in another way. */
export async function findPrevious(
  assumed: string,
  ask: (basePath: string) => Promise<ApiResponse>,
  isElsewhere: IsElsewhere,
): Promise<string | undefined> {
  const answers = async (basePath: string) => (await ask(basePath)).problems.length === 0;
  const first = await ask(assumed);
  if (first.problems.length === 0) return assumed;
  return (await isElsewhere(first)) ? firstThatWorks(previousBasePaths, answers) : undefined;
}

/** An answer as text, without what differs from call to call anyway: the path, and numbers such as times and ids. */
function comparable({ status, exchange }: ApiResponse, basePath: string): string {
  return `${status} ${exchange.responseBody.replaceAll(basePath, '{path}').replaceAll(/\d+/g, '#')}`;
}
