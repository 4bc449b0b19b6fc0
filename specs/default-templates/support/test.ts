import { test as base } from '../../../fixtures/index.js';
import { provideScene } from './scene.js';
import type { Scene } from './scene.js';

/** `test` with a scene: one template that is the default of an issue type and of a request type. */
export const test = base.extend<{ scene: Scene }>({
  scene: [
    async ({ projects, templates, entries, build, reuse }, use) => {
      const scene = await reuse('scene', () => provideScene({ projects, templates, entries, build }));
      for (const { project, template } of Object.values(scene)) {
        entries.watchProject(project);
        entries.watchTemplate(template);
      }
      await use(scene);
    },
    { box: 'self' },
  ],
});
