import type { directorySyncEndpoints } from '../../contracts/directory-sync/endpoints.js';
import { json } from '../server/answer.js';
import { TenantError } from '../server/errors.js';
import { connectionOf, synchronize } from '../state/directory.js';
import type { State } from '../state/state.js';
import type { HandlersOf } from '../tracker/call.js';
import { listHandlers } from './list-users.js';
import { findConnection, findSyncedUser, findUserInConnection, requireAccess, shownValues, unknown } from './locate.js';
import { updateHandlers } from './update-users.js';

/** Synchronizes a connection, by id or name, or all of them. @throws TenantError for an unknown connection */
export function synchronizeConnections(state: State, idOrName?: string): void {
  const all = state.tables.connections.all();
  const wanted = all.filter(({ id, name }) => idOrName === undefined || String(id) === idOrName || name === idOrName);
  if (wanted.length === 0 && idOrName !== undefined) {
    const names = all.map(({ name }) => name).join(', ') || 'none';
    throw new TenantError(404, `There is no connection '${idOrName}'. There are: ${names}.`);
  }
  for (const { id } of wanted) synchronize(state, id);
}

export const directorySyncHandlers: HandlersOf<typeof directorySyncEndpoints> = {
  ...listHandlers,
  ...updateHandlers,
  /** `GET /connection` */
  listConnections(call) {
    requireAccess(call);
    const enabled = call.state.tables.connections.all().filter((connection) => connection.enabled);
    const names = Object.fromEntries(enabled.map(({ name, attributes }) => [name, attributes]));
    return json(names, call.assumptions['AD-N16'].connections);
  },
  /** `GET /connection/{idOrName}/user/{userKeyOrName}` */
  getUserInConnection(call) {
    requireAccess(call);
    const { idOrName, userKeyOrName } = call.parameters;
    const connection = findConnection(call.state, idOrName);
    if (connection === undefined) return json({}, unknown(call, 'connection', idOrName));
    const user = findUserInConnection(call.state, connection, userKeyOrName);
    return user === undefined
      ? json({}, unknown(call, 'user', userKeyOrName))
      : json(shownValues(call, user.values), call.assumptions['AD-N16'].user);
  },
  /** `GET /connection/{idOrName}/user/{userKeyOrName}/field/{idFromAD}` */
  getUserField(call) {
    requireAccess(call);
    const { idOrName, userKeyOrName, idFromAD } = call.parameters;
    const connection = findConnection(call.state, idOrName);
    if (connection === undefined) return json({}, unknown(call, 'connection', idOrName));
    const user = findUserInConnection(call.state, connection, userKeyOrName);
    if (user === undefined) return json({}, unknown(call, 'user', userKeyOrName));
    if (!Object.hasOwn(user.values, idFromAD)) return json({}, unknown(call, 'attribute', idFromAD));
    const [value] = Object.entries(shownValues(call, user.values)).filter(([name]) => name === idFromAD);
    return json(value === undefined ? {} : { [idFromAD]: value[1] }, call.assumptions['AD-N16'].user);
  },
  /** `GET /user/{userKeyOrName}` */
  getUserAttributes(call) {
    requireAccess(call);
    const { userKeyOrName } = call.parameters;
    const rows = findSyncedUser(call.state, userKeyOrName);
    if (rows.length === 0) return json({}, unknown(call, 'user', userKeyOrName));
    const byName = rows.map((row) => [connectionOf(call.state, row).name, shownValues(call, row.values)] as const);
    return json(Object.fromEntries(byName), call.assumptions['AD-N16'].user);
  },
};
