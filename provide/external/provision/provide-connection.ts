import { counted } from '../../../contracts/counted.js';
import type { UserAttributes } from '../../../contracts/index.js';
import { readConnectionNames } from '../discovery/complete-sandbox.js';
import { DoesNotApplyError, NotAvailableError, SettingsError, SetupError } from '../../../client/errors.js';
import { eachOf } from '../../../client/setup-client.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import { describeAttribute, describeConnection, isLike, matchConnections, unusualIn } from '../../match-sandbox.js';
import { connectionNeed } from '../../needs.js';
import type { ConnectionNeeds } from '../../needs.js';
import type { ProvidedConnection } from '../../provided.js';
import { readIgnoreMissing } from '../record/connection-effects.js';
import { requireFull } from '../record/external-test.js';
import type { ExternalTest, ExternalWorker, GivenConnection } from '../record/external-test.js';

type SandboxConnection = Sandbox['connections'][number];

/**
 * A connection that the sandbox names, with users that it names: no call makes any. The values that an update of the test
 * changes are written down before and restored afterwards.
 */
export async function provideConnection(needs: ConnectionNeeds, test: ExternalTest): Promise<ProvidedConnection> {
  const { worker, owned } = test;
  requireFull(worker.share);
  await complete(worker);
  const { connection, users: chosen, given } = await choose(needs, test);
  await look(connection, given, worker);
  const { id, enabled, group } = connection;
  const { name, attributes, values } = given;
  owned.add('connection', id, name);
  if (needs.values !== undefined) {
    const users = await giveValues(given, chosen, needs.values, test);
    return { id, name, attributes, users, complete: false, group };
  }
  const users = await Promise.all(
    chosen.map(async (user) => {
      if (enabled && !values.has(user.key)) values.set(user.key, await readValues(id, user.key, worker));
      return { ...user, values: values.get(user.key) ?? {} };
    }),
  );
  return { id, name, attributes, users, complete: false, group };
}

/** Asks the tracker for what the sandbox leaves out, only now, because few tests need one. @throws SettingsError */
async function complete({ sandbox, catalog }: ExternalWorker): Promise<void> {
  const { connections, incompleteConnections: unseen = [] } = sandbox;
  const completed = await eachOf(unseen, (named) => catalog.connection(named), 2);
  // Two calls of a test may ask at once.
  connections.push(...completed.filter(({ id }) => !connections.some((known) => known.id === id)));
  unseen.length = 0;
}

async function choose(needs: ConnectionNeeds, { worker, owned }: ExternalTest) {
  const { sandbox, catalog } = worker;
  const known = await catalog.connections();
  const { usersOf, usersNotOf } = needs;
  const need = connectionNeed(needs);
  const [match] = matchConnections(sandbox.connections, need, {
    usersOf,
    usersNotOf: usersNotOf && sandbox.connections.find(({ id }) => id === usersNotOf.id),
    attributesOf: ({ name }) => known[name],
    isTaken: ({ id }) => owned.has(id, 'chosen connection'),
  });
  if (match === undefined) {
    const lacking = attributeLacking(need.attributes, Object.values(known).flat());
    if (lacking !== undefined)
      throw new DoesNotApplyError(`This tracker has no ${lacking.replace(/^(?:an|the) /, '')}.`);
    const [wanted = ''] = need.usernames ?? [];
    const { names, counts, isShared, isWhole } = await catalog.usernames();
    const like = wanted === '' ? undefined : names.find((username) => isLike(username, wanted));
    if (isWhole && wanted !== '' && like === undefined)
      throw new DoesNotApplyError('No user of a connection of this tracker has a name as unusual as the test needs.');
    const many = Object.keys(known).map((name) => counts[name] ?? 0);
    const least = need.fewest ?? need.users;
    const isThere = least === 0 ? many.includes(0) : many.some((count) => count >= least);
    if (isWhole && need.enabled !== false && !isThere)
      throw new DoesNotApplyError(`No connection of this tracker has ${counted(least, 'user')}.`);
    const isShareable = usersOf !== undefined && need.enabled !== false && many.length > 1;
    if (isWhole && isShareable && !isShared)
      throw new DoesNotApplyError('No user of this tracker is synchronized over two connections.');
    const others = usersNotOf === undefined ? '' : ' and with users that another does not have';
    throw new NotAvailableError(
      `The sandbox names no further connection ${describeConnection(need)}${others}: add one to TRACKER_SANDBOX${like === undefined ? '' : `, with ${like}`}.`,
    );
  }
  const { connection, users } = match;
  if (usersNotOf !== undefined)
    for (const { username, key } of users) await refuseIfIn(usersNotOf, username, key, worker);
  // No other read tells of a connection that is not enabled.
  const wrong = connection.enabled ? undefined : await catalog.wrongUser(users);
  if (wrong !== undefined) throw wrongConnection(connection, wrong);
  const { id, name, userDn } = connection;
  const unread = { id, name, userDn, attributes: known[name] ?? [], values: new Map<string, UserAttributes>() };
  const given = worker.connections.get(id) ?? unread;
  // At once, because the test may ask for another at the same time.
  owned.add('chosen connection', id);
  return { connection, users, given };
}

/** The sandbox need not name all users of a connection. @throws NotAvailableError if it has the user */
async function refuseIfIn(
  { id, name }: ProvidedConnection,
  username: string,
  userKey: string,
  worker: ExternalWorker,
): Promise<void> {
  const values = await readIgnoreMissing(id, userKey, worker);
  // A tracker may answer about a user whom it does not have with an empty object (AD-N02).
  if (values === undefined || Object.keys(values).length === 0) return;
  throw new NotAvailableError(
    `The sandbox names no connection with users that "${name}" lacks: it has ${username} too.`,
  );
}

/** Reads once, before a test of the worker changes it, whether a connection is the one that the sandbox means. */
async function look(
  connection: SandboxConnection,
  given: GivenConnection,
  { setup, connections }: ExternalWorker,
): Promise<void> {
  const { id, name, enabled } = connection;
  if (connections.has(id)) return;
  const names = enabled ? await readConnectionNames(id, setup) : [];
  if (names.length > 0 && !names.includes(name)) {
    // A name that no connection has is a wrong answer, which the tests are to tell.
    const known = await setup.listConnections();
    const other = names.find((one) => known[one] !== undefined);
    if (other !== undefined)
      throw wrongConnection(connection, `${id} is the id of "${other}". If a killed run renamed it, sweep`);
  }
  connections.set(id, given);
}

/** Gives users the values that a test needs, by an update that is undone when the test ends. */
async function giveValues(
  { id, name }: GivenConnection,
  users: SandboxConnection['users'],
  wanted: readonly UserAttributes[],
  { worker, recorded }: ExternalTest,
): Promise<ProvidedConnection['users']> {
  const { refusal } = worker.share;
  if (refusal !== undefined) throw refusal;
  const data = users.map(({ key }, index) => ({ userKey: key, fields: [wanted[index] ?? {}] }));
  try {
    await recorded.updateUsers({ body: { connectionId: id, update: [{ data }] } });
  } catch (error) {
    if (!(error instanceof SetupError) || error.status >= 500) throw error;
    throw new NotAvailableError(`The tracker does not take these values over "${name}": ${JSON.stringify(wanted)}.`);
  }
  const given = await eachOf(users, async (user) => ({ ...user, values: await readValues(id, user.key, worker) }));
  for (const [index, { username, values }] of given.entries()) {
    for (const [attribute, value] of Object.entries(wanted[index] ?? {})) {
      if (values[attribute] === value) continue;
      const [is, was] = [JSON.stringify(values[attribute]), JSON.stringify(value)];
      throw new NotAvailableError(
        `After an update of ${attribute} to ${was}, ${username} has ${is} over "${name}", and the test needs the former.`,
      );
    }
  }
  return given;
}

function readValues(idOrName: string, userKeyOrName: string, { setup }: ExternalWorker): Promise<UserAttributes> {
  return setup.getUserInConnection({ idOrName, userKeyOrName });
}

function wrongConnection({ name }: SandboxConnection, problem: string): SettingsError {
  return new SettingsError([`TRACKER_SANDBOX, connections: "${name}": ${problem}.`]);
}

/** An attribute that no connection of a tracker has, or an unusual one that none is like; undefined if there is none. */
function attributeLacking(wanted: readonly string[] = [], known: readonly string[]): string | undefined {
  const isHad = (name: string) => known.some((one) => (unusualIn(name).size > 0 ? isLike(one, name) : one === name));
  const lacking = wanted.find((name) => !isHad(name));
  return lacking === undefined ? undefined : describeAttribute(lacking);
}
