import type { z } from 'zod';
import type { Api, Reach } from '../rules/rule.js';
import type { RuleId } from '../rules/rules.js';

/** The HTTP methods the endpoints use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The families of paths a tracker serves. Each has a base path that a setting can move ({@link basePaths} in
 * `base-paths.ts`).
 */
export type PathFamily = Api | 'tracker' | 'service-desk' | 'secure';

/** What a client sends to an endpoint, as far as both sides have to know it. */
export interface RequestShape {
  /** The query parameters; values are text. */
  readonly query?: z.ZodObject;
  /** The JSON body; a row without one takes none. */
  readonly body?: z.ZodType;
  /** `json` unless the body is sent as multipart/form-data. */
  readonly encoding?: 'json' | 'multipart';
}

/** The side of an endpoint that the fake serves by. */
export interface Route extends RequestShape {
  readonly family: PathFamily;
  readonly method: Method;
  /** The path after the family's base, with parameters in braces as the documents write them. */
  readonly path: `/${string}` | '';
  /** Tells two rows of one method and path apart: the one that takes a body from the one that takes none. */
  readonly variant?: 'with a body';
}

/** One row of the endpoint table: everything the documents say of one method and path. */
export interface Endpoint extends Route {
  /** What it does, in a sentence; the documented ones have it. */
  readonly summary?: string;
  /** What the answer's body holds when the call succeeds; absent where it is empty or not JSON. */
  readonly response?: z.ZodType;
  /** Where the document describes it. */
  readonly section: string;
  /** The rules that tests of this endpoint can cover; none for the tracker's own. */
  readonly rules: readonly RuleId[];
  /** How far a call reaches. */
  readonly reach: Reach;
}

/** Declares the endpoints of one family, keeping every literal type. */
export function defineEndpoints<
  const Family extends PathFamily,
  const Rows extends Record<string, Omit<Endpoint, 'family'>>,
>(family: Family, rows: Rows): { readonly [Name in keyof Rows]: Rows[Name] & { readonly family: Family } } {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, family }] as const);
  return Object.fromEntries(entries) as { [Name in keyof Rows]: Rows[Name] & { readonly family: Family } };
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The parameters of an endpoint's path: text or a number for each name in braces. */
export type PathParameters<E extends Route> = { readonly [Name in ParameterNames<E['path']>]: string | number };

/** The title an endpoint has in specs and reports, for example `GET /template/{templateId} with a body`. */
export function endpointTitle(endpoint: Route): string {
  return [endpoint.method, endpoint.path || '/', endpoint.variant].filter(Boolean).join(' ');
}
