import type { Endpoints, UpdateElement } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import { connectionOf } from '../state/directory.js';
import type { State } from '../state/state.js';
import type { SyncedUserRow } from '../state/tables.js';
import type { CallOf, SomeHandlers } from '../tracker/call.js';
import { findConnection, requireAccess } from './locate.js';

export const updateHandlers = {
  /** `PUT /update` (document: Endpoints, rule 3): all elements or none, unless AD-N10 says otherwise. */
  updateUsers(call) {
    requireAccess(call);
    const { state, assumptions } = call;
    const { connectionId, update } = call.body;
    const connection = /^\d+$/.test(connectionId) ? findConnection(state, connectionId) : undefined;
    const faults =
      connection === undefined
        ? [`There is no connection with the id '${connectionId}'.`]
        : update.flatMap((element) => apply(call, connection.id, element));
    const { status, body } = assumptions['AD-N09'];
    if (faults.length === 0) return body === null ? { status } : { status, json: body };
    const { status: refusal, changed } = assumptions['AD-N10'];
    const refused = new TrackerError(refusal, faults);
    if (changed === 'nothing') throw refused;
    return refusal >= 400 ? { status: refusal, json: refused.body } : { status: refusal, json: body ?? undefined };
  },
} satisfies SomeHandlers;

type UpdateCall = Pick<CallOf<Endpoints['updateUsers']>, 'state' | 'assumptions'>;

/** Makes the changes of an element that are possible. @returns the ones that are not */
function apply(
  call: UpdateCall,
  connectionId: number,
  { connection: details = [], data = [] }: UpdateElement,
): string[] {
  return [
    ...details.flatMap((detail) => changeConnection(call.state, connectionId, detail)),
    ...data.flatMap(({ userKey, fields }) => changeUser(call, connectionId, userKey, fields)),
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
  { state, assumptions }: UpdateCall,
  connectionId: number,
  userKey: string,
  fields: readonly Readonly<Record<string, string>>[],
): string[] {
  const { tables } = state;
  const row = tables.syncedUsers.where('userKey', userKey).find((candidate) => candidate.connectionId === connectionId);
  if (row === undefined) return [`The connection has no user with the key '${userKey}'.`];
  const changes = fields.flatMap((field) => Object.entries(field));
  const known = changes.filter(([attribute]) => Object.hasOwn(row.values, attribute));
  const changed: SyncedUserRow = { ...row, values: { ...row.values, ...Object.fromEntries(known) } };
  tables.syncedUsers.set(changed);
  if (assumptions['AD-N15'] === 'changed too') changeAccount(state, userKey, Object.fromEntries(known));
  return changes
    .filter(([attribute]) => !Object.hasOwn(row.values, attribute))
    .map(([attribute]) => `The connection has no attribute '${attribute}'.`);
}

/** Changes the tracker's own data of a user (AD-N15). */
function changeAccount(
  { tables }: State,
  userKey: string,
  { mail, displayName }: Readonly<Record<string, string>>,
): void {
  const user = tables.users.get(userKey);
  if (user === undefined) return;
  tables.users.set({
    ...user,
    ...(mail !== undefined && { emailAddress: mail }),
    ...(displayName !== undefined && { displayName }),
  });
}
