import { defaultTemplatesExtension } from './default-templates/extension.js';
import { defaultTemplatesHandlers } from './default-templates/handlers.js';
import { directorySyncHandlers, synchronizeConnections } from './directory-sync/handlers.js';
import type { Implementation } from './tenants/implementation.js';
import { testManagementExtension } from './test-management/extension.js';
import { testManagementHandlers } from './test-management/handlers.js';
import { trackerHandlers } from './tracker/handlers.js';

/** The behaviour of a tracker as the documents describe it. */
export const standardImplementation: Implementation = {
  customEndpoints: {},
  handlers: {
    ...defaultTemplatesHandlers,
    ...directorySyncHandlers,
    ...testManagementHandlers,
    ...trackerHandlers,
  },
  extensions: [defaultTemplatesExtension, testManagementExtension],
  readBody: (_endpoint, body) => body,
  rewriteAnswer: (answer) => answer,
  deferral: { milliseconds: 100 },
  synchronize: synchronizeConnections,
  propertiesInForce: (started) => started,
};
