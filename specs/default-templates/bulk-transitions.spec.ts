import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { bulkCalls } from './support/bulk-calls.js';

for (const call of bulkCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an empty list of skipped projects if it skipped none',
      covers('DT-35', ...call.rules),
      async ({ defaultTemplates, projects, templates, entries, build, tracker }) => {
        const project = await projects.provide();
        const template = await templates.provide();
        await entries.assign(template, build.defaults.issueTypes(project, project.issueTypes).build());

        const body = build.bulkTransitions.include(project).build();
        await call.prepare(tracker, body);

        const response = await call.send(defaultTemplates, body);

        expect(response.json).toMatchObject({
          updatedDefaultTemplates: 1,
          updatedProjects: [project.key],
          skippedProjects: [],
          errorMessages: [],
        });
      },
    );
  });
}
