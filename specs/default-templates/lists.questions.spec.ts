import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { selectedCount } from './support/entries.js';

test.describe(...describeEndpoint('filterByTemplate'), () => {
  test(
    'selects by an item without type lists what it is assumed to',
    covers('DT-N08'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const made = await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());
      await entries.assign(template, build.defaults.issueTypes(neighbour, neighbour.issueTypes).build());

      const response = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.item(project).build(),
      });

      expect([0, made.length]).toContain(selectedCount(response));
      observe('DT-N08', selectedCount(response) === 0 ? 'none' : 'all');
    },
  );
});

test.describe(...describeEndpoint('listByProject'), () => {
  test(
    'answers an unknown project as it is assumed to',
    covers('DT-N02'),
    async ({ defaultTemplates, build, observe }) => {
      const byId = await defaultTemplates.listByProject({ projectIdOrKey: build.unusedId() });
      const byKey = await defaultTemplates.listByProject({ projectIdOrKey: build.unusedKey() });

      observe('DT-N02', byId.status);
      observe('DT-N02', byKey.status);
    },
  );
});
