import type { WorldUser } from '../../contracts/index.js';
import type { Call } from '../server/call.js';
import { TrackerError } from '../server/tracker-error.js';

/** Who calls. The server lets nobody without credentials through to a handler that asks. */
export function callerOf({ caller }: Pick<Call, 'caller'>): WorldUser {
  if (caller === null) throw new TrackerError(401, 'You have to log in to call this.');
  return caller;
}
