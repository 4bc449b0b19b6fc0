import { malformedBulkTransitions, malformedDefaults, unreadableBodies } from '../../../builders/index.js';
import type { RawBody } from '../../../builders/index.js';
import type { RefusalKind } from '../../../contracts/index.js';
import { changesEveryProject, covers } from '../../../fixtures/index.js';
import type { Call, CallName } from './calls.js';

/** A body that an endpoint refuses, and what for. */
export interface RefusedBody {
  readonly body: RawBody;
  readonly kind: RefusalKind;
}

/** On the path of each of these another call is made by a request without a body. */
const namesakes: readonly CallName[] = ['filterByTemplate', 'deleteSelected'];

/** The bodies that an endpoint refuses; none for an endpoint that takes none. */
export function refusedBodies({ name, body }: Call): RefusedBody[] {
  if (body === undefined) return [];
  const malformed = body === 'defaults' ? malformedDefaults : malformedBulkTransitions;
  const unreadable = namesakes.includes(name) ? unreadableBodies.filter((bad) => hasText(bad.body)) : unreadableBodies;
  return [...malformed.map((bad) => ({ body: bad, kind: 'wrongTypes' as const })), ...unreadable];
}

/** The details of a test of a bad body: a tracker that took it for one without project keys would change every project. */
export function detailsOfBadBody({ body }: Call): ReturnType<typeof covers> {
  return body === 'bulk transitions' ? changesEveryProject(covers('DT-N17')) : covers('DT-N17');
}

function hasText({ text }: RawBody): boolean {
  return text !== undefined && text !== '';
}
