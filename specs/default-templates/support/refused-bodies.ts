import { malformedBulkTransitions, malformedDefaults, unreadableBodies } from '../../../builders/index.js';
import type { RawBody } from '../../../builders/index.js';
import { changesEveryProject } from '../../../fixtures/index.js';
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

/** The details of a test of a bad body: a tracker that took it for one without project keys would change every project. */
export function reachOfBadBody({ body }: Call): ReturnType<typeof changesEveryProject> | Record<never, never> {
  return body === 'bulk transitions' ? changesEveryProject() : {};
}

function hasText({ text }: RawBody): boolean {
  return text !== undefined && text !== '';
}
