import type { Assumptions, UserListQuery } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';

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
