import { z } from 'zod';
import { defineEndpoints } from '../../../../fixtures/index.js';

const path = '/issue/{issueIdOrKey}/watchers';
const watchersSchema = z.strictObject({ watchers: z.array(z.string()) });

/** The body of a call that adds a watcher. */
export const newWatcherSchema = z.strictObject({ name: z.string(), note: z.string().optional() });

/** The endpoints of watchers. */
export const watcherEndpoints = defineEndpoints(
  { name: 'watchers', basePath: '/rest/watchers/1.0/' },
  {
    listWatchers: {
      method: 'GET',
      path,
      query: z.object({ startsWith: z.string().optional() }),
      response: watchersSchema,
      section: 'Watchers',
      rules: ['WA-02'],
    },
    addWatcher: {
      method: 'POST',
      path,
      body: newWatcherSchema,
      response: watchersSchema,
      section: 'Watchers',
      rules: ['WA-01', 'WA-03'],
      changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }],
    },
  },
);
