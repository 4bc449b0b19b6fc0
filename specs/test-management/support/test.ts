import { test as base } from '../../../fixtures/index.js';
import { provideFilledTests, provideScene } from './scene.js';
import type { FilledTests, Scene } from './scene.js';
import { planCopier } from './copies.js';
import type { CopyPlan } from './copies.js';
import { skipUnlessShown } from './shown-parts.js';
import type { ExecutionPart } from './shown-parts.js';

/** `test` with a scene, a plan with a case of each of two templates. */
export const test = base.extend<{
  scene: Scene;
  /** A template and a case with a value in every field. */
  filled: FilledTests;
  /** Skips the test unless steps are read back with these parts, so that it can see what becomes of them. */
  needsShown: (...parts: readonly ExecutionPart[]) => Promise<void>;
  /** Copies a plan, and finds the copies. */
  copyPlan: CopyPlan;
}>({
  scene: [
    async ({ testProjects, testCaseTemplates, testPlans }, use) => {
      await use(await provideScene({ testProjects, testCaseTemplates, testPlans }));
    },
    { box: 'self' },
  ],
  filled: [
    async ({ testProjects, testCaseTemplates, testPlans, issues, tracker, build, assumptions }, use) => {
      const fixtures = { testProjects, testCaseTemplates, testPlans, issues, tracker, build, assumptions };
      await use(await provideFilledTests(fixtures));
    },
    { box: 'self' },
  ],
  needsShown: [
    ({ tracker, stepsTables, scene, testManagement, testCaseTemplates, testPlans }, use) =>
      use((...parts) =>
        skipUnlessShown(parts, { tracker, stepsTables, testManagement, testCaseTemplates, testPlans, ...scene }),
      ),
    { box: true },
  ],
  copyPlan: [
    ({ issues, tracker, assumptions, testManagement, testPlans }, use) =>
      use(planCopier({ issues, tracker, assumptions, testManagement, testPlans })),
    { box: true },
  ],
});
