import { covers, describeEndpoint, expect, skipAsUnavailable, test } from '../../fixtures/index.js';
import { NONE_IN_DESKS, provideInDesk } from './support/desk-issue-types.js';

test.describe(...describeEndpoint('listByProjectAndTemplate'), () => {
  test(
    'lists exactly the entries of both, among neighbours in either',
    covers('DT-03'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const other = await templates.provide();
      const types = project.issueTypes;
      const inBoth = build.defaults.issueTypes(project, types).issueTypes(neighbour, neighbour.issueTypes).build();
      await entries.assign(other, build.defaults.issueTypes(project, types).build());
      const made = await entries.provide(template, inBoth);

      const response = await defaultTemplates.listByProjectAndTemplate({
        projectIdOrKey: project.id,
        templateId: template.id,
      });

      expect(response).toHoldEntries(made.filter(({ projectId }) => projectId === project.id));
      expect(response.data).toHaveLength(2);
    },
  );

  test(
    'lists by key what it lists by id',
    covers('DT-03'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const body = build.defaults.issueTypes(project, project.issueTypes).build();
      await entries.assign(other, body);
      const made = await entries.provide(template, body);
      await entries.assign(template, build.defaults.issueTypes(neighbour, neighbour.issueTypes).build());

      const [byId, byKey] = [
        await defaultTemplates.listByProjectAndTemplate({ projectIdOrKey: project.id, templateId: template.id }),
        await defaultTemplates.listByProjectAndTemplate({ projectIdOrKey: project.key, templateId: template.id }),
      ];

      expect(byId).toHoldEntries(made);
      expect(byKey).toHoldEntries(made);
    },
  );

  test(
    'lists issue-type and request-type entries of a service desk together',
    covers('DT-03', 'DT-05', 'DT-06', 'DT-07'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 2, requestTypes: 2 });
      const regular = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const inDesk = await provideInDesk(entries, template, build.defaults.issueTypes(desk, desk.issueTypes).build());
      skipAsUnavailable(inDesk.length === 0, NONE_IN_DESKS);
      const body = build.defaults
        .requestTypes(desk, [desk.requestTypes[0]])
        .issueTypes(regular, regular.issueTypes)
        .build();
      const made = [...inDesk, ...(await entries.provide(template, body))];

      const response = await defaultTemplates.listByProjectAndTemplate({
        projectIdOrKey: desk.key,
        templateId: template.id,
      });

      expect(response).toHoldEntries(made.filter(({ projectId }) => projectId === desk.id));
      expect(response.data.filter(({ serviceDesk }) => serviceDesk)).toHaveLength(1);
      expect(response.data.filter(({ serviceDesk }) => !serviceDesk)).toHaveLength(2);
    },
  );

  test(
    'lists nothing if the template is the default of another project only',
    covers('DT-03'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide();
      const neighbour = await projects.provide();
      const template = await templates.provide();
      await entries.assign(template, build.defaults.issueTypes(neighbour, neighbour.issueTypes).build());

      const response = await defaultTemplates.listByProjectAndTemplate({
        projectIdOrKey: project.id,
        templateId: template.id,
      });

      expect(response).toHoldEntries([]);
    },
  );
});
