import { synchronizeConnections } from './directory-sync/synchronize-connections.js';
import { handlers } from './handlers.js';
import type { Behaviour } from './spaces/behaviour.js';

/** How a tracker behaves as the documents have it. */
export const standardBehaviour: Behaviour = {
  ownEndpoints: {},
  handlers,
  readBody: (_endpoint, body) => body,
  synchronize: synchronizeConnections,
  propertiesInForce: (started) => started,
};
