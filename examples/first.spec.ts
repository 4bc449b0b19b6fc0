import { covers, describeEndpoint, expect, test } from 'tracker-e2e';

const [title, details] = describeEndpoint('listByProject');

test.describe(title, details, () => {
  test(
    'lists what was assigned',
    covers('DT-01'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const assigned = await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());

      const response = await defaultTemplates.listByProject({ projectIdOrKey: project.key });

      expect(response).toHoldEntries(assigned);
    },
  );
});
