import type { Assumptions, UserListQuery } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import { connectionOf } from '../state/directory.js';
import type { State } from '../state/state.js';
import type { SyncedUserRow } from '../state/tables.js';
import type { Call } from '../tracker/call.js';

/** The default page size (document: Limits). */
const DEFAULT_SIZE = 25;

/** The requested page of a list. */
export interface WantedPage {
  /** The number of the page; undefined if the query has none. */
  readonly page: number | undefined;
  readonly size: number;
}

/** Reads page and size (AD-N06, AD-N08, AD-N13). @throws TrackerError if they are refused */
export function readPage({ page, size }: UserListQuery, assumptions: Assumptions): WantedPage {
  const { maximum, larger } = assumptions['AD-N06'];
  const wanted = {
    page: readNumber('page', page, assumptions['AD-N13'].first, assumptions),
    size: readNumber('size', size, 1, assumptions) ?? Math.min(DEFAULT_SIZE, maximum),
  };
  if (wanted.size > maximum && larger === 'refused') {
    throw new TrackerError(400, `size is ${wanted.size}; at most ${maximum} are answered.`);
  }
  return { ...wanted, size: Math.min(wanted.size, maximum) };
}

/** A number in a query; undefined if there is none, or if its value counts as none. */
function readNumber(
  name: string,
  text: string | undefined,
  least: number,
  assumptions: Assumptions,
): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) >= least) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const status = assumptions['AD-N08'];
  if (status < 400) return undefined;
  throw new TrackerError(status, `${name} has to be a whole number from ${least} on; it is '${text}'.`);
}

/** The filters of a list of users (document: Endpoints, rule 2). */
export interface UserFilter {
  /** Only these user names; undefined for no such filter. */
  readonly usernames: ReadonlySet<string> | undefined;
  /** Only these user keys; undefined for no such filter. */
  readonly userkeys: ReadonlySet<string> | undefined;
  /** Only users with these attribute values. */
  readonly values: readonly (readonly [attribute: string, value: string])[];
  /** The attributes in `fields`; undefined for all. */
  readonly keep: ReadonlySet<string> | undefined;
}

type Given = string | readonly string[];

/** Reads the filters of a query (AD-N04, AD-N05). */
export function readFilter(query: UserListQuery, assumptions: Assumptions): UserFilter {
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

/** Several values of one filter, in the format of AD-N04. */
function severalValues(given: Given, assumptions: Assumptions): string[] {
  const ways = assumptions['AD-N04'];
  const repeated = ways.includes('repeated') ? asArray(given) : asArray(given).slice(-1);
  return ways.includes('comma-separated') ? repeated.flatMap((value) => value.split(',')) : repeated;
}

function asArray(given: Given): string[] {
  return typeof given === 'string' ? [given] : [...given];
}

/**
 * The rows that a filter selects, of all enabled connections or of one; undefined for all. Named users are looked up
 * one by one; a filter by values alone reads every row.
 */
export function selectRows(
  { state, assumptions }: Pick<Call, 'state' | 'assumptions'>,
  filter: UserFilter,
  connectionId: number | undefined,
): OrderedRows | undefined {
  const { usernames, userkeys, values } = filter;
  if (usernames === undefined && userkeys === undefined && values.length === 0) return undefined;
  const { syncedUsers } = state.tables;
  const wanted = new Map(values);
  // No user has two values for one attribute, and the filter would check both for each row.
  const wantedPairs = [...wanted];
  const isPossible = values.every(([attribute, value]) => wanted.get(attribute) === value);
  const both = usernames !== undefined && userkeys !== undefined;
  const together = both ? assumptions['AD-N12'] : 'union';
  const names = together === 'userkeys' ? noNames : (usernames ?? noNames);
  const keys = together === 'usernames' ? noNames : (userkeys ?? noNames);
  const byName = [...names].flatMap((name) => syncedUsers.between(`${name}\u0000`, `${name}\u0001`));
  const byKey = [...keys].flatMap((key) => syncedUsers.where('userKey', key));
  const named = new Set([...byName, ...byKey]);
  const candidates =
    usernames === undefined && userkeys === undefined
      ? syncedUsers.all()
      : [...named].filter(
          ({ username, userKey }) => together !== 'intersection' || (names.has(username) && keys.has(userKey)),
        );
  const rows = candidates.filter(
    (row) =>
      isPossible &&
      row.listed &&
      (connectionId === undefined || row.connectionId === connectionId) &&
      wantedPairs.every(
        ([attribute, value]) => Object.hasOwn(row.values, attribute) && row.values[attribute] === value,
      ),
  );
  const sorted = sortRows(state, assumptions, rows);
  return { total: sorted.length, slice: (offset, limit) => sorted.slice(offset, offset + limit) };
}

const noNames: ReadonlySet<string> = new Set();

/** Sorted rows. Any part of them can be read without the rest. */
interface OrderedRows {
  readonly total: number;
  readonly slice: (offset: number, limit: number) => SyncedUserRow[];
}

/**
 * The rows of enabled connections, or of one connection, in the order of AD-N11. The cost of a slice depends on its own
 * length only.
 */
export function orderedRows(state: State, assumptions: Assumptions, connectionId: number | undefined): OrderedRows {
  if (connectionId !== undefined) return ofConnection(state, connectionId);
  return assumptions['AD-N11'] === 'username, connection' ? byUsername(state, assumptions) : byConnection(state);
}

/** Sorts rows by user name and connection name, or the other way round (AD-N11). */
function sortRows(state: State, assumptions: Assumptions, rows: readonly SyncedUserRow[]): SyncedUserRow[] {
  const nameOf = (row: SyncedUserRow) => connectionOf(state, row).name;
  const byUser = (left: SyncedUserRow, right: SyncedUserRow) => compare(left.username, right.username);
  const byName = (left: SyncedUserRow, right: SyncedUserRow) => compare(nameOf(left), nameOf(right));
  const [first, second] = assumptions['AD-N11'] === 'username, connection' ? [byUser, byName] : [byName, byUser];
  return [...rows].sort((left, right) => first(left, right) || second(left, right));
}

function ofConnection({ tables }: State, connectionId: number): OrderedRows {
  return {
    total: tables.syncedUsers.count('connection', connectionId),
    slice: (offset, limit) => tables.syncedUsers.slice('connection', connectionId, offset, limit),
  };
}

/** The rows of one connection after the other, sorted by connection name. */
function byConnection(state: State): OrderedRows {
  const enabled = state.tables.connections.all().filter((connection) => connection.enabled);
  const parts = enabled
    .sort((left, right) => compare(left.name, right.name))
    .map((connection) => ofConnection(state, connection.id));
  return {
    total: parts.reduce((sum, part) => sum + part.total, 0),
    slice: (offset, limit) => {
      const found: SyncedUserRow[] = [];
      let start = offset;
      for (const part of parts) {
        if (start < part.total) found.push(...part.slice(Math.max(0, start), limit - found.length));
        start -= part.total;
        if (found.length >= limit) break;
      }
      return found;
    },
  };
}

/**
 * All rows by user name. The table sorts rows of one name by the id of their connection, the list by its name: a slice
 * is widened to whole users, sorted, and cut again.
 */
function byUsername(state: State, assumptions: Assumptions): OrderedRows {
  const { syncedUsers } = state.tables;
  const part = (start: number, end: number) => syncedUsers.slice('listed', 1, start, end - start);
  return {
    total: syncedUsers.count('listed', 1),
    slice: (offset, limit) => {
      const rows = part(offset, offset + limit);
      const [first, last] = [rows[0], rows.at(-1)];
      if (first === undefined || last === undefined) return [];
      const start = syncedUsers.countBelow('listed', 1, `${first.username}\u0000`);
      const end = syncedUsers.countBelow('listed', 1, `${last.username}\u0001`);
      return sortRows(state, assumptions, part(start, end)).slice(offset - start, offset - start + limit);
    },
  };
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
