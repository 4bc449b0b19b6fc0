import { test as base } from '../../../fixtures/index.js';
import { provideScene } from './scene.js';
import type { Scene } from './scene.js';

/** `test` with a scene: one template that is the default of an issue type and of a request type. */
export const test = base.extend<{ scene: Scene }>({
  scene: [
    async ({ projects, templates, entries, build }, use) => {
      await use(await provideScene({ projects, templates, entries, build }));
    },
    { box: 'self' },
  ],
});
