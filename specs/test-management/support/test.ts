import { test as base } from '../../../fixtures/index.js';
import { isReadBack } from './is-read-back.js';
import type { ExecutionPart } from './is-read-back.js';
import { provideScene } from './scene.js';
import type { Scene } from './scene.js';
import { Watch } from './watch.js';

/** `test` with a scene, a plan with a case of each of two templates, and a watch over it. */
export const test = base.extend<{
  scene: Scene;
  watch: Watch;
  /** Whether steps are read back with a part, so that a test can see what becomes of it; so it is of no part. */
  isShown: (part: ExecutionPart | undefined) => Promise<boolean>;
}>({
  scene: [
    async ({ testProjects, testCaseTemplates, testPlans }, use) => {
      await use(await provideScene({ testProjects, testCaseTemplates, testPlans }));
    },
    { box: true },
  ],
  isShown: [
    ({ target, assumptions, stepsTables, scene }, use) =>
      use((part) =>
        part === undefined ? Promise.resolve(true) : isReadBack(part, { target, assumptions, stepsTables, scene }),
      ),
    { box: true },
  ],
  watch: [({ tracker, scene }, use) => use(new Watch(tracker, scene)), { box: true }],
});
