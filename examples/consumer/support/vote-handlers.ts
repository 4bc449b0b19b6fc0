import { browsableIssue, json, customRows } from 'tracker-e2e/fake';
import type { HandlersOf } from 'tracker-e2e/fake';
import type { voteEndpoints } from './vote-endpoints.js';

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
