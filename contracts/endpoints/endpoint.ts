import type { z } from 'zod';
import type { Api, Scope } from '../rules/rule.js';
import type { RuleId } from '../rules/rules.js';
import type { Change } from './change.js';

/** The HTTP methods the endpoints use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The families of paths a tracker serves. Each has a base path that a setting can move (`basePaths` in
 * `base-paths.ts`).
 */
export type PathFamily = Api | 'tracker' | 'service-desk' | 'secure' | 'auth';

/** A family of paths of one's own. */
export interface OwnFamily {
  /** What it is called in the reports. */
  readonly name: string;
  /** Where it starts, after the tracker's base URL. */
  readonly basePath: string;
}

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
  readonly family: PathFamily | OwnFamily;
  readonly method: Method;
  /** The path after the family's base, with parameters in braces as the documents write them. */
  readonly path: `/${string}` | '';
  /** Tells two rows of one method and path apart: the one that takes a body from the one that takes none. */
  readonly override?: 'with a body';
  /** Whether its bodies hold credentials: journals and reports leave them out. */
  readonly holdsCredentials?: true;
}

/** What is known of one method and path: a row of the endpoint table, or one of one's own. */
export interface Endpoint extends Route {
  /** What it does, in a sentence; the documented ones have it. */
  readonly summary?: string;
  /** What the answer's body holds when the call succeeds; absent if it is empty or not JSON. */
  readonly response?: z.ZodType;
  /** Where the document describes it. */
  readonly section: string;
  /** The rules that tests of this endpoint can cover; none for the tracker's own. */
  readonly rules: readonly string[];
  /** How far a call reaches. */
  readonly scope: Scope;
  /** What a call changes; only rows of one's own say it here. */
  readonly changes?: readonly Change[];
}

/** A row of the endpoint table: everything the documents say of one method and path. */
export interface CatalogueEndpoint extends Endpoint {
  readonly family: PathFamily;
  readonly rules: readonly RuleId[];
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The parameters of an endpoint's path: text or a number for each name in braces. */
export type PathParameters<E extends Route> = { readonly [Name in ParameterNames<E['path']>]: string | number };

/** The title an endpoint has in specs and reports, for example `GET /template/{templateId} with a body`. */
export function endpointTitle(endpoint: Route): string {
  return [endpoint.method, endpoint.path || '/', endpoint.override].filter(Boolean).join(' ');
}
