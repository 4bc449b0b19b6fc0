import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';

test.describe(...describeEndpoint('deleteByTemplate'), () => {
  test(
    "removes the template's entries in all projects, and nothing else",
    covers('DT-22'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ requestTypes: 2 });
      const template = await templates.provide();
      const other = await templates.provide();
      const body = build.defaults
        .issueTypes(regular, regular.issueTypes)
        .byKey()
        .requestTypes(desk, desk.requestTypes)
        .build();
      await entries.assign(other, body);
      const made = await entries.provide(template, body);

      const changes = await entries.changesBy(() => defaultTemplates.deleteByTemplate({ templateId: template.id }));

      expect(made).toHaveLength(4);
      expect(changes).toHaveChangedOnly({ removed: made });
    },
  );

  test(
    'answers how many entries it removed, and which',
    covers('DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ requestTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [mine, others] = regular.issueTypes;
      await entries.assign(other, build.defaults.issueTypes(regular, [others]).build());
      const body = build.defaults.issueTypes(regular, [mine]).requestTypes(desk, desk.requestTypes).build();
      const made = await entries.provide(template, body);

      const changes = await entries.changesBy(() => defaultTemplates.deleteByTemplate({ templateId: template.id }));

      expect(changes.response.data.removed).toBe(2);
      expect(changes.response).toHoldEntries(made);
      expect(changes).toHaveChangedOnly({ removed: made });
    },
  );
});
