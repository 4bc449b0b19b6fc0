import type { directorySyncEndpoints } from '../../contracts/directory-sync/endpoints.js';
import type { HandlersOf } from '../server/handler.js';
import * as lists from './list-users.js';
import * as reads from './read-users.js';
import { updateUsers } from './update-users.js';

/** What answers the endpoints of the directory-sync API. */
export const directorySyncHandlers: HandlersOf<typeof directorySyncEndpoints> = { ...reads, ...lists, updateUsers };
