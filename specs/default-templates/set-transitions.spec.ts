import { covers, describeEndpoint, expect, failsFor, skipAsUnavailable } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { at } from '../support/values.js';
import { CREATE, expectSameIds, NO_EXCLUSION_OF_INCLUDED } from './support/stored-screens.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('setTransitions'), () => {
  test(
    'excludes no project by an empty ignoreProjectKeys, and leaves as it was one that is named there',
    covers('DT-33'),
    async ({ defaultTemplates, projects, entries, build, tracker, assignAll }) => {
      const updated = await projects.provide({ issueTypes: 1 });
      const ignored = await projects.provide({ issueTypes: 1 });
      const template = await assignAll(updated, ignored);
      const both = build.bulkTransitions.include(updated, ignored);
      const withEmptyList = both.ignore().build();

      const ignoringNone = await entries.changesBy(() =>
        defaultTemplates.setTransitions({ transitionId: CREATE, body: withEmptyList }),
      );

      expect(withEmptyList.ignoreProjectKeys).toStrictEqual([]);
      expectSameIds(ignoringNone, 'DT-33');
      expect(ignoringNone).toHaveChangedOnly({ changed: await entries.of(template) });
      expect(ignoringNone.changed).toHaveLength(2);

      await tracker.setup.clearTransitions({ body: both.build() });
      const ignoringOne = await entries.changesBy(() =>
        defaultTemplates.setTransitions({ transitionId: CREATE, body: both.ignore(ignored).build() }),
      );

      const changed = ignoringOne.changed.map(({ projectId }) => projectId);
      skipAsUnavailable(!answered(ignoringOne.response).ok || changed.includes(ignored.id), NO_EXCLUSION_OF_INCLUDED);
      failsFor(changed.length === 0 ? 'DT-31' : 'DT-33');
      const now = await entries.of(template);
      expect(ignoringOne).toHaveChangedOnly({ changed: now.filter(({ projectId }) => projectId === updated.id) });
      expect(ignoringOne.response.data.updatedProjects).toStrictEqual([updated.key]);
    },
  );

  test(
    'skips a project that has no entries, or none any more, and names it',
    covers('DT-34'),
    async ({ defaultTemplates, projects, build, tracker, assignAll }) => {
      const used = await projects.provide({ issueTypes: 1 });
      const empty = await projects.provide();
      const emptyDesk = await projects.provide({ requestTypes: 1 });
      const { id: templateId } = await assignAll(used, emptyDesk);
      await tracker.setup.deleteByProjectAndTemplate({ projectIdOrKey: emptyDesk.key, templateId });
      const body = build.bulkTransitions.include(empty, used, emptyDesk).build();

      const { data } = await defaultTemplates.setTransitions({ transitionId: CREATE, body });

      expect(data.skippedProjects.toSorted()).toStrictEqual([empty.key, emptyDesk.key].sort());
      expect(data.updatedProjects).toStrictEqual([used.key]);
    },
  );

  test(
    'stores what every list gives as an array',
    covers('DT-08', 'DT-31'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const assigned = build.defaults.issueTypes(project, project.issueTypes).build();
      await entries.assign(template, assigned);
      const [projectIdOrKey, templateId] = [project.id, template.id];
      const included = build.bulkTransitions.include(project).build();
      await defaultTemplates.setTransitions({ transitionId: CREATE, body: included });

      const lists = [
        await defaultTemplates.listByProject({ projectIdOrKey }),
        await defaultTemplates.listByProjectAndTemplate({ projectIdOrKey, templateId }),
        await defaultTemplates.listByTemplate({ templateId }),
        await defaultTemplates.filterByTemplate({ templateId, body: assigned }),
      ];

      failsFor('DT-08');
      for (const list of lists) expect(list).toFitContract();
      failsFor('DT-31');
      expect(lists.map(({ data }) => at(data, 0).transitions?.length)).toStrictEqual([1, 1, 1, 1]);
    },
  );
});
