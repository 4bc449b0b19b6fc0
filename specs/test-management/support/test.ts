import { test as base } from '../../../fixtures/index.js';
import { provideFilledTests } from './filled-tests.js';
import type { FilledTests } from './filled-tests.js';
import { isReadBack, skipUnlessReadBack } from './is-read-back.js';
import type { ExecutionPart } from './is-read-back.js';
import { elsewhere } from './previous-base-paths.js';
import type { IsElsewhere } from './previous-base-paths.js';
import { provideScene } from './scene.js';
import type { Scene } from './scene.js';

/** `test` with a scene, a plan with a case of each of two templates. */
export const test = base.extend<{
  scene: Scene;
  /** A template and a case with a value in every field. */
  filled: FilledTests;
  isElsewhere: IsElsewhere;
  /** Skips the test unless steps are read back with a part, so that it can see what becomes of it; not for no part. */
  needsReadBack: (part: ExecutionPart | undefined) => Promise<void>;
}>({
  scene: [
    async ({ testProjects, testCaseTemplates, testPlans }, use) => {
      await use(await provideScene({ testProjects, testCaseTemplates, testPlans }));
    },
    { box: 'self' },
  ],
  filled: [
    async ({ testProjects, testCaseTemplates, testPlans, issues, build, assumptions }, use) => {
      await use(await provideFilledTests({ testProjects, testCaseTemplates, testPlans, issues, build, assumptions }));
    },
    { box: 'self' },
  ],
  needsReadBack: [
    ({ tracker, assumptions, stepsTables, scene }, use) =>
      use(async (part) => {
        if (part === undefined) return;
        const isShown = await isReadBack(part, { tracker, assumptions, stepsTables, scene });
        skipUnlessReadBack(part, isShown, assumptions);
      }),
    { box: true },
  ],
  isElsewhere: [
    ({ scene, tracker, assumptions, testManagementAt, build }, use) =>
      use(elsewhere({ scene, tracker, assumptions, testManagementAt, build })),
    { box: true },
  ],
});
