import * as z from 'zod';
import type { Endpoint } from '../../endpoints/endpoint.js';

const section = "The tracker's own REST API, version 2";

/** A row of the tracker's own API: it carries no rule of the three documents. */
const own = { section, rules: [] } as const;

/** A row that has what is given, and else what all rows of the tracker's own API have. */
type Row<Method, Path, Others> = Omit<typeof own, keyof Others> & { method: Method; path: Path } & Others;

type OfReads = Partial<Pick<Endpoint, 'alsoAt' | 'open' | 'query' | 'remembered' | 'response' | 'rules'>>;

/** A row of the tracker's own API that only reads. */
export function reads<const Path extends Endpoint['path'], const Others extends OfReads>(
  path: Path,
  others: Others = {} as Others,
) {
  return calls('GET', path, { scope: 'read', ...others });
}

/** A row of the tracker's own API that says itself whether it changes anything. */
export function calls<const Method extends Endpoint['method'], const Path extends Endpoint['path'], const Others>(
  method: Method,
  path: Path,
  others: Others,
): Row<Method, Path, Others> {
  return { ...own, method, path, ...others };
}

/** A query parameter. */
export const text = z.string().optional();

/** A number that is not negative. */
export const count = z.coerce.number().int().min(0);

/** How many elements a page has at most; as many as the tracker gives if it is negative. */
export const limit = z.coerce.number().int();

/** The query parameters of a page. */
export const paging = { startAt: count.optional(), maxResults: limit.optional() };
