import { covers, expect, test } from 'tracker-e2e';

test(
  'a spec needs nothing but Node',
  covers('DT-01'),
  async ({ defaultTemplates, projects, templates, entries, build }) => {
    const project = await projects.provide({ issueTypes: 1 });
    const template = await templates.provide();
    const assigned = await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());

    const response = await defaultTemplates.listByProject({ projectIdOrKey: project.key });

    expect(response).toHoldEntries(assigned);
  },
);
