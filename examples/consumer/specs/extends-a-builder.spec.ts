import { expect, test } from 'tracker-e2e';
import type { IssueBuilder } from 'tracker-e2e/builders';

/** A custom trait for a builder of the package. */
const urgent = (issue: IssueBuilder) => issue.withFields({ summary: 'Urgent: the door is locked' });

test('an issue can be urgent', async ({ trackerApi, projects, build }) => {
  const project = await projects.provide({ issueTypes: 1 });
  const body = build.issue.in(project, project.issueTypes[0]).with(urgent).build();

  const { key } = (await trackerApi.createIssue({ body })).data;

  const read = await trackerApi.getIssue({ issueIdOrKey: key });
  expect(read).toFitContract();
  expect(read.data.fields['summary']).toBe('Urgent: the door is locked');
});
