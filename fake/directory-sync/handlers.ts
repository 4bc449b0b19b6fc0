import type { UpdateElement } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TenantError, TrackerError } from '../server/errors.js';
import { connectionOf, synchronize } from '../state/directory.js';
import type { State } from '../state/state.js';
import type { SyncedUserRow } from '../state/tables.js';
import type { SomeHandlers } from '../tracker/call.js';
import { listHandlers } from './list-users.js';
import { findConnection, findSyncedUser, findUserInConnection, requireAccess, shownValues, unknown } from './locate.js';

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

export const directorySyncHandlers = {
  ...listHandlers,
  listConnections(call) {
    requireAccess(call);
    const enabled = call.state.tables.connections.all().filter((connection) => connection.enabled);
    return json(Object.fromEntries(enabled.map(({ name, attributes }) => [name, attributes])));
  },
  getUserInConnection: (call) => ofUserInConnection(call, (values) => json(shownValues(call, values))),
  getUserField: (call) =>
    ofUserInConnection(call, (values) => {
      const { idFromAD } = call.parameters;
      if (!Object.hasOwn(values, idFromAD)) return json({}, unknown(call, 'attribute', idFromAD));
      const shown = Object.entries(shownValues(call, values)).filter(([name]) => name === idFromAD);
      return json(Object.fromEntries(shown));
    }),
  getUserAttributes(call) {
    requireAccess(call);
    const { userKeyOrName } = call.parameters;
    const rows = findSyncedUser(call.state, userKeyOrName);
    if (rows.length === 0) return json({}, unknown(call, 'user', userKeyOrName));
    const enabled = call.state.tables.connections.all().filter((connection) => connection.enabled);
    const others = call.assumptions['AD-N18'] === 'nothing' ? [] : enabled.map(({ name }) => [name, {}] as const);
    const byName = rows.map((row) => [connectionOf(call.state, row).name, shownValues(call, row.values)] as const);
    return json(Object.fromEntries([...others, ...byName]));
  },
  /** `PUT /update` (document: Endpoints, rule 3): all elements or none, unless AD-N10 says otherwise. */
  updateUsers(call) {
    requireAccess(call);
    const { state, assumptions } = call;
    const { connectionId, update } = call.body;
    const connection = /^\d+$/.test(connectionId) ? findConnection(state, connectionId) : undefined;
    const faults =
      connection === undefined
        ? [`There is no connection with the id '${connectionId}'.`]
        : update.flatMap((element) => apply(state, connection.id, element));
    const { status, body } = assumptions['AD-N09'];
    if (faults.length === 0) return body === null ? { status } : { status, json: body };
    const { status: refusal, changed } = assumptions['AD-N10'];
    const refused = new TrackerError(refusal, faults);
    if (changed === 'nothing') throw refused;
    return refusal >= 400 ? { status: refusal, json: refused.body } : { status: refusal, json: body ?? undefined };
  },
} satisfies SomeHandlers;

type UserCall = Parameters<typeof requireAccess>[0] & {
  readonly parameters: Readonly<Record<'idOrName' | 'userKeyOrName', string>>;
};

/** Answers for the user in a connection that a path names; if one of the two is unknown, as AD-N02 has it. */
function ofUserInConnection(call: UserCall, answer: (values: SyncedUserRow['values']) => Answer): Answer {
  requireAccess(call);
  const { idOrName, userKeyOrName } = call.parameters;
  const connection = findConnection(call.state, idOrName);
  if (connection === undefined) return json({}, unknown(call, 'connection', idOrName));
  const user = findUserInConnection(call.state, connection, userKeyOrName);
  return user === undefined ? json({}, unknown(call, 'user', userKeyOrName)) : answer(user.values);
}

/** Makes the changes of an element that are possible. @returns the ones that are not */
function apply(state: State, connectionId: number, { connection: details = [], data = [] }: UpdateElement): string[] {
  return [
    ...details.flatMap((detail) => changeConnection(state, connectionId, detail)),
    ...data.flatMap(({ userKey, fields }) => changeUser(state, connectionId, userKey, fields)),
  ];
}

function changeConnection(
  state: State,
  connectionId: number,
  { name, userDn }: NonNullable<UpdateElement['connection']>[number],
): string[] {
  const { connections } = state.tables;
  const namesake = name === undefined ? undefined : connections.first('name', name);
  if (name?.trim() === '') return ['The name of a connection can not be empty.'];
  if (namesake !== undefined && namesake.id !== connectionId) return [`There is a connection named '${name}' already.`];
  connections.set({
    ...connectionOf(state, { connectionId }),
    ...(name !== undefined && { name }),
    ...(userDn !== undefined && { userDn }),
  });
  return [];
}

function changeUser(
  { tables }: State,
  connectionId: number,
  userKey: string,
  fields: readonly Readonly<Record<string, string>>[],
): string[] {
  const row = tables.syncedUsers.where('userKey', userKey).find((candidate) => candidate.connectionId === connectionId);
  if (row === undefined) return [`The connection has no user with the key '${userKey}'.`];
  const changes = fields.flatMap((field) => Object.entries(field));
  const known = changes.filter(([attribute]) => Object.hasOwn(row.values, attribute));
  const changed: SyncedUserRow = { ...row, values: { ...row.values, ...Object.fromEntries(known) } };
  tables.syncedUsers.set(changed);
  return changes
    .filter(([attribute]) => !Object.hasOwn(row.values, attribute))
    .map(([attribute]) => `The connection has no attribute '${attribute}'.`);
}
