import { coversWith, describeEndpoint, expect, test as base } from 'tracker-e2e';
import type { ApiClient } from 'tracker-e2e';
import { voteEndpoints, voteRules } from '../support/votes.js';

const covers = coversWith(voteRules);

const test = base.extend<{ votes: ApiClient<typeof voteEndpoints> }>({
  votes: ({ clientFor }, use) => use(clientFor(voteEndpoints)),
});

const [title, details] = describeEndpoint(voteEndpoints.vote);

test.describe(title, details, () => {
  test('counts a user once', covers('VO-01'), async ({ votes, trackerApi, projects, build }) => {
    const project = await projects.provide({ issueTypes: 1 });
    const body = build.issue.in(project, project.issueTypes[0]).build();
    const { key } = (await trackerApi.createIssue({ body })).data;

    await votes.vote({ issueIdOrKey: key });
    const again = await votes.vote({ issueIdOrKey: key });

    expect(again).toFitContract();
    expect(again.data.votes).toBe(1);
  });
});
