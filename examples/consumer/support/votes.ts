import { defineEndpoints, defineRules, z } from 'tracker-e2e';
import { browsableIssue, json, customRows } from 'tracker-e2e/fake';
import type { HandlersOf } from 'tracker-e2e/fake';

/** The endpoint by which a user votes for an issue. */
export const voteEndpoints = defineEndpoints(
  { name: 'votes', basePath: '/rest/votes/1.0' },
  {
    vote: {
      method: 'POST',
      path: '/issue/{issueIdOrKey}/vote',
      response: z.strictObject({ votes: z.int() }),
      section: 'Votes',
      rules: ['VO-01'],
      changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }],
    },
  },
);

/** What voting promises. */
export const voteRules = defineRules('Votes', {
  'VO-01': ['own', 'Votes, rule 1', 'Each user has one vote for an issue, however often it is given.'],
});

const voters = customRows<readonly string[]>('votes');

/** How the fake counts votes. */
export const voteHandlers: HandlersOf<typeof voteEndpoints> = {
  vote: (call) => {
    const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
    const names = [...new Set([...(voters.get(call.state, issue.key) ?? []), call.caller?.name ?? 'nobody'])];
    voters.set(call.state, issue.key, names);
    return json({ votes: names.length });
  },
};
