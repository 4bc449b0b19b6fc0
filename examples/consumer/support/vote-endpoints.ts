import { defineEndpoints } from 'tracker-e2e';
import { z } from 'zod';

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
