import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('listByProjectAndTemplate'), () => {
  test(
    'lists exactly the entries of both, among neighbours in either, by key what it lists by id',
    covers('DT-03'),
    async ({ defaultTemplates, projects, build, provideAmong }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 2 });
      const body = build.defaults.issueTypes(project, project.issueTypes).build();
      const rest = build.defaults.issueTypes(neighbour, neighbour.issueTypes).build();
      const { template, made } = await provideAmong({ wanted: body, rest, ofOther: body });

      const byId = { projectIdOrKey: project.id, templateId: template.id };
      const answers = [
        await defaultTemplates.listByProjectAndTemplate(byId),
        await defaultTemplates.listByProjectAndTemplate({ ...byId, projectIdOrKey: project.key }),
      ];

      for (const answer of answers) expect(answer).toHoldEntries(made);
      expect(made).toHaveLength(2);
    },
  );

  test(
    'lists issue-type and request-type entries of a service desk together',
    covers('DT-03', 'DT-05', 'DT-06', 'DT-07'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 2, requestTypes: 2 });
      const regular = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const inDesk = await entries.provideIfTaken(template, build.defaults.issueTypes(desk, desk.issueTypes).build());
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
      expect(response.data.filter(({ serviceDesk }) => !serviceDesk)).toHaveLength(inDesk.length);
    },
  );
});
