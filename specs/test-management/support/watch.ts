import type { ApiResponse, Tracker } from '../../../fixtures/index.js';
import type { Scene } from './scene.js';

/** What the scene holds, and the rest of the tracker where it is the test's own. */
export interface Snapshot {
  readonly testCase: unknown;
  readonly plan: unknown;
  readonly caseIds: readonly number[];
  readonly contents: unknown;
}

/** What a call did to the scene. */
export interface SceneChanges<Data = unknown> {
  readonly response: ApiResponse<Data>;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Looks at a scene before and after a call, with the administrator's eyes. */
export class Watch {
  readonly #tracker: Tracker;
  readonly #scene: Scene;

  constructor(tracker: Tracker, scene: Scene) {
    this.#tracker = tracker;
    this.#scene = scene;
  }

  /** Runs a call and tells what the scene was and is. */
  async changesBy<Data>(call: () => Promise<ApiResponse<Data>>): Promise<SceneChanges<Data>> {
    const before = await this.#look();
    const response = await call();
    return { response, before, after: await this.#look() };
  }

  async #look(): Promise<Snapshot> {
    const { setup } = this.#tracker;
    const { testCase, plan } = this.#scene;
    return {
      testCase: (await setup.getIssue({ issueIdOrKey: testCase.key })).fields,
      plan: (await setup.getIssue({ issueIdOrKey: plan.key })).fields,
      caseIds: await setup.listTestCaseIds({ testPlanKey: plan.key }),
      contents: this.#tracker.contents?.(),
    };
  }
}
