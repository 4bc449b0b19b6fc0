import type { UserListQuery } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import type { State } from '../../state/state.js';
import { mapRecord } from '../../state/table.js';
import { syncedUserKey } from '../../state/tables.js';
import { handlerOf } from '../../tenants/implementation.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { userLists } from '../answered.js';
import type { AnsweredAttributes, BodyOf } from '../answered.js';
import { changeBodies, changeElements, changeParts, changeSome, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import {
  answerLike,
  connectionReads,
  firstConnectionsValues,
  isId,
  mapKeys,
  pageIn,
  readOtherwise,
  withQuery,
  without,
} from './answers.js';
import type { reads } from './answers.js';

function enableAll({ tables }: State): void {
  for (const connection of tables.connections.all().filter(({ enabled }) => !enabled)) {
    tables.connections.set({ ...connection, enabled: true });
    for (const row of tables.syncedUsers.where('connection', connection.id)) {
      tables.syncedUsers.set({ ...row, listed: true });
    }
  }
}

/** Leaves each user a row over one of the enabled connections only. */
function dropFurtherRows({ tables }: State): void {
  const met = new Set<string>();
  for (const { username, userKey, connectionId, listed } of tables.syncedUsers.all()) {
    if (!listed) continue;
    if (met.has(userKey)) tables.syncedUsers.delete(syncedUserKey(username, connectionId));
    met.add(userKey);
  }
}

/** A call to a list of users; other calls that are answered like it have no query. */
interface SelectingCall {
  readonly query: unknown;
}

function selectsBy(filter: 'usernames' | 'userkeys') {
  return ({ query }: SelectingCall) => (query as UserListQuery)[filter] !== undefined;
}

function selectsAll(call: SelectingCall): boolean {
  return !selectsBy('usernames')(call) && !selectsBy('userkeys')(call);
}

function byConnectionId({ parameters }: { readonly parameters: { idOrName: string } }) {
  return isId(parameters.idOrName);
}

function byConnectionName(call: Parameters<typeof byConnectionId>[0]) {
  return !byConnectionId(call);
}

function sliced<Value>(start: number, end?: number) {
  return (object: Readonly<Record<string, Value>>) => Object.fromEntries(Object.entries(object).slice(start, end));
}

function attributesNamed(change: (attributes: readonly string[]) => readonly string[]): Override {
  return changeBodies('listConnections', (connections) => mapRecord(connections, change));
}

function byUserName({ state, parameters }: Pick<Call, 'state'> & { readonly parameters: { userKeyOrName: string } }) {
  return state.tables.users.get(parameters.userKeyOrName) === undefined;
}

function notFound(): Answer {
  throw new TrackerError(404, 'What the path names does not exist.');
}

function digitsAsNumbers(attributes: AnsweredAttributes): AnsweredAttributes {
  const typed = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : value);
  return mapRecord(attributes, typed);
}

function emptyAsNull(attributes: AnsweredAttributes): AnsweredAttributes {
  return mapRecord(attributes, (value) => (value === '' ? null : value));
}

function fieldsAnswered(
  names: (typeof userLists)[number] | typeof userLists,
  change: (fields: AnsweredAttributes) => AnsweredAttributes,
): Override {
  return changeElements(names, (element) => ({ ...element, fields: change(element.fields) }));
}

function changeFoundUser(change: (user: BodyOf<'getUser'>, caller: Call['caller']) => object): Override {
  return changeBodies('getUser', (user, { query, caller }) =>
    query.username === undefined ? user : change(user, caller),
  );
}

/** A moment as the documents write it, in its parts. */
type Parts = Readonly<Record<'day' | 'month' | 'year' | 'hour' | 'minute' | 'half', string>>;

const MOMENT = /^(?<day>\d+)\/(?<month>\w+)\/(?<year>\d+) (?<hour>\d+):(?<minute>\d+) (?<half>AM|PM)$/;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Read = (typeof reads)[number];

/** A tracker that writes whenCreated otherwise in some reads: with other parts, or as another text. */
function writes(
  name: Read,
  change: (parts: Parts) => Partial<Record<keyof Parts, string | number>> | string,
): Override {
  return readOtherwise(name, ({ tables }) => {
    for (const row of tables.syncedUsers.all()) {
      const parts = MOMENT.exec(row.values['whenCreated'] ?? '')?.groups as Parts | undefined;
      if (parts === undefined) continue;
      const changed = change(parts);
      const { day, month, year, hour, minute, half } = { ...parts, ...(typeof changed === 'object' && changed) };
      const written = `${day}/${month}/${year} ${hour}:${minute} ${half}`;
      const whenCreated = typeof changed === 'string' ? changed : written;
      tables.syncedUsers.set({ ...row, values: { ...row.values, whenCreated } });
    }
  });
}

function hourOfDay({ hour, half }: Parts): number {
  return (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
}

export const readDefects: DefectTable = {
  'AD-01-first-connection-left-out': changeBodies('listConnections', sliced(1)),
  'AD-01-last-attribute-left-out': attributesNamed((names) => names.slice(0, -1)),
  'AD-01-attributes-in-lower-case': attributesNamed((names) => names.map((name) => name.toLowerCase())),
  'AD-02-disabled-connection-named': readOtherwise('listConnections', enableAll),
  'AD-02-disabled-connection-read-by-id': readOtherwise('getUserInConnection', enableAll, byConnectionId),
  'AD-02-disabled-connection-read-by-name': readOtherwise('getUserInConnection', enableAll, byConnectionName),
  'AD-02-field-of-disabled-connection': readOtherwise('getUserField', enableAll),
  'AD-02-disabled-connection-of-user': readOtherwise('getUserAttributes', enableAll),
  'AD-02-disabled-connection-listed': readOtherwise('listUsers', enableAll, selectsAll),
  'AD-02-disabled-connection-selected-by-usernames': readOtherwise('listUsers', enableAll, selectsBy('usernames')),
  'AD-02-disabled-connection-selected-by-userkeys': readOtherwise('listUsers', enableAll, selectsBy('userkeys')),
  'AD-02-users-of-disabled-connection': readOtherwise('listConnectionUsers', enableAll),
  'AD-13-user-listed-once': readOtherwise('listUsers', dropFurtherRows),
  'AD-13-user-selected-once': readOtherwise('listUsers', dropFurtherRows, selectsBy('userkeys')),
  'AD-13-values-of-first-connection': readOtherwise('listUsers', firstConnectionsValues),
  'AD-13-one-connection-named': changeParts('listUsers', ({ elements }) => {
    const first = new Map(elements.toReversed().map((one) => [one.username, one.configurationName]));
    return { elements: elements.map((one) => ({ ...one, configurationName: first.get(one.username) })) };
  }),
  'AD-14-every-connection-listed': answerLike('listConnectionUsers', 'listUsers', selectsAll),
  'AD-14-every-connection-selected-by-usernames': answerLike(
    'listConnectionUsers',
    'listUsers',
    selectsBy('usernames'),
  ),
  'AD-14-every-connection-selected-by-userkeys': answerLike('listConnectionUsers', 'listUsers', selectsBy('userkeys')),
  'AD-14-every-connection-counted': (implementation) =>
    changeParts('listConnectionUsers', ({ page }, call) => {
      const { totalElements } = pageIn(handlerOf(implementation, 'listUsers')(call)).page;
      return { page: { ...page, totalElements } };
    })(implementation),
  'AD-03-last-attribute-left-out': changeBodies('getUserInConnection', sliced(0, -1)),
  'AD-03-values-of-another-connection': readOtherwise('getUserInConnection', firstConnectionsValues),
  'AD-04-connection-name-not-found': changeSome('getUserInConnection', byConnectionName, notFound),
  'AD-04-user-name-not-found': changeSome('getUserInConnection', byUserName, notFound),
  'AD-04-two-names-not-found': changeSome(
    'getUserInConnection',
    (call) => byConnectionName(call) && byUserName(call),
    () => json({}),
  ),
  'AD-04-field-by-connection-name-empty': changeSome('getUserField', byConnectionName, () => json({})),
  'AD-04-field-by-id-and-user-name-empty': changeSome(
    'getUserField',
    (call) => !byConnectionName(call) && byUserName(call),
    ({ parameters }) => json({ [parameters.idFromAD]: '' }),
  ),
  'AD-04-user-name-answers-nothing': changeSome('getUserAttributes', byUserName, () => json({})),
  'AD-04-page-ignored-by-connection-name': changeSome('listConnectionUsers', byConnectionName, (call, answer) =>
    answer(withQuery(call, { page: '1' })),
  ),
  'AD-04-one-connection-by-user-name': changeBodies('getUserAttributes', (byConnection, call) =>
    byUserName(call) ? sliced(0, 1)(byConnection) : byConnection,
  ),
  ...defectsFor(['userkeys', 'usernames'] as const, (filter) => ({
    [`AD-04-${filter}-ignored-by-connection-name`]: [
      `${filter} is ignored in the list of a connection that is given by name.`,
      changeSome('listConnectionUsers', byConnectionName, ({ query, ...call }, answer) =>
        answer({ ...call, query: without(query, filter) }),
      ),
    ],
  })),
  'AD-04-digits-are-an-id': connectionReads((idOrName, { connections }) =>
    isId(idOrName) && connections.get(Number(idOrName)) === undefined ? '0' : idOrName,
  ),
  'AD-04-beginning-of-a-name-is-enough': connectionReads((idOrName, { connections }) => {
    const begun = connections.all().find(({ name }) => name !== idOrName && name.startsWith(idOrName));
    return begun === undefined ? idOrName : String(begun.id);
  }),
  'AD-05-value-of-another-connection': readOtherwise('getUserField', firstConnectionsValues),
  'AD-05-all-attributes': answerLike('getUserField', 'getUserInConnection'),
  'AD-05-value-cut-at-a-blank': changeBodies('getUserField', (field) =>
    mapRecord(field, (value) => String(value).split(' ')[0]),
  ),
  'AD-06-first-connection-only': changeBodies('getUserAttributes', sliced(0, 1)),
  'AD-06-ids-for-names': changeBodies('getUserAttributes', (byConnection, { state }) =>
    mapKeys(byConnection, (name) => String(state.tables.connections.first('name', name)?.id)),
  ),
  'AD-06-values-mixed': changeBodies('getUserAttributes', (byConnection) => {
    const last = Object.values(byConnection).at(-1) ?? {};
    return mapRecord(byConnection, () => last);
  }),
  'AD-07-empty-value-null-in-list': fieldsAnswered('listUsers', emptyAsNull),
  'AD-07-empty-value-null-alone': changeBodies('getUserField', emptyAsNull),
  'AD-07-digits-as-number-in-connection': changeBodies('getUserInConnection', digitsAsNumbers),
  'AD-07-digits-as-number-alone': changeBodies('getUserField', digitsAsNumbers),
  'AD-07-digits-as-number-by-connection': changeBodies('getUserAttributes', (byConnection) =>
    mapRecord(byConnection, digitsAsNumbers),
  ),
  'AD-07-digits-as-number-in-lists': fieldsAnswered(userLists, digitsAsNumbers),
  'AD-07-attribute-not-configured': fieldsAnswered(userLists, (fields) => ({
    ...fields,
    distinguishedName: 'cn=somebody,dc=example,dc=com',
  })),
  'AD-07-attribute-not-configured-alone': changeBodies('getUserInConnection', (attributes) => ({
    ...attributes,
    objectGUID: 'f0a1',
  })),
  'AD-18-iso-date': writes('listUsers', (parts) => {
    const month = String(months.indexOf(parts.month) + 1).padStart(2, '0');
    const hour = String(hourOfDay(parts)).padStart(2, '0');
    return `20${parts.year}-${month}-${parts.day.padStart(2, '0')}T${hour}:${parts.minute}:00Z`;
  }),
  'AD-18-hour-of-twenty-four': writes('listConnectionUsers', (parts) => ({ hour: hourOfDay(parts) })),
  'AD-18-half-of-the-day-swapped': writes('listUsers', ({ half }) => ({ half: half === 'AM' ? 'PM' : 'AM' })),
  'AD-18-month-before-day': writes('getUserInConnection', ({ day, month }) => ({ day: month, month: day })),
  'AD-18-month-as-number': writes('getUserField', ({ month }) => ({ month: months.indexOf(month) + 1 })),
  'AD-18-day-only': writes('getUserAttributes', ({ day, month, year }) => `${day}/${month}/${year}`),
  'AD-26-key-left-out': changeElements('listGroupMembers', ({ key, ...user }) => user),
  'AD-26-key-of-the-next-member': changeParts('listGroupMembers', ({ values }) => ({
    values: values.map((user, index) => ({ ...user, key: values[(index + 1) % values.length]?.key })),
  })),
  'AD-27-key-left-out': changeFoundUser(({ key, ...user }) => user),
  'AD-27-caller-for-user': changeFoundUser((user, caller) => ({ ...user, key: caller?.key, name: caller?.name })),
};
