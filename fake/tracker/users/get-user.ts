import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { callerOf } from '../caller-of.js';
import { renderUser } from '../render/user.js';
import { userByName } from './find-user.js';

/** `GET /myself`: who calls. */
export function getMyself(call: CallOf<Endpoints['getMyself']>): Answer {
  return json(renderUser(call, callerOf(call)));
}

/** `GET /user`: a user by name or by key. */
export function getUser(call: CallOf<Endpoints['getUser']>): Answer {
  const { username, key } = call.query;
  if (key !== undefined) {
    const user = call.state.tables.users.get(key);
    if (user === undefined) throw new TrackerError(404, `The user with the key '${key}' does not exist`);
    return json(renderUser(call, user));
  }
  if (username === undefined) throw new TrackerError(400, 'Either the username or the key query parameter is needed.');
  const user = userByName(call.state, username);
  if (user === undefined) throw new TrackerError(404, `The user named '${username}' does not exist`);
  return json(renderUser(call, user));
}
