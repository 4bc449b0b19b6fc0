import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import { CREATE, NO_EXCLUSION_OF_INCLUDED, transitionsIn } from './support/stored-screens.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('clearTransitions'), () => {
  test(
    'leaves the stored screens of projects outside the scope',
    covers('DT-36'),
    async ({ defaultTemplates, projects, entries, build, notSeen, assignAll, storeScreens }) => {
      const neighbour = await projects.provide({ issueTypes: 1 });
      // If the tracker is the test's own, its key begins with that of the one, and that of the other with it.
      const included = await projects.provide({ issueTypes: 1 });
      const last = await projects.provide({ issueTypes: 1 });
      const ignored = await projects.provide({ issueTypes: 1 });
      const template = await assignAll(included, neighbour, last, ignored);
      // The scope of a project in both lists is open (DT-N06), and the same for both calls.
      const inBoth = build.bulkTransitions.include(included, ignored, neighbour).ignore(ignored, neighbour).build();
      await defaultTemplates.setTransitions({ transitionId: CREATE, body: inBoth });
      const stored = await entries.of(template);
      const counts = [included, ignored, neighbour].map((one) => transitionsIn(one, stored).flat().length);
      const isExcluded = counts.join() === '1,0,0';
      await storeScreens(included, neighbour, last, ignored);

      const changes = await entries.changesBy(() =>
        defaultTemplates.clearTransitions({
          body: isExcluded ? inBoth : build.bulkTransitions.include(included).ignore(ignored).build(),
        }),
      );

      const now = await entries.of(template);
      expect(changes).toHaveChangedOnly({ changed: now.filter(({ projectId }) => projectId === included.id) });
      expect(transitionsIn(included, now)).toStrictEqual([[]]);
      for (const other of [neighbour, last, ignored]) expect(transitionsIn(other, now).flat()).toHaveLength(1);
      failsFor('DT-33');
      notSeen(!isExcluded, NO_EXCLUSION_OF_INCLUDED);
    },
  );

  test(
    'excludes no project by an empty ignoreProjectKeys',
    covers('DT-36'),
    async ({ defaultTemplates, projects, entries, build, assignAll, storeScreens }) => {
      const first = await projects.provide({ issueTypes: 1 });
      const second = await projects.provide({ issueTypes: 1 });
      const template = await assignAll(first, second);
      const body = build.bulkTransitions.include(first, second).ignore().build();
      await storeScreens(first, second);

      const changes = await entries.changesBy(() => defaultTemplates.clearTransitions({ body }));

      expect(changes).toHaveChangedOnly({ changed: await entries.of(template) });
      expect(changes.changed).toHaveLength(2);
    },
  );
});
