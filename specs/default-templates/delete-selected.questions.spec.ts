import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { firstThatWorks } from '../support/attempts.js';
import { provideProbe, removalPlaces, test } from './support/removal-places.js';

test.describe(...describeEndpoint('deleteSelected'), () => {
  test(
    'selects by an item without type lists what it is assumed to',
    covers('DT-N08'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      await entries.assign(template, build.defaults.issueTypes(project, project.issueTypes).build());
      await entries.assign(template, build.defaults.issueTypes(neighbour, neighbour.issueTypes).build());

      const { removed } = await entries.changesBy(() =>
        defaultTemplates.deleteSelected({ templateId: template.id, body: build.defaults.item(project).build() }),
      );

      expect([0, 2]).toContain(removed.length);
      observe('DT-N08', removed.length === 0 ? 'none' : 'all');
    },
  );

  test(
    'is served at the method and path it is assumed to be',
    covers('DT-N11'),
    async ({ defaultTemplatesWith, projects, templates, entries, build, assumptions, observe, tracker }) => {
      const remove = await provideProbe({ defaultTemplatesWith, projects, templates, entries, build, tracker });

      const places = [assumptions['DT-N11'], ...removalPlaces];
      const place = await firstThatWorks(places, async (one) => (await remove(one)).isRight);

      observe.orUnclear('DT-N11', place, 'The removal with a body is at none of the places that were tried.');
    },
  );
});
