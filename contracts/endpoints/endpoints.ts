import { defaultTemplatesEndpoints } from '../default-templates/endpoints.js';
import { directorySyncEndpoints } from '../directory-sync/endpoints.js';
import { testManagementEndpoints } from '../test-management/endpoints.js';
import { authEndpoints, secureEndpoints, serviceDeskEndpoints, trackerEndpoints } from '../tracker/endpoints.js';

/**
 * The endpoint table. The clients, the fake's routes and the report's view by endpoint all derive from it, so an
 * endpoint is declared here once or it does not exist.
 */
export const endpoints = {
  ...defaultTemplatesEndpoints,
  ...directorySyncEndpoints,
  ...testManagementEndpoints,
  ...trackerEndpoints,
  ...serviceDeskEndpoints,
  ...secureEndpoints,
  ...authEndpoints,
} as const;

/** The endpoint table's type. */
export type Endpoints = typeof endpoints;

/** The name of a row of the endpoint table, for example `listByProject`. */
export type EndpointName = keyof Endpoints;
