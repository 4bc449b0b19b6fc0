import * as z from 'zod';
import type { Api, Scope } from '../rules/rule.js';
import type { RuleId } from '../rules/rules.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The families of paths a tracker serves. Each has a base path that a setting can move: {@link basePathsSchema}. */
export type PathFamily = Api | 'tracker' | 'service-desk' | 'secure' | 'auth';

/** A custom family of paths. */
export interface OwnFamily {
  /** Its name in the reports. */
  readonly name: string;
  /** The start of its paths, after the tracker's base URL. */
  readonly basePath: string;
}

/** The parts of a request that both the client and the fake have to know. */
export interface RequestShape {
  /** The query parameters; values are text. */
  readonly query?: z.ZodObject;
  /** The JSON body; a row without one takes none. */
  readonly body?: z.ZodType;
  /** `json` unless the body is sent as multipart/form-data. */
  readonly encoding?: 'json' | 'multipart';
}

/** The part of an endpoint that the fake uses to serve it. */
export interface Route extends RequestShape {
  readonly family: PathFamily | OwnFamily;
  readonly method: Method;
  /** The path after the family's base, with parameters in braces as the documents write them. */
  readonly path: `/${string}` | '';
  /** Distinguishes two rows of the same method and path: one with a body and one without. */
  readonly override?: 'with a body';
  /** Whether its bodies hold credentials: journals and reports leave them out. */
  readonly holdsCredentials?: true;
  /** Whether it answers callers who have not logged in, with what everybody may see. */
  readonly open?: true;
}

/**
 * The kinds of things on a tracker that a call can change.
 *
 * - `project`: the data of a project besides its issues
 * - `whole project`: a project itself, or data of it that can't be restored
 * - `component`: a component, by id; it belongs to a whole project
 * - `new issue`: a project, which gets another issue
 * - `new issue beside`: the project of an issue, which gets another
 * - `service desk`: a service desk, which gets another request
 * - `issue link`: a link of two issues, both of which lose it
 * - `version`: a version, by id; it belongs to a whole project
 * - `everything`: every project of the tracker; it has no name
 */
export const changedKinds = [
  'project',
  'whole project',
  'component',
  'template',
  'connection',
  'issue',
  'attachment',
  'issue link',
  'version',
  'new issue',
  'new issue beside',
  'service desk',
  'everything',
] as const;

export type ChangedKind = (typeof changedKinds)[number];

/**
 * The place in a call that names a target: in its path, in its query or in its JSON body. One place can name several. The
 * place in a body is a path of properties, such as `fields.project`; it goes into every list on its way, and the value
 * at its end names by itself, or by its `key` or `id`.
 */
export type NamedIn = { readonly parameter: string } | { readonly query: string } | { readonly property: string };

/** A target that a call changes, and the place in the call that names it, by id or key. */
export type Change =
  | ({
      readonly kind: Exclude<ChangedKind, 'everything'>;
      /** Another target: a call changes only what belongs to both, so a caller who owns one of them owns that. */
      readonly or?: Change;
      /** The target of a call that does not name this one by a list of texts. */
      readonly otherwise?: Change;
    } & NamedIn)
  | { readonly kind: 'everything' };

/** The data that an answer names as made: the answer itself, or a property of it; one thing or a list. */
export interface Made {
  readonly kind: 'made project' | 'issue' | 'attachment';
  readonly property?: string;
}

/** A method and a path with all facts about them: a row of the endpoint table, or a custom row. */
export interface Endpoint extends Route {
  /** Its effect, in a sentence, as editors show it; each row of the three documents has one. */
  readonly summary?: string;
  /** The body of a successful answer; absent if it is empty or not JSON. */
  readonly response?: z.ZodType;
  /** The rules that state the shape of that body, by the name of a property; `''` is for all others. */
  readonly shape?: Readonly<Record<string, string>>;
  /** The section of the document that describes it. */
  readonly section: string;
  /** The rules that tests of this endpoint can cover; none for the tracker's own. */
  readonly rules: readonly string[];
  /** How far a call reaches; `read` if it changes nothing, whatever its method. */
  readonly scope: Scope;
  /** The targets that a call changes. Rows that only read have none; a custom row without them may change anything. */
  readonly changes?: readonly Change[];
  /** Its effect on the entries of projects: it makes some, removes some, or writes the screens stored in them. */
  readonly entries?: 'added' | 'removed' | 'screens';
  /** The data that its answer names as made by the call. */
  readonly makes?: Made;
}

/** A row of the endpoint table: everything the documents say about a method and a path. */
export interface CatalogueEndpoint extends Endpoint {
  readonly family: PathFamily;
  readonly rules: readonly RuleId[];
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The parameters of paths that the documents describe. */
interface DocumentedParameters {
  /** Project key or project id. */
  readonly projectIdOrKey: string | number;
  /** Id of the template issue. */
  readonly templateId: string | number;
  /** Id of an issue type. */
  readonly issueTypeId: string | number;
  /** Id of a request type of a service desk. */
  readonly requestTypeId: string | number;
  /** Id or name of the connection. */
  readonly idOrName: string | number;
  /** User key or user name. */
  readonly userKeyOrName: string | number;
  /** Name of the attribute, as the directory has it. */
  readonly idFromAD: string | number;
  /** Key of the test plan. */
  readonly testPlanKey: string | number;
  /** Key or id of the issue. */
  readonly issueIdOrKey: string | number;
}

/** The parameters of an endpoint's path: text or a number for each name in braces. */
export type PathParameters<E extends Route> = Pick<
  DocumentedParameters,
  ParameterNames<E['path']> & keyof DocumentedParameters
> & { readonly [Name in Exclude<ParameterNames<E['path']>, keyof DocumentedParameters>]: string | number };

/** The title an endpoint has in specs and reports, for example `GET /template/{templateId} with a body`. */
export function endpointTitle(endpoint: Route): string {
  return [endpoint.method, endpoint.path || '/', endpoint.override].filter(Boolean).join(' ');
}

/** The names in braces in the path of an endpoint. */
export function parameterNames({ path }: Pick<Route, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The start of a family of paths, without slashes at its end. */
export const basePathSchema = z
  .string()
  .max(200)
  .regex(/^\/[^?#\s{}]*[^/?#\s{}]\/*$/, 'has to be a path that starts with /, such as /rest/api/2')
  .transform((path) => path.replace(/\/+$/, ''));

/** The start of each family of paths, after the tracker's base URL. Installations move them, so each is a setting. */
export const basePathsSchema = z.strictObject({
  'default-templates': basePathSchema.default('/rest/api/it/1.0/default-template'),
  'directory-sync': basePathSchema.default('/rest/ext/ad/1.0/public'),
  'test-management': basePathSchema.default('/rest/tms/1.0/api'),
  tracker: basePathSchema.default('/rest/api/2'),
  'service-desk': basePathSchema.default('/rest/servicedeskapi'),
  secure: basePathSchema.default('/secure'),
  auth: basePathSchema.default('/rest/auth/1'),
} satisfies Record<PathFamily, z.ZodType>);

export type BasePaths = z.infer<typeof basePathsSchema>;

export const defaultBasePaths: BasePaths = basePathsSchema.parse({});

export function basePathOf(family: PathFamily | OwnFamily, basePaths: BasePaths): string {
  return typeof family === 'string' ? basePaths[family] : family.basePath;
}

type WithFamily<Family, Rows extends Readonly<Record<string, object>>> = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly family: Family };
};

/** A row as it is written: one that does not only read says what it changes. */
type Row = Omit<CatalogueEndpoint, 'family' | 'changes' | 'scope'> &
  ({ readonly scope: 'read' } | { readonly scope: Exclude<Scope, 'read'>; readonly changes: readonly Change[] });

/** Declares the rows of the endpoint table for one family, keeping every literal type. Each gets the family. */
export function catalogueEndpoints<const Family extends PathFamily, const Rows extends Readonly<Record<string, Row>>>(
  family: Family,
  rows: Rows,
): WithFamily<Family, Rows> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, family }] as const);
  return Object.fromEntries<unknown>(entries) as WithFamily<Family, Rows>;
}

/** A row that has what is given, and else what all rows of its table have. */
type RowWith<Shared, Method, Path, Others> = Flat<Omit<Shared, keyof Others> & { method: Method; path: Path } & Others>;

/** A type as one list of properties, as editors show it. */
type Flat<Type> = { readonly [Property in keyof Type]: Type[Property] };

type OfReads = Partial<Omit<Endpoint, 'family' | 'method' | 'path' | 'scope' | 'changes'>>;

/** Writes rows of an endpoint table that share some properties. A row can have others in their place. */
export function rowsWith<const Shared extends Partial<Endpoint>>(shared: Shared) {
  /** A row that says itself what it changes, or that it only reads. */
  const calls = <
    const Method extends Endpoint['method'],
    const Path extends Endpoint['path'],
    const Others extends Partial<Endpoint>,
  >(
    method: Method,
    path: Path,
    others: Others,
  ): RowWith<Shared, Method, Path, Others> => ({ ...shared, method, path, ...others });
  const reads = <const Path extends Endpoint['path'], const Others extends OfReads>(
    path: Path,
    others: Others = {} as Others,
  ) => calls('GET', path, { ...others, scope: 'read' });
  return { calls, reads };
}
