import type { defaultTemplatesEndpoints } from '../../contracts/default-templates/endpoints.js';
import type { HandlersOf } from '../tracker/call.js';
import { clearTransitions, setTransitions } from './bulk-transitions.js';
import { create } from './create-entries.js';
import * as deletions from './delete-entries.js';
import * as lists from './list-entries.js';

/** The handlers of the default-template API. */
export const defaultTemplatesHandlers: HandlersOf<typeof defaultTemplatesEndpoints> = {
  ...lists,
  ...deletions,
  create,
  setTransitions,
  clearTransitions,
};
