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
});
