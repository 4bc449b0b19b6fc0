import { malformedBulkTransitions, malformedDefaults, unreadableBodies } from '../../../builders/index.js';
import type { RawBody } from '../../../builders/index.js';
import type { RunTarget } from '../../../contracts/index.js';
import type { Call, CallName } from './calls.js';

/** A body that an endpoint refuses, and the status it does so with. */
export interface RefusedBody {
  readonly body: RawBody;
  readonly status: number;
}

/** On the path of each of these another call is made by a request without a body. */
const namesakes: readonly CallName[] = ['filterByTemplate', 'deleteSelected'];

/** The bodies that an endpoint refuses; none for an endpoint that takes none. */
export function refusedBodies({ name, body }: Call): RefusedBody[] {
  if (body === undefined) return [];
  const malformed = body === 'defaults' ? malformedDefaults : malformedBulkTransitions;
  const unreadable = namesakes.includes(name) ? unreadableBodies.filter((bad) => hasText(bad.body)) : unreadableBodies;
  return [...malformed.map((bad) => ({ body: bad, status: 400 })), ...unreadable];
}

/** Whether a tracker that took a bad body of the endpoint for one without project keys would harm other people. */
export function isTooDangerous({ body }: Call, { disposable }: RunTarget): boolean {
  return body === 'bulk transitions' && !disposable;
}

function hasText({ text }: RawBody): boolean {
  return text !== undefined && text !== '';
}
