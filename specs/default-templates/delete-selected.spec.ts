import { covers, describeEndpoint, expect, failsFor, usesSandbox } from '../../fixtures/index.js';
import { typeKinds } from './support/scene.js';
import { test } from './support/removal-places.js';

test.describe(...describeEndpoint('deleteSelected'), () => {
  test(
    'removes the listed issue types of a project named by projectId, and nothing else',
    covers('DT-30', 'DT-29'),
    async ({ defaultTemplates, projects, entries, build, provideAmong, provideManyTypes }) => {
      const project = await provideManyTypes();
      const neighbour = await projects.provide({ issueTypesOf: project });
      const [listed, kept] = [project.issueTypes.slice(0, -1), project.issueTypes.slice(-1)];
      const wanted = build.defaults.byId().issueTypes(project, listed).build();
      const rest = build.defaults.issueTypes(project, kept).issueTypes(neighbour, listed.slice(0, 1)).build();
      // Beside types that both templates may have is one that only the other has.
      const ofOther = build.defaults.byId().issueTypes(project, listed).issueTypes(neighbour, listed.slice(1)).build();
      const { template, made } = await provideAmong({ wanted, rest, ofOther });

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteSelected({ templateId: template.id, body: ofOther }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      failsFor('DT-29');
      expect(changes.response.data.removed).toBe(listed.length);
      expect(changes.response).toHoldEntries(made);
    },
  );

  test(
    'removes what either list of an item names',
    covers('DT-30'),
    async ({ defaultTemplates, entries, provideForBothLists }) => {
      const { templateId, made, byKey } = await provideForBothLists();

      const changes = await entries.changesBy(() => defaultTemplates.deleteSelected({ templateId, body: byKey }));

      expect(changes).toHaveChangedOnly({ removed: made });
    },
  );

  for (const { kind, types, other } of typeKinds) {
    test(
      `keeps the entry of ${other} that has the number of a listed ${kind}`,
      usesSandbox(covers('DT-30')),
      async ({ defaultTemplates, entries, build, provideSameNumber }) => {
        const given = await provideSameNumber();
        const { type, made } = given[kind];
        const request = { templateId: given.template.id, body: build.defaults[types](given.desk, [type]).build() };

        const changes = await entries.changesBy(() => defaultTemplates.deleteSelected(request));

        expect(changes).toHaveChangedOnly({ removed: made });
      },
    );
  }

  test(
    'removes what several items name in regular and service-desk projects, each entry once',
    covers('DT-30', 'DT-29'),
    async ({ defaultTemplates, projects, entries, build, provideAmong }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const once = build.defaults.issueTypes(regular, regular.issueTypes).requestTypes(desk, [desk.requestTypes[0]]);
      const overlapping = once.byKey().issueTypes(regular, [regular.issueTypes[1]]).build();
      const { template, made } = await provideAmong({
        wanted: once.build(),
        rest: build.defaults.requestTypes(desk, [desk.requestTypes[1]]).build(),
        restInDesk: build.defaults.issueTypes(desk, desk.issueTypes).build(),
        ofOther: once.build(),
      });

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteSelected({ templateId: template.id, body: overlapping }),
      );

      failsFor('DT-30');
      expect(changes).toHaveChangedOnly({ removed: made });
      failsFor('DT-29');
      expect(changes.response.data.removed).toBe(3);
      expect(changes.response).toHoldEntries(made);
    },
  );
});
