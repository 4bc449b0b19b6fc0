import { test as base } from '../../../fixtures/index.js';
import { provideScene } from './scene.js';
import type { Scene } from './scene.js';
import { Watch } from './watch.js';

/** `test` with a scene, a plan with a case of each of two templates, and a watch over it. */
export const test = base.extend<{ scene: Scene; watch: Watch }>({
  scene: [
    async ({ testProjects, testCaseTemplates, testPlans }, use) => {
      await use(await provideScene({ testProjects, testCaseTemplates, testPlans }));
    },
    { box: true },
  ],
  watch: [({ tracker, scene }, use) => use(new Watch(tracker, scene)), { box: true }],
});
