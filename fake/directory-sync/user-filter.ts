import type { Assumptions, UserListQuery } from '../../contracts/index.js';

/** What a list of users is narrowed to (document: Endpoints, rule 2). */
export interface UserFilter {
  /** Only these user names; undefined for no such filter. */
  readonly usernames: ReadonlySet<string> | undefined;
  /** Only these user keys; undefined for no such filter. */
  readonly userkeys: ReadonlySet<string> | undefined;
  /** Only users with these values, by attribute. */
  readonly values: readonly (readonly [attribute: string, value: string])[];
  /** The attributes that fields are to hold; undefined for all. */
  readonly keep: ReadonlySet<string> | undefined;
}

type Given = string | readonly string[] | undefined;

/** Understands the filters of a query (AD-N04, AD-N05). */
export function readFilter(query: UserListQuery, assumptions: Assumptions): UserFilter {
  const { keep, valuePrefix } = assumptions['AD-N05'];
  const several = (given: Given) => (given === undefined ? undefined : new Set(severalValues(given, assumptions)));
  const values = Object.entries(query)
    .filter(([name]) => name.startsWith(valuePrefix))
    .flatMap(([name, given]) => asArray(given).map((value) => [name.slice(valuePrefix.length), value] as const));
  return {
    usernames: several(query.usernames),
    userkeys: several(query.userkeys),
    values,
    keep: several(query[keep]),
  };
}

/** Several values of one filter, passed as AD-N04 has it. */
function severalValues(given: Given, assumptions: Assumptions): string[] {
  const ways = assumptions['AD-N04'];
  const repeated = ways.includes('repeated') ? asArray(given) : asArray(given).slice(-1);
  return ways.includes('comma-separated') ? repeated.flatMap((value) => value.split(',')) : repeated;
}

function asArray(given: Given): string[] {
  if (given === undefined) return [];
  return typeof given === 'string' ? [given] : [...given];
}
