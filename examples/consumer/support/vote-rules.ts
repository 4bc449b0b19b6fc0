import { defineRules } from 'tracker-e2e';

/** What voting promises. */
export const voteRules = defineRules('Votes', {
  'VO-01': ['own', 'Votes, rule 1', 'Each user has one vote for an issue, however often it is given.'],
});
