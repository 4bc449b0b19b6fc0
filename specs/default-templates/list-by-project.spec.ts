import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('listByProject'), () => {
  test(
    'lists exactly the entries of the project',
    covers('DT-01'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [everywhere, alsoHere] = [
        build.defaults.issueTypes(project, [project.issueTypes[0]]).issueTypes(neighbour, neighbour.issueTypes).build(),
        build.defaults.issueTypes(project, [project.issueTypes[1]]).build(),
      ];
      const ofOther = await entries.provide(other, alsoHere);
      const ofTemplate = await entries.provide(template, everywhere);

      const response = await defaultTemplates.listByProject({ projectIdOrKey: project.id });

      expect(response).toHoldEntries([...ofTemplate, ...ofOther].filter(({ projectId }) => projectId === project.id));
      expect(response.data).toHaveLength(2);
    },
  );

  test(
    'lists every entry of a project that has many of several templates',
    covers('DT-01', 'DT-03'),
    async ({ defaultTemplates, templates, entries, build, provideManyTypes }) => {
      const project = await provideManyTypes();
      const body = build.defaults.issueTypes(project, project.issueTypes).build();
      const several = [await templates.provide(), await templates.provide()];
      for (const template of several) await entries.assign(template, body);
      // A template may take the place of another (DT-N20).
      const lists = several.map(({ id }) => defaultTemplates.listByTemplate({ templateId: id }));
      const ofTemplates = (await Promise.all(lists)).flatMap(({ data }) => data);

      const response = await defaultTemplates.listByProject({ projectIdOrKey: project.id });

      expect(response).toHoldEntries(ofTemplates.filter(({ projectId }) => projectId === project.id));
      expect(response.data).not.toStrictEqual([]);
      failsFor('DT-03');
      const { id: templateId } = at(several, 1);
      const ofBoth = await defaultTemplates.listByProjectAndTemplate({ projectIdOrKey: project.id, templateId });
      expect(ofBoth).toHoldEntries(ofTemplates.filter((entry) => entry.templateId === templateId));
    },
  );

  test(
    'lists by key what it lists by id, and both of a template',
    covers('DT-01', 'DT-02', 'DT-03'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const template = await templates.provide();
      await entries.assign(template, build.defaults.requestTypes(project, project.requestTypes).build());

      const byId = await defaultTemplates.listByProject({ projectIdOrKey: project.id });
      const byKey = await defaultTemplates.listByProject({ projectIdOrKey: project.key });

      failsFor('DT-01');
      expect(byId.data.map(({ templateId, requestTypeId }) => ({ templateId, requestTypeId }))).toStrictEqual(
        expect.arrayContaining(project.requestTypes.map(({ id }) => ({ templateId: template.id, requestTypeId: id }))),
      );
      expect(byId.data).toHaveLength(2);
      failsFor('DT-02');
      expect(byKey).toHoldEntries(byId.data);
      failsFor('DT-03');
      const place = { projectIdOrKey: project.key, templateId: template.id };
      expect(await defaultTemplates.listByProjectAndTemplate(place)).toHoldEntries(byId.data);
    },
  );
});
