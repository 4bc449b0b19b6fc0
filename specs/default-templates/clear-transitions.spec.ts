import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { assignAll } from './support/assign-all.js';
import { provideInDesk } from './support/desk-issue-types.js';
import { provideSameNumber } from './support/same-number.js';
import { CREATE, NO_EXCLUSION_OF_INCLUDED, transitionsIn } from './support/stored-screens.js';

test.describe(...describeEndpoint('clearTransitions'), () => {
  test(
    'clears the stored screens of every entry of the projects in scope',
    covers('DT-36'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 1 });
      const other = await templates.provide();
      await entries.assign(other, build.defaults.issueTypes(regular, [regular.issueTypes[0]]).build());
      const template = await assignAll({ templates, entries, build }, regular, desk);
      await provideInDesk(entries, template, build.defaults.issueTypes(desk, desk.issueTypes).build());
      const body = build.bulkTransitions.include(regular, desk).build();
      await tracker.setup.setTransitions({ transitionId: CREATE, body });

      const changes = await entries.changesBy(() => defaultTemplates.clearTransitions({ body }));

      const now = [...(await entries.of(template)), ...(await entries.of(other))];
      expect(changes).toHaveChangedOnly({ changed: now });
      expect([...transitionsIn(regular, now), ...transitionsIn(desk, now)].flat()).toEqual([]);
    },
  );

  test(
    'clears the screens of an issue type and of a request type with the same number',
    covers('DT-36'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
      const { desk, template } = await provideSameNumber({ projects, templates, entries, build });
      const body = build.bulkTransitions.include(desk).build();
      await tracker.setup.setTransitions({ transitionId: CREATE, body });

      const changes = await entries.changesBy(() => defaultTemplates.clearTransitions({ body }));

      const now = await entries.of(template);
      expect(changes).toHaveChangedOnly({ changed: now });
      expect(now).toHaveLength(2);
    },
  );

  test(
    'leaves the stored screens of projects outside the scope',
    covers('DT-36'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker, notSeen }) => {
      const included = await projects.provide({ issueTypes: 1 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const ignored = await projects.provide({ issueTypes: 1 });
      const template = await assignAll({ templates, entries, build }, included, neighbour, ignored);
      // The scope of a project in both lists is open (DT-N06), and the same for both calls.
      const inBoth = build.bulkTransitions.include(included, ignored).ignore(ignored).build();
      await defaultTemplates.setTransitions({ transitionId: CREATE, body: inBoth });
      const stored = await entries.of(template);
      const isExcluded = [included, ignored].map((one) => transitionsIn(one, stored).flat().length).join() === '1,0';
      await tracker.setup.setTransitions({
        transitionId: CREATE,
        body: build.bulkTransitions.include(included, neighbour, ignored).build(),
      });

      const changes = await entries.changesBy(() =>
        defaultTemplates.clearTransitions({
          body: isExcluded ? inBoth : build.bulkTransitions.include(included).ignore(ignored).build(),
        }),
      );

      const now = await entries.of(template);
      expect(changes).toHaveChangedOnly({ changed: now.filter(({ projectId }) => projectId === included.id) });
      expect(transitionsIn(included, now)).toEqual([[]]);
      expect(transitionsIn(neighbour, now).flat()).toHaveLength(1);
      expect(transitionsIn(ignored, now).flat()).toHaveLength(1);
      notSeen(!isExcluded, NO_EXCLUSION_OF_INCLUDED);
    },
  );

  test(
    'answers what it cleared and what it skipped, without an error message',
    covers('DT-36', 'DT-35', 'DT-34'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ requestTypes: 1 });
      const empty = await projects.provide();
      await assignAll({ templates, entries, build }, regular, desk);
      const body = build.bulkTransitions.include(regular, desk, empty).build();
      await tracker.setup.setTransitions({ transitionId: CREATE, body });

      const { data } = await defaultTemplates.clearTransitions({ body });

      expect(data.updatedDefaultTemplates).toBe(3);
      expect(data.updatedProjects.toSorted()).toEqual([regular.key, desk.key].sort());
      expect(data.skippedProjects).toEqual([empty.key]);
      expect(data.errorMessages).toEqual([]);
    },
  );

  test(
    'is about regular projects and service desks alike if includeProjectKeys is missing',
    covers('DT-32', 'DT-36'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
      const regular = await projects.provide({ issueTypes: 1 });
      const desk = await projects.provide({ requestTypes: 1 });
      const template = await assignAll({ templates, entries, build }, regular, desk);
      const both = build.bulkTransitions.include(regular, desk).build();
      await tracker.setup.setTransitions({ transitionId: CREATE, body: both });

      const { data } = await defaultTemplates.clearTransitions({ body: build.bulkTransitions.build() });

      const now = await entries.of(template);
      expect(data.updatedProjects).toEqual(expect.arrayContaining([regular.key, desk.key]));
      expect([...transitionsIn(regular, now), ...transitionsIn(desk, now)]).toEqual([[], []]);
    },
  );

  test(
    'is about all projects but the ignored ones if includeProjectKeys is empty',
    covers('DT-32', 'DT-33', 'DT-36'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
      const inScope = await projects.provide({ issueTypes: 1 });
      const ignored = await projects.provide({ issueTypes: 1 });
      const ignoredToo = await projects.provide({ issueTypes: 1 });
      const template = await assignAll({ templates, entries, build }, inScope, ignored, ignoredToo);
      const all = build.bulkTransitions.include(inScope, ignored, ignoredToo).build();
      await tracker.setup.setTransitions({ transitionId: CREATE, body: all });

      const { data } = await defaultTemplates.clearTransitions({
        body: build.bulkTransitions.include().ignore(ignored, ignoredToo).build(),
      });

      const now = await entries.of(template);
      expect(data.updatedProjects).toContain(inScope.key);
      expect(transitionsIn(inScope, now)).toEqual([[]]);
      expect(transitionsIn(ignored, now)).toEqual([[expect.anything()]]);
      expect(transitionsIn(ignoredToo, now)).toEqual([[expect.anything()]]);
    },
  );

  test(
    'excludes no project by an empty ignoreProjectKeys',
    covers('DT-36'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
      const first = await projects.provide({ issueTypes: 1 });
      const second = await projects.provide({ issueTypes: 1 });
      const template = await assignAll({ templates, entries, build }, first, second);
      const body = build.bulkTransitions.include(first, second).ignore().build();
      await tracker.setup.setTransitions({ transitionId: CREATE, body });

      const changes = await entries.changesBy(() => defaultTemplates.clearTransitions({ body }));

      expect(changes).toHaveChangedOnly({ changed: await entries.of(template) });
      expect(changes.changed).toHaveLength(2);
    },
  );

  test(
    'is about all projects if includeProjectKeys is missing',
    covers('DT-32', 'DT-33', 'DT-36'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
      const regular = await projects.provide({ issueTypes: 1 });
      const ignored = await projects.provide({ issueTypes: 1 });
      const empty = await projects.provide();
      const template = await assignAll({ templates, entries, build }, regular, ignored);
      await tracker.setup.setTransitions({
        transitionId: CREATE,
        body: build.bulkTransitions.include(regular, ignored).build(),
      });

      const { data } = await defaultTemplates.clearTransitions({ body: build.bulkTransitions.ignore(ignored).build() });

      const now = await entries.of(template);
      expect(data.updatedProjects).toContain(regular.key);
      expect(data.updatedProjects).not.toContain(ignored.key);
      expect(data.skippedProjects).toContain(empty.key);
      expect(transitionsIn(regular, now)).toEqual([[]]);
      expect(transitionsIn(ignored, now).flat()).toHaveLength(1);
    },
  );

  test(
    'is about all projects if includeProjectKeys is empty',
    covers('DT-32', 'DT-36'),
    async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const template = await assignAll({ templates, entries, build }, project);
      await tracker.setup.setTransitions({
        transitionId: CREATE,
        body: build.bulkTransitions.include(project).build(),
      });

      const { data } = await defaultTemplates.clearTransitions({ body: build.bulkTransitions.include().build() });

      expect(data.updatedProjects).toContain(project.key);
      expect(transitionsIn(project, await entries.of(template))).toEqual([[]]);
    },
  );
});
