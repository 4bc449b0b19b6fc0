import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { pageOf } from '../page.js';
import { renderUser } from '../render/user.js';
import { selfUrl } from '../view.js';

/** `GET /group/member`: the users of a group by name, page by page. A group exists as soon as somebody is in it. */
export function listGroupMembers(call: CallOf<Endpoints['listGroupMembers']>): Answer {
  const { groupname, includeInactiveUsers, startAt, maxResults } = call.query;
  if (groupname === undefined || groupname === '') {
    throw new TrackerError(400, 'The groupname query parameter is needed.');
  }
  const everyone = call.state.tables.users.where('group', groupname);
  if (everyone.length === 0) throw new TrackerError(404, `The group named '${groupname}' does not exist.`);
  const members = everyone
    .filter((user) => user.active || includeInactiveUsers === 'true')
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const page = pageOf(members, { startAt, maxResults });
  const pageUrl = (start: number) =>
    `${selfUrl(call, 'group', 'member')}?${new URLSearchParams({
      groupname,
      includeInactiveUsers: String(includeInactiveUsers === 'true'),
      startAt: String(start),
      maxResults: String(page.maxResults),
    })}`;
  return json({
    self: pageUrl(page.startAt),
    ...(page.isLast ? {} : { nextPage: pageUrl(page.startAt + page.maxResults) }),
    ...page,
    values: page.values.map((user) => renderUser(call, user)),
  });
}
