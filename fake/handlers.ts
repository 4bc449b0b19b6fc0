import { defaultTemplatesHandlers } from './default-templates/handlers.js';
import { directorySyncHandlers } from './directory-sync/handlers.js';
import { testManagementHandlers } from './test-management/handlers.js';
import type { AnyHandler } from './server/handler.js';
import { trackerHandlers } from './tracker/handlers.js';

/** What answers each endpoint of the table; one without a handler does not compile. */
export const handlers = {
  ...defaultTemplatesHandlers,
  ...directorySyncHandlers,
  ...testManagementHandlers,
  ...trackerHandlers,
} as unknown as Readonly<Record<string, AnyHandler>>;
