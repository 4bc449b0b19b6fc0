import type { Assumptions, UserListQuery, WorldConnection } from '../../contracts/index.js';
import { json, writtenOnce } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { connectionOf } from '../state/directory.js';
import type { State } from '../state/state.js';
import { compareKeys } from '../state/table.js';
import { syncedUserKey } from '../state/tables.js';
import type { SyncedUserRow } from '../state/tables.js';
import type { Call, SomeHandlers } from '../tracker/call.js';
import { findConnection, requireAccess, shownValues, unknown } from './locate.js';

type ListCall = Pick<Call, 'state' | 'assumptions'> & { readonly query: UserListQuery };

export const listHandlers = {
  listUsers(call) {
    requireAccess(call);
    return list(call, undefined);
  },
  listConnectionUsers(call) {
    requireAccess(call);
    const { idOrName } = call.parameters;
    const connection = findConnection(call.state, idOrName);
    const wanted = readPage(call.query, call.assumptions);
    if (connection === undefined) {
      const status = unknown(call, 'connection', idOrName);
      return json({ elements: [], page: describe(numbered(wanted, 0, call), 0) }, status);
    }
    return list(call, connection);
  },
} satisfies SomeHandlers;

function list(call: ListCall, connection: WorldConnection | undefined): Answer {
  const wanted = readPage(call.query, call.assumptions);
  const filter = readFilter(call.query, call.assumptions);
  const selected = selectKeys(call.state, filter, connection?.id);
  const total = selected.length;
  const { page, size } = numbered(wanted, total, call);
  const { first } = call.assumptions['AD-N13'];
  const offset = (page - first) * size;
  const past = page > first && offset >= total;
  const status = past ? call.assumptions['AD-N07'] : 200;
  if (status >= 400) throw new TrackerError(status, `There is no page ${page} of ${size} elements.`);
  const keys = past ? [] : selected.slice(offset, offset + size);
  return json(
    {
      elements: keys.map((key) => render(call, rowAt(call.state, key), filter)),
      page: describe({ page, size }, total),
    },
    status,
  );
}

function rowAt({ tables }: State, key: string): SyncedUserRow {
  return tables.syncedUsers.get(key) as SyncedUserRow;
}

/** A page with its number. It has no number if none was requested (AD-N13). */
function numbered({ page, size }: WantedPage, total: number, { assumptions }: Pick<ListCall, 'assumptions'>) {
  const { first, unasked } = assumptions['AD-N13'];
  const last = first + Math.max(0, Math.ceil(total / size) - 1);
  return { page: page ?? (unasked === 'first' ? first : last), size };
}

function describe({ page, size }: ReturnType<typeof numbered>, total: number) {
  return { current: page, pageSize: size, totalPages: Math.ceil(total / size), totalElements: total };
}

interface Element {
  readonly username: string;
  readonly configurationName: string;
  readonly fields: SyncedUserRow['values'];
}

/** The elements of rows: writing their JSON is most of the cost of a list, and most lists need all attributes. */
const wholeElements = new WeakMap<SyncedUserRow, Element>();

function render(call: ListCall, row: SyncedUserRow, { keep }: UserFilter): Element {
  const { name: configurationName } = connectionOf(call.state, row);
  const values = shownValues(call, row.values);
  if (keep === undefined && values === row.values) return wholeElement(row, configurationName);
  const kept = Object.entries(values).filter(([attribute]) => keep?.has(attribute) ?? true);
  return { username: row.username, configurationName, fields: Object.fromEntries(kept) };
}

function wholeElement(row: SyncedUserRow, configurationName: string): Element {
  const known = wholeElements.get(row);
  if (known?.configurationName === configurationName) return known;
  const element = writtenOnce({ username: row.username, configurationName, fields: row.values });
  wholeElements.set(row, element);
  return element;
}

/** The default page size (document: Limits). */
const DEFAULT_SIZE = 25;

interface WantedPage {
  readonly page: number | undefined;
  readonly size: number;
}

/** Reads page and size (AD-N06, AD-N13). @throws TrackerError if they are refused */
function readPage({ page, size }: UserListQuery, assumptions: Assumptions): WantedPage {
  const { maximum, larger } = assumptions['AD-N06'];
  const wanted = {
    page: readNumber('page', page, assumptions['AD-N13'].first),
    size: readNumber('size', size, 1) ?? Math.min(DEFAULT_SIZE, maximum),
  };
  if (wanted.size > maximum && larger === 'refused') {
    throw new TrackerError(400, `size is ${wanted.size}; at most ${maximum} are answered.`);
  }
  return { ...wanted, size: Math.min(wanted.size, maximum) };
}

/** A number in a query; undefined if there is none. @throws TrackerError */
function readNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) >= least) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  throw new TrackerError(400, `${name} has to be a whole number from ${least} on; it is '${text}'.`);
}

/** The filters of a list of users (document: Endpoints, rule 2). */
interface UserFilter {
  readonly usernames: ReadonlySet<string> | undefined;
  readonly userkeys: ReadonlySet<string> | undefined;
  readonly values: readonly (readonly [attribute: string, value: string])[];
  /** The attributes in `fields`; undefined for all. */
  readonly keep: ReadonlySet<string> | undefined;
}

type Given = string | readonly string[];

function readFilter(query: UserListQuery, assumptions: Assumptions): UserFilter {
  const { keep, valuePrefix } = assumptions['AD-N05'];
  const several = (given: Given | undefined) =>
    given === undefined ? undefined : new Set(severalValues(given, assumptions));
  const values = Object.entries(query as Readonly<Record<string, Given>>)
    .filter(([name]) => name.startsWith(valuePrefix))
    .flatMap(([name, given]) => asArray(given).map((value) => [name.slice(valuePrefix.length), value] as const));
  return {
    usernames: several(query.usernames),
    userkeys: several(query.userkeys),
    values,
    keep: several(query[keep]),
  };
}

function severalValues(given: Given, assumptions: Assumptions): string[] {
  const ways = assumptions['AD-N04'];
  const repeated = ways.includes('repeated') ? asArray(given) : asArray(given).slice(-1);
  return ways.includes('comma-separated') ? repeated.flatMap((value) => value.split(',')) : repeated;
}

function asArray(given: Given): string[] {
  return typeof given === 'string' ? [given] : [...given];
}

/**
 * The keys of the rows that a filter selects, of all enabled connections or of one, by username and connection. Named users
 * are looked up one by one; any other filter reads every row.
 */
function selectKeys(
  state: State,
  { usernames, userkeys, values }: UserFilter,
  connectionId: number | undefined,
): readonly string[] {
  const { syncedUsers } = state.tables;

  if (usernames === undefined && userkeys === undefined && values.length === 0) {
    return orderedKeys(state, connectionId);
  }
  const hasValues = (row: SyncedUserRow) =>
    values.every(([attribute, value]) => Object.hasOwn(row.values, attribute) && row.values[attribute] === value);
  if (usernames === undefined && userkeys === undefined) {
    return orderedKeys(state, connectionId).filter((key) => hasValues(rowAt(state, key)));
  }
  const byName = [...(usernames ?? [])].flatMap((name) => syncedUsers.where('username', name));
  const byKey = [...(userkeys ?? [])].flatMap((key) => syncedUsers.where('userKey', key));
  const isListed = isListedIn(connectionId);
  const named = [...new Set([...byName, ...byKey])].filter((row) => isListed(row) && hasValues(row));
  return sortedKeys(state, named);
}

function isListedIn(connectionId: number | undefined): (row: SyncedUserRow) => boolean {
  return (row) => row.listed && (connectionId === undefined || row.connectionId === connectionId);
}

/** The keys of ordered rows, until rows are added or removed: changes of values leave the order as it is. */
const orderedLists = new WeakMap<object, { readonly connections: object; readonly lists: Map<string, string[]> }>();

function orderedKeys(state: State, connectionId: number | undefined): string[] {
  const { syncedUsers, connections } = state.tables;
  let known = orderedLists.get(syncedUsers.keySet);
  if (known?.connections !== connections.content) {
    known = { connections: connections.content, lists: new Map() };
    orderedLists.set(syncedUsers.keySet, known);
  }
  const list = String(connectionId);
  const keys = known.lists.get(list) ?? sortedKeys(state, syncedUsers.all().filter(isListedIn(connectionId)));
  known.lists.set(list, keys);
  return keys;
}

function sortedKeys(state: State, rows: readonly SyncedUserRow[]): string[] {
  const nameOf = (row: SyncedUserRow) => connectionOf(state, row).name;
  return rows
    .toSorted((left, right) => compareKeys(left.username, right.username) || compareKeys(nameOf(left), nameOf(right)))
    .map((row) => syncedUserKey(row.username, row.connectionId));
}
