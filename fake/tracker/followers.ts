import type { Endpoints, WorldUser } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { required, TrackerError } from '../server/errors.js';
import { followerKey } from '../state/tables.js';
import type { IssueRow } from '../state/tables.js';
import { userByName } from '../state/users.js';
import type { Call, CallOf, SomeHandlers, Reader } from './call.js';
import { callerOf, holdsInProject } from './permissions.js';
import { renderUserByKey, selfUrl } from './render.js';
import type { View } from './render.js';
import { issueOf } from './rows.js';
import type { Located } from './rows.js';

export const followerHandlers = {
  /** `GET /issue/{issueIdOrKey}/watchers`: who watches an issue. */
  listIssueWatchers(call) {
    const { issue } = issueOf(call);
    return json({ ...renderWatches(call, issue), watchers: renderFollowers(call, 'watchers', issue) });
  },
  /** `POST /issue/{issueIdOrKey}/watchers`: makes a user watch an issue; others than the caller need the administrator. */
  watchIssue(call) {
    const { issue, project } = issueOf(call);
    const named = call.body ?? call.query.userName;
    const user = named === undefined ? callerOf(call) : userNamed(call, named);
    requireForOthers(call, { issue, project }, user, 'add watchers to');
    if (!holdsInProject(call.state, user, 'BROWSE_PROJECTS', project)) {
      const refusal = `The user "${user.name}" does not have permission to view this issue. This user will not be added to the watch list.`;
      throw new TrackerError(401, refusal);
    }
    follow(call, 'watchers', issue, user);
    return noContent;
  },
  /** `DELETE /issue/{issueIdOrKey}/watchers`: a user watches an issue no more. */
  unwatchIssue(call) {
    const { issue, project } = issueOf(call);
    const { userName, username = userName } = call.query;
    if (username === undefined) throw new TrackerError(400, 'The username query parameter was not provided');
    const user = userNamed(call, username);
    requireForOthers(call, { issue, project }, user, 'remove watchers from');
    call.state.tables.watchers.delete(followerKey({ issueId: issue.id, userKey: user.key }));
    return noContent;
  },
  /** `GET /issue/{issueIdOrKey}/votes`: who has voted for an issue. */
  getVotes(call) {
    const { issue } = issueOf(call);
    return json({ ...renderVotes(call, issue), voters: renderFollowers(call, 'votes', issue) });
  },
  /** `POST /issue/{issueIdOrKey}/votes`: votes for an issue that another has reported and that is not resolved. */
  addVote(call) {
    const issue = votableIssue(call);
    follow(call, 'votes', issue, callerOf(call));
    return noContent;
  },
  /** `DELETE /issue/{issueIdOrKey}/votes`: takes the caller's vote back. */
  removeVote(call) {
    const key = followerKey({ issueId: votableIssue(call).id, userKey: callerOf(call).key });
    if (call.state.tables.votes.get(key) === undefined) {
      throw new TrackerError(404, 'Cannot remove a vote for an issue that the user has not already voted for.');
    }
    call.state.tables.votes.delete(key);
    return noContent;
  },
} satisfies SomeHandlers;

// Seen: TestIssueResourceWatchers of the product.
/** Refuses a change of who else watches an issue to all but administrators. @throws TrackerError 401 */
function requireForOthers(call: Reader, located: Located, user: WorldUser, deed: string): void {
  const { name, key } = callerOf(call);
  const { issue, project } = located;
  if (user.key === key || holdsInProject(call.state, call.caller, 'ADMINISTER_PROJECTS', project)) return;
  throw new TrackerError(401, `User '${name}' is not allowed to ${deed} issue '${issue.key}'`);
}

type Followers = 'watchers' | 'votes';

function follow({ state }: Pick<Call, 'state'>, table: Followers, { id }: IssueRow, { key }: WorldUser): void {
  state.tables[table].set({ issueId: id, userKey: key });
}

function votableIssue(call: CallOf<Endpoints['addVote']>): IssueRow {
  const { issue } = issueOf(call);
  if (issue.reporter === callerOf(call).key) {
    throw new TrackerError(404, 'You cannot vote for an issue you have reported.');
  }
  if (issue.resolved !== undefined) {
    throw new TrackerError(404, 'You cannot vote or change your vote on resolved issues.');
  }
  return issue;
}

function userNamed({ state }: Pick<Call, 'state'>, name: string): WorldUser {
  return required(userByName(state, name), `The user named '${name}' does not exist`);
}

/** How many watch an issue, as it stands among its fields. */
export function renderWatches(view: View, issue: IssueRow) {
  return {
    self: selfUrl(view, 'issue', issue.key, 'watchers'),
    watchCount: view.state.tables.watchers.count('issue', issue.id),
    isWatching: isFollowing(view, 'watchers', issue),
  };
}

/** How many have voted for an issue, as it stands among its fields. */
export function renderVotes(view: View, issue: IssueRow) {
  return {
    self: selfUrl(view, 'issue', issue.key, 'votes'),
    votes: view.state.tables.votes.count('issue', issue.id),
    hasVoted: isFollowing(view, 'votes', issue),
  };
}

function isFollowing({ state, caller }: View, table: Followers, { id }: IssueRow): boolean {
  return caller !== null && state.tables[table].get(followerKey({ issueId: id, userKey: caller.key })) !== undefined;
}

function renderFollowers(view: View, table: Followers, { id }: IssueRow) {
  return view.state.tables[table].where('issue', id).map(({ userKey }) => renderUserByKey(view, userKey));
}
