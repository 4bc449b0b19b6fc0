import { addressOf, to } from './address.js';
import type { Route, TenantRoute } from './address.js';
import type { JournalEntry, Page, Tables } from './answers.js';
import { counted, el } from './dom.js';
import type { Child } from './dom.js';

/** The control API refused a call. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The control API did not answer. */
export class NoAnswer extends Error {}

type Parameters = Readonly<Record<string, Value | readonly Value[]>>;
type Value = string | number | undefined | null;

/** The URL of the control API; the page's markup contains it. */
const CONTROL_PATH = document.body.dataset['controlPath'] ?? '';

/** The key under which this tab keeps the token of the control API. */
export const TOKEN_KEY = 'control token';

/**
 * Reads from the control API.
 *
 * @param parameters of the query; a list is sent as one parameter for each element
 * @throws Refusal
 * @throws NoAnswer
 */
export async function ask<Answer>(steps: readonly (string | number)[], parameters: Parameters = {}): Promise<Answer> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one));
    }
  }
  return (await call(addressOf(CONTROL_PATH, steps, query), {})) as Answer;
}

/** Has the control API change something. @throws Refusal @throws NoAnswer */
export async function change(method: 'POST' | 'DELETE', steps: readonly string[], json?: object): Promise<void> {
  const body =
    json === undefined ? {} : { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } };
  await call(addressOf(CONTROL_PATH, steps), { method, ...body });
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(address: string, { headers, ...sent }: Sent): Promise<unknown> {
  const token = sessionStorage.getItem(TOKEN_KEY);
  const login = token === null ? undefined : { Authorization: `Bearer ${token}` };
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(address, { cache: 'no-store', headers: { ...headers, ...login }, ...sent });
    body = response.status === 204 ? undefined : await response.json();
  } catch (cause) {
    // The next answer may come from another fake.
    Object.assign(unmatched, { last: 0, count: 0 });
    connection.losses += 1;
    throw new NoAnswer('The fake does not answer.', { cause });
  }
  if (response.ok) return body;
  const { errorMessages = [] } = body as { readonly errorMessages?: readonly string[] };
  throw new Refusal(response.status, errorMessages.join(' '));
}

/**
 * How often the fake did not answer. After each time, another fake may be running, so older information is no longer
 * valid.
 */
export const connection = { losses: 0 };

/** The unmatched requests: their number, and the newest one that this page has counted. */
export const unmatched = { last: 0, count: 0 };

/** Counts the unmatched requests since the last call. */
export async function countUnmatched(): Promise<number> {
  const since = unmatched.last;
  const fresh = await ask<readonly JournalEntry[]>(['unmatched'], { since });
  const newest = fresh.at(-1);
  if (newest !== undefined && unmatched.last === since) {
    Object.assign(unmatched, { last: newest.id, count: Math.min(unmatched.count + fresh.length, 1000) });
  }
  return unmatched.count;
}

/** A sentence about the unmatched requests; nothing if there are none. */
export function unmatchedNote(count: number): Child {
  if (count === 0) return undefined;
  return el(
    'p',
    { class: 'note' },
    el('a', { href: to(['unmatched']) }, counted(count, 'request')),
    ' reached no tracker.',
  );
}

/** A part of a table of the tenant that is shown. */
export function rowsOf<Name extends keyof Tables>(
  route: TenantRoute,
  table: Name,
  parameters: Parameters,
): Promise<Page<Tables[Name]>> {
  return ask(['tenants', route.tenant, 'tables', table], parameters);
}

/** How many rows of a table have each value of a column. */
export async function countsOf(
  route: TenantRoute,
  table: keyof Tables,
  column: string,
  parameters: Parameters = {},
): Promise<Readonly<Record<string, number>>> {
  const asked = { ...parameters, count: column, limit: 1 };
  const { counts } = await ask<{ counts: Record<string, number> }>(['tenants', route.tenant, 'tables', table], asked);
  return counts;
}

/** The rows of a table by the values of a column. */
export async function lookUp<Name extends keyof Tables>(
  route: TenantRoute,
  table: Name,
  column: keyof Tables[Name] & string,
  values: readonly Value[],
): Promise<ReadonlyMap<string, Tables[Name]>> {
  const wanted = [...new Set(values.filter((value) => value !== undefined && value !== null).map(String))];
  if (wanted.length === 0) return new Map();
  const { rows } = await rowsOf(route, table, { [column]: wanted, limit: 1000 });
  return new Map(rows.map((row) => [String(row[column]), row]));
}

/** The rows of a table that other rows name. */
export function lookUpFor<Row, Name extends keyof Tables>(
  route: TenantRoute,
  rows: readonly Row[],
  table: Name,
  column: keyof Tables[Name] & string,
  named: (row: Row) => Value,
): Promise<ReadonlyMap<string, Tables[Name]>> {
  return lookUp(route, table, column, rows.map(named));
}

/** The one row of a table whose column has the value that the address names. @throws Refusal if there is none */
export async function theOne<Name extends keyof Tables>(
  route: TenantRoute,
  table: Name,
  column: keyof Tables[Name] & string,
  what: string,
): Promise<Tables[Name]> {
  const { rows } = await rowsOf(route, table, { [column]: route.item, limit: 1 });
  const [row] = rows;
  if (row === undefined) throw new Refusal(404, `There is no ${what} ${route.item ?? ''} in this tenant.`);
  return row;
}

/** The path of the journal of a route: of its tenant, or of the unmatched requests. */
export function journalSteps({ tenant }: Route): readonly string[] {
  return tenant === undefined ? ['unmatched'] : ['tenants', tenant, 'journal'];
}
