import type { FaultReport } from '../../faults/wire-faults.js';
import type { Tables, TableName } from '../../state/tables.js';
import type { JournalEntry } from '../../tenants/journal.js';
import { addressOf, to } from './address.js';
import type { Route, TenantRoute } from './address.js';
import { counted, el } from './dom.js';
import type { Child } from './dom.js';

/** The control API refused a call. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The control API did not answer. */
export class NoAnswer extends Error {}

type Value = string | number | undefined | null;

/** The parameters of a query. A list is sent as one parameter for each element. */
export type Parameters = Readonly<Record<string, Value | readonly Value[]>>;

/** A row of a table of a tenant. */
export type Row<Name extends TableName> = ReturnType<Tables[Name]['all']>[number];

export interface Page<Name extends TableName> {
  readonly total: number;
  readonly rows: readonly Row<Name>[];
}

/** The key under which this tab keeps the token of the control API. */
export const TOKEN_KEY = 'control token';

/** Reads from the control API. @throws Refusal @throws NoAnswer */
export async function ask<Answer>(steps: readonly (string | number)[], parameters: Parameters = {}): Promise<Answer> {
  const pairs = Object.entries(parameters).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
  const sent = pairs.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return (await call(steps, {}, new URLSearchParams(sent as [string, string][]))) as Answer;
}

/** Has the control API change something. @throws Refusal @throws NoAnswer */
export async function change(method: 'POST' | 'DELETE', steps: readonly string[], json?: object): Promise<void> {
  await call(steps, { method, ...(json && { body: JSON.stringify(json) }) });
}

async function call(steps: readonly (string | number)[], sent: RequestInit, query?: URLSearchParams): Promise<unknown> {
  const headers = new Headers(sent.body === undefined ? {} : { 'Content-Type': 'application/json' });
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  let response: Response;
  let body: unknown;
  try {
    // The markup of the page has the path of the control API.
    const address = addressOf(document.body.dataset['controlPath'] ?? '', steps, query);
    response = await fetch(address, { cache: 'no-store', headers, ...sent });
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
export async function countUnmatched(): Promise<void> {
  const since = unmatched.last;
  const fresh = await ask<readonly JournalEntry[]>(['unmatched'], { since });
  const newest = fresh.at(-1);
  if (newest === undefined || unmatched.last !== since) return;
  Object.assign(unmatched, { last: newest.id, count: Math.min(unmatched.count + fresh.length, 1000) });
}

/** A sentence about the unmatched requests; nothing if there are none. */
export function unmatchedNote(): Child {
  const requests = el('a', { href: to(['unmatched']) }, counted(unmatched.count, 'request'));
  return unmatched.count > 0 && el('p', { class: 'note' }, requests, ' reached no tracker.');
}

/** The path of the journal of a route: of its tenant, or of the unmatched requests. */
export function journalSteps({ tenant }: Route): readonly string[] {
  return tenant === undefined ? ['unmatched'] : ['tenants', tenant, 'journal'];
}

export function faultsOf({ tenant = '' }: Route): Promise<readonly FaultReport[]> {
  return ask(['tenants', tenant, 'faults']);
}

/** A part of a table of the tenant that is shown. */
export function rowsOf<Name extends TableName>(
  { tenant }: TenantRoute,
  table: Name,
  parameters: Parameters,
): Promise<Page<Name>> {
  return ask(['tenants', tenant, 'tables', table], parameters);
}

/** The calls that are about to be sent, and the values that each asks for. */
const waiting = new Map<string, { readonly values: Set<Value>; readonly answer: Promise<unknown> }>();

/** Makes one call for all values that are asked for in the same turn. */
function together<Answer>(
  key: string,
  value: Value,
  call: (values: readonly Value[]) => Promise<Answer>,
): Promise<Answer> {
  const values = waiting.get(key)?.values ?? new Set();
  values.add(value);
  const send = () => {
    waiting.delete(key);
    return call([...values]);
  };
  const answer = waiting.get(key)?.answer ?? Promise.resolve().then(send);
  waiting.set(key, { values, answer });
  return answer as Promise<Answer>;
}

/** The row of a table whose column has a value; undefined if there is none. */
export async function lookUp<Name extends TableName>(
  route: TenantRoute,
  table: Name,
  value: Value,
  column = 'id',
): Promise<Row<Name> | undefined> {
  if (value === undefined || value === null) return undefined;
  const { rows } = await together(`${route.tenant}/${table}/${column}`, value, (values) =>
    rowsOf(route, table, { [column]: values, limit: 1000 }),
  );
  return rows.find((row) => String(Reflect.get(row, column)) === String(value));
}

/** How many rows of a table have a value in a column, and other values elsewhere. */
export async function countOf(
  route: TenantRoute,
  table: TableName,
  column: string,
  value: Value,
  where: Parameters = {},
): Promise<number> {
  const { counts } = await together(`${route.tenant}/${table}/${column}/count`, value, (values) => {
    const asked = { ...where, [column]: values, count: column, limit: 1 };
    return ask<{ counts: Record<string, number> }>(['tenants', route.tenant, 'tables', table], asked);
  });
  return counts[String(value)] ?? 0;
}
