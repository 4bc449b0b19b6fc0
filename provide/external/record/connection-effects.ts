import { updateRequestSchema } from '../../../contracts/index.js';
import type { UpdateRequest, UserAttributes } from '../../../contracts/index.js';
import type { LedgerItem, LedgerItemOf } from '../ledger/ledger-line.js';
import type { Effect } from '../ledger/ledger.js';
import { ScopeError, UnreadValuesError } from '../../../client/errors.js';
import { textsIn } from '../guard/requirements.js';
import type { PlannedCall } from '../../../client/api-client.js';
import { unlessMissing } from '../../../client/statuses.js';
import type { ExternalTest, ExternalWorker, GivenConnection } from './external-test.js';

type ConnectionItem = LedgerItemOf<'connection'>;

/** What an update changes in the connections of a test, with the values of its users before the first of the updates. */
export async function connectionEffects(call: PlannedCall, test: ExternalTest): Promise<Effect[]> {
  const { worker, owned } = test;
  const connections = [...worker.connections.values()].filter(({ id }) => owned.has(id, 'connection'));
  const { data } = updateRequestSchema.safeParse(call.json);
  if (data === undefined) {
    for (const connection of connections) await refuseIfUserIn(call, connection, worker);
    return [];
  }
  const connection = connections.find(({ id, name }) => [id, name].includes(data.connectionId));
  if (connection === undefined) return [];
  const { id: what, name, userDn, values } = connection;
  const wrote = worker.ledger.find('connection', what)?.wrote ?? {};
  for (const userKey of new Set(usersIn(data).map((user) => user.userKey))) {
    const isKnown = values.has(userKey) || Object.hasOwn(wrote, userKey);
    const read = isKnown ? undefined : await readIgnoreMissing(what, userKey, worker);
    if (!isKnown && read === undefined) await refuseIfLike(userKey, call, what, worker);
    // Another call may have read them meanwhile: its values are the earlier ones.
    if (read !== undefined && !values.has(userKey)) values.set(userKey, read);
  }
  const kind = 'connection';
  const unchanged = { kind, what, name, userDn, wroteNames: [], wroteUserDns: [], before: {}, wrote: {} } as const;
  const item = (written: LedgerItem | undefined) =>
    withUpdate((written ?? unchanged) as ConnectionItem, data, Object.fromEntries(values));
  return [{ kind, what, item }];
}

/** A tracker may take a key that it has not for one that it has: nothing would restore that user. @throws ScopeError */
async function refuseIfLike(userKey: string, call: PlannedCall, connectionId: string, worker: ExternalWorker) {
  for (const key of new Set([userKey.trim(), userKey.toUpperCase(), userKey.toLowerCase()])) {
    const values = key === userKey || key === '' ? undefined : await readIgnoreMissing(connectionId, key, worker);
    if (values === undefined || Object.keys(values).length === 0) continue;
    const changes = `user ${key} over connection ${connectionId}, for whom ${JSON.stringify(userKey)} may stand`;
    throw new ScopeError(call, changes, 'Write the key as the tracker does, or name no user who exists.');
  }
}

/** A tracker may carry out an update of other types, which nothing would restore. @throws ScopeError */
async function refuseIfUserIn(call: PlannedCall, { id, values }: GivenConnection, worker: ExternalWorker) {
  const names = new Set(textsIn(call.json));
  if (!names.has(id)) return;
  for (const name of names) {
    const known = values.get(name) ?? (await readIgnoreMissing(id, name, worker));
    if (known === undefined || Object.keys(known).length === 0) continue;
    const changes = `user ${name} over connection ${id}, with a body that nothing could be restored by`;
    throw new ScopeError(call, changes, 'Give it the types that the documents show, or name no user who exists.');
  }
}

/** Undefined if it has no such user, in whichever way the tracker says so (AD-N02). @throws UnreadValuesError */
export async function readIgnoreMissing(
  idOrName: string,
  userKey: string,
  { setup, sandbox, assumptions }: ExternalWorker,
): Promise<UserAttributes | undefined> {
  const { connection, user } = assumptions['AD-N02'];
  const read = (userKeyOrName: string) => setup.getUserInConnection({ idOrName, userKeyOrName });
  const named = sandbox.connections.find(({ id }) => id === idOrName);
  try {
    if (named?.enabled === true && named.users.some(({ key }) => key === userKey)) return await read(userKey);
    return await unlessMissing(read, userKey, [connection, user]);
  } catch (error) {
    throw new UnreadValuesError(idOrName, userKey, error);
  }
}

function usersIn({ update }: UpdateRequest) {
  return update.flatMap(({ data = [] }) => data);
}

function withUpdate(
  item: ConnectionItem,
  sent: UpdateRequest,
  known: Readonly<Record<string, UserAttributes>>,
): ConnectionItem {
  const details = sent.update.flatMap(({ connection = [] }) => connection);
  const wrote = new Map(Object.entries(item.wrote).map(([key, values]) => [key, new Map(Object.entries(values))]));
  const before = new Map(Object.entries(item.before));
  for (const { userKey, fields } of usersIn(sent)) {
    const values = Object.hasOwn(known, userKey) ? known[userKey] : undefined;
    // A user without earlier values was not there before the first call.
    if (values !== undefined && !wrote.has(userKey)) before.set(userKey, values);
    const attributes = wrote.get(userKey) ?? new Map<string, string[]>();
    wrote.set(userKey, attributes);
    for (const [attribute, value] of fields.flatMap((one) => Object.entries(one))) {
      attributes.set(attribute, [...new Set([...(attributes.get(attribute) ?? []), value])]);
    }
  }
  const names = details.flatMap(({ name }) => name ?? []);
  const userDns = details.flatMap(({ userDn }) => userDn ?? []);
  return {
    ...item,
    wroteNames: [...new Set([...item.wroteNames, ...names])],
    wroteUserDns: [...new Set([...item.wroteUserDns, ...userDns])],
    before: Object.fromEntries(before),
    wrote: Object.fromEntries([...wrote].map(([key, attributes]) => [key, Object.fromEntries(attributes)])),
  };
}
