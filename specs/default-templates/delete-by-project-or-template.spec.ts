import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('deleteByProject'), () => {
  test(
    'removes all entries of the project named by id, with their stored screens, and nothing else',
    covers('DT-23', 'DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build, storeScreens }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [issueTypes, requestTypes] = [desk.issueTypes, desk.requestTypes];
      await entries.assign(other, build.defaults.requestTypes(desk, requestTypes).build());
      await entries.assign(template, build.defaults.requestTypes(desk, [requestTypes[0]]).build());
      await entries.assignIfTaken(template, build.defaults.issueTypes(desk, issueTypes).build());
      await storeScreens(desk);
      const ofTemplate = await entries.of(template);
      const ofOther = await entries.of(other);
      await entries.assign(template, build.defaults.issueTypes(neighbour, neighbour.issueTypes).build());

      const changes = await entries.changesBy(() => defaultTemplates.deleteByProject({ projectIdOrKey: desk.id }));

      expect(changes).toHaveChangedOnly({ removed: [...ofTemplate, ...ofOther] });
      failsFor('DT-29');
      expect(changes.response.data.removed).toBe(ofTemplate.length + ofOther.length);
      expect(changes.response).toHoldEntries([...ofTemplate, ...ofOther]);
    },
  );

  test(
    'removes all entries of the project named by key, and nothing else',
    covers('DT-23', 'DT-29'),
    async ({ defaultTemplates, projects, entries, build, provideAmong }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const wanted = build.defaults.issueTypes(project, project.issueTypes).build();
      const rest = build.defaults.issueTypes(neighbour, neighbour.issueTypes).build();
      const { made } = await provideAmong({ wanted, rest });

      const changes = await entries.changesBy(() => defaultTemplates.deleteByProject({ projectIdOrKey: project.key }));

      expect(changes).toHaveChangedOnly({ removed: made });
      failsFor('DT-29');
      expect(changes.response.data.removed).toBe(made.length);
      expect(changes.response).toHoldEntries(made);
    },
  );
});

test.describe(...describeEndpoint('deleteByProjectAndTemplate'), () => {
  test(
    'removes just the entries of both, the project named by id',
    covers('DT-24', 'DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 3 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const inDesk = build.defaults.requestTypes(desk, desk.requestTypes.slice(0, 2)).build();
      const ofIssueTypes = build.defaults.issueTypes(desk, desk.issueTypes).build();
      await entries.assign(other, build.defaults.requestTypes(desk, desk.requestTypes).build());
      const made = [
        ...(await entries.provide(template, inDesk)),
        ...(await entries.provideIfTaken(template, ofIssueTypes)),
      ];
      await entries.assign(template, build.defaults.issueTypes(neighbour, neighbour.issueTypes).build());

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectAndTemplate({ projectIdOrKey: desk.id, templateId: template.id }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      failsFor('DT-29');
      expect(changes.response.data.removed).toBe(made.length);
      expect(changes.response).toHoldEntries(made);
    },
  );

  test(
    'removes just the entries of both, the project named by key',
    covers('DT-24'),
    async ({ defaultTemplates, projects, entries, build, provideAmong }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const { template, made } = await provideAmong({
        wanted: build.defaults.issueTypes(project, [project.issueTypes[0]]).build(),
        ofOther: build.defaults.issueTypes(project, project.issueTypes).build(),
      });

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectAndTemplate({ projectIdOrKey: project.key, templateId: template.id }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.removed).toHaveLength(1);
    },
  );
});

test.describe(...describeEndpoint('deleteByTemplate'), () => {
  test(
    "removes the template's entries in all projects, and nothing else",
    covers('DT-22', 'DT-29'),
    async ({ defaultTemplates, projects, entries, build, provideAmong }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ requestTypes: 1 });
      const [wanted] = regular.issueTypes;
      const { template, made } = await provideAmong({
        wanted: build.defaults.issueTypes(regular, [wanted]).byKey().requestTypes(desk, desk.requestTypes).build(),
        ofOther: build.defaults.issueTypes(regular, regular.issueTypes).requestTypes(desk, desk.requestTypes).build(),
      });

      const changes = await entries.changesBy(() => defaultTemplates.deleteByTemplate({ templateId: template.id }));

      expect(changes).toHaveChangedOnly({ removed: made });
      failsFor('DT-29');
      expect(changes.response.data.removed).toBe(2);
      expect(changes.response).toHoldEntries(made);
    },
  );
});
