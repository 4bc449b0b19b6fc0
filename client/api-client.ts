import type { z } from 'zod';
import { RawBody } from '../builders/invalid-bodies.js';
import { basePathOf, endpoints, endpointTitle, isObject, parameterNames, parseJson } from '../contracts/index.js';
import { MistakeError, wasGiven } from '../contracts/mistake.js';
import type { BasePaths, Documented, Endpoint, NamedSchema, PathParameters } from '../contracts/index.js';
import { checkRequest, refusing } from './check-request.js';
import { acceptedLogin } from './credentials.js';
import type { Schemes, Credentials } from './credentials.js';
import { ApiResponse } from './api-response.js';
import { traceHeaders } from './exchange.js';
import { isSecretHeader, keepSecretHeaders, mergeHeaders } from './headers.js';
import type { Exchange } from './exchange.js';
import { WatchedPromise } from './watched-promise.js';
import { rateHint } from './rate-limiter.js';
import { mapValues } from './settings/sandbox.js';
import { UnreachableError } from './wire-errors.js';
import { FILE } from './transport.js';
import type { IncomingAnswer, OutgoingFile, OutgoingRequest, Transport } from './transport.js';

/** Rows of endpoints, by the names of the functions that call them. An interface can be one too. */
export type EndpointTable<Table = Readonly<Record<string, unknown>>> = { readonly [Name in keyof Table]: Endpoint };

type BodyOf<E> = E extends { body: infer Body extends z.ZodType }
  ? { readonly body: z.input<Body> | RawBody }
  : { readonly body?: RawBody };

/** A query as a caller writes it: each text can be a number or a boolean too, which is sent as text. */
type QueryOf<E> = E extends { query: infer Query extends z.ZodType }
  ? Documented<z.input<Query>> extends infer Given
    ? { readonly query?: { readonly [Name in keyof Given]: Sendable<Given[Name]> } }
    : never
  : unknown;

type QueryValue = string | number | boolean;

type Sendable<Value> = unknown extends Value
  ? QueryValue
  : Value extends readonly (infer Item)[]
    ? readonly Sendable<Item>[]
    : Value extends 'true' | 'false'
      ? Value | boolean
      : Value extends string
        ? string extends Value
          ? QueryValue
          : Value
        : Value;

interface WithHeaders {
  /** Further headers of this call. They win over the client's own; the caller alone has `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

type FilesOf<E> = E extends { encoding: 'multipart' } ? { readonly files: readonly OutgoingFile[] } : unknown;

type Parts<E extends Endpoint> = PathParameters<E> & QueryOf<E> & BodyOf<E> & FilesOf<E> & WithHeaders;

/** The request of an endpoint: its path's parameters, its query, its body (or a {@link RawBody}), its files, and headers. */
export type RequestOf<E extends Endpoint> = { [Part in keyof Parts<E>]: Parts<E>[Part] };

/** The body of an endpoint's successful answer, with the properties that the documents name; unknown if they name none. */
export type DataOf<E> = E extends { response: NamedSchema<infer Answer> }
  ? Answer
  : E extends { response: infer Response extends z.ZodType }
    ? Documented<z.output<Response>>
    : unknown;

/** Without the name of RequestOf, so that editors show the parts of a request and not its row. */
type ArgumentsOf<E extends Endpoint> =
  Record<never, never> extends Parts<E>
    ? [request?: { [Part in keyof Parts<E>]: Parts<E>[Part] }]
    : [request: { [Part in keyof Parts<E>]: Parts<E>[Part] }];

type Calls<Table extends EndpointTable<Table>> = {
  readonly [Name in keyof Table]: (...request: ArgumentsOf<Table[Name]>) => Promise<ApiResponse<DataOf<Table[Name]>>>;
};

/** One function for each endpoint, and `as` for the same client with other credentials. */
export type ApiClient<Table extends EndpointTable<Table>> = Calls<Table> & {
  /** The same client for another user, such as one of the fixture `users`, or with other credentials. */
  readonly as: (user: Credentials | { readonly caller: Credentials }) => ApiClient<Table>;
};

export interface ClientSetup {
  readonly baseUrl: string;
  readonly basePaths: BasePaths;
  readonly transport: Transport;
  readonly caller: Credentials;
  /** Headers of every call, but for `Authorization`, which the caller has. Default: none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the tracker ends with the run. Default: no */
  readonly endsWithRun?: boolean;
  readonly begins?: (answer: WatchedPromise<ApiResponse>) => void;
  /** The schemes of login that the directory-sync API accepts (AD-N01). Default: all */
  readonly schemes?: Schemes | undefined;
  /** Runs each call, for example in a step, or with an entry in the ledger. */
  readonly around: (call: PlannedCall, send: () => Promise<Exchange>) => Promise<Exchange>;
}

/** Runs a call through these steps, of which the first is the outermost. */
export function inSteps(...steps: readonly ClientSetup['around'][]): ClientSetup['around'] {
  return (call, send) => steps.reduceRight<() => Promise<Exchange>>((next, step) => () => step(call, next), send)();
}

export interface PlannedCall {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** The path after the tracker's base URL. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly caller: Credentials;
  readonly body: string | undefined;
  readonly contentType?: string | undefined;
  readonly files?: readonly OutgoingFile[] | undefined;
  /** The body as JSON, with any content type; undefined if there is no body or it is no JSON. */
  readonly json: unknown;
}

interface AnyRequest {
  readonly query?: Readonly<Record<string, QueryValue | readonly (QueryValue | undefined)[] | undefined>>;
  readonly body?: unknown;
  readonly files?: readonly OutgoingFile[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly [parameter: string]: unknown;
}

export function createApiClient<Table extends EndpointTable<Table>>(
  table: Table,
  setup: ClientSetup,
): ApiClient<Table> {
  const calls = Object.entries<Endpoint>(table).map(
    ([name, endpoint]) =>
      [
        name,
        (request: AnyRequest = {}) => {
          const answer = new WatchedPromise(
            `${name} (${titleOf(name, endpoint)})`,
            call(name, endpoint, setup, request),
          );
          setup.begins?.(answer);
          return answer;
        },
      ] as const,
  );
  const as = (user: Credentials | { readonly caller: Credentials }) => {
    const caller = isObject(user) && 'caller' in user ? user.caller : user;
    // Else the call would be one without a login.
    if (!isObject(caller) || !('authorization' in caller)) throw new MistakeError(`${AS} ${wasGiven(user)}`);
    return createApiClient(table, { ...setup, caller });
  };
  const client = { ...Object.fromEntries<unknown>(calls), as } as ApiClient<Table>;
  return Object.setPrototypeOf(client, refusing(Object.keys(table))) as ApiClient<Table>;
}

const AS = 'as(user) takes what users.providePlain() gives, or a caller such as badCredentials.anonymous.';

async function call(name: string, endpoint: Endpoint, setup: ClientSetup, request: AnyRequest): Promise<ApiResponse> {
  checkRequest(`${name} (${titleOf(name, endpoint)})`, endpoint, request);
  const parameters = Object.fromEntries(parameterNames(endpoint).map((one) => [one, String(request[one])]));
  const path = pathOf(endpoint, setup.basePaths, request);
  const outgoing = outgoingOf(endpoint, setup, request, path);
  let bytes: Buffer | undefined;
  const { body } = outgoing;
  const files = outgoing.files?.map(({ part = FILE, name: filename, mimeType }) => ({ part, filename, mimeType }));
  const planned = {
    name,
    endpoint,
    method: endpoint.method,
    path,
    parameters,
    query: queryOf(path),
    caller: setup.caller,
    body,
    contentType: outgoing.headers['Content-Type'],
    files: outgoing.files,
    get json() {
      return body === undefined ? undefined : parseJson(body);
    },
  };
  const exchange = await setup.around(planned, async () => {
    const started = performance.now();
    const answer = await send(setup.transport, outgoing);
    bytes = answer.body;
    return {
      endpoint: titleOf(name, endpoint),
      method: outgoing.method,
      url: outgoing.url,
      caller: setup.caller.name,
      requestBody: shown(endpoint, body ?? files?.map(({ part, filename }) => `${part}: ${filename}`).join('\n')),
      requestHeaders: shownHeaders(outgoing),
      files,
      status: answer.status,
      headers: answer.headers,
      responseBody: shown(endpoint, answer.body.toString('utf8')),
      duration: performance.now() - started - (answer.waited ?? 0),
      tried: answer.tried,
      hint: rateHint(answer.status),
      endsWithRun: setup.endsWithRun,
    };
  });
  return new ApiResponse(exchange, bytes ?? Buffer.from(exchange.responseBody), endpoint);
}

const tableRows = new Map<string, Endpoint>(Object.entries(endpoints));

/** The title of an endpoint in the endpoint table, even if this tracker serves it elsewhere (DT-N11). */
function titleOf(name: string, endpoint: Endpoint): string {
  const row = tableRows.get(name);
  return endpointTitle(row?.family === endpoint.family ? row : endpoint);
}

/** The headers of a request as reports may show them: of a login only its scheme, and no secret. */
function shownHeaders({ headers: { Authorization, ...headers } }: OutgoingRequest): Exchange['requestHeaders'] {
  const [scheme] = Authorization?.split(' ') ?? [];
  const shown = mapValues(headers, (value, name) => (isSecretHeader(name) ? '•••' : value));
  return scheme === undefined ? shown : { ...shown, Authorization: `${scheme} •••` };
}

function shown<Body extends string | undefined>(endpoint: Endpoint, body: Body): Body | string {
  return endpoint.holdsCredentials === true && body !== undefined ? '(left out: it holds credentials)' : body;
}

async function send(transport: Transport, outgoing: OutgoingRequest): Promise<IncomingAnswer> {
  try {
    return await transport(outgoing);
  } catch (error) {
    throw UnreachableError.unlessKnown(outgoing.method, outgoing.url, error);
  }
}

function pathOf(endpoint: Endpoint, basePaths: BasePaths, request: AnyRequest): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, String(request[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined);
    for (const one of values) query.append(name, String(one));
  }
  const search = query.toString();
  return `${basePathOf(endpoint.family, basePaths)}${path}${search === '' ? '' : `?${search}`}`;
}

function queryOf(path: string): PlannedCall['query'] {
  const sent = new URLSearchParams(path.split('?')[1]);
  return Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]));
}

/** A parameter of a path, encoded. `.`, `..` and an empty text would change the path. */
function pathSegment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new Error(`The path parameter ${name} can't be '${value}': no URL can hold it.`);
  return encodeURIComponent(value);
}

/** Headers for which servers take another method than the request's, so that the guard would judge another call. */
const OTHER_METHOD = /^x-(?:http-)?method(?:-override)?$/i;

function outgoingOf(endpoint: Endpoint, setup: ClientSetup, request: AnyRequest, path: string): OutgoingRequest {
  const body = bodyOf(request.body);
  const authorization = acceptedLogin(setup.caller, endpoint.family === 'directory-sync' ? setup.schemes : undefined);
  const { Authorization: _, ...headersOfAll } = mergeHeaders(setup.headers ?? {});
  const { Authorization: own, ...headersOfCall } = mergeHeaders(request.headers ?? {});
  if (own !== undefined) {
    throw new MistakeError(
      '`headers` of a call can’t hold Authorization: call as somebody else with .as({ name, authorization }).',
    );
  }
  const override = Object.keys({ ...headersOfAll, ...headersOfCall }).find((name) => OTHER_METHOD.test(name));
  if (override !== undefined)
    throw new MistakeError(`${override} would make another call of it: call the endpoint that has that method.`);
  keepSecretHeaders({ ...headersOfAll, ...headersOfCall });
  return {
    method: endpoint.method,
    reads: endpoint.scope === 'read',
    url: `${setup.baseUrl}${path}`,
    headers: mergeHeaders(
      { Accept: 'application/json' },
      headersOfAll,
      {
        ...traceHeaders(),
        ...(typeof body?.contentType === 'string' && { 'Content-Type': body.contentType }),
        ...(endpoint.encoding === 'multipart' && { 'X-Atlassian-Token': 'no-check' }),
      },
      headersOfCall,
      authorization === undefined ? {} : { Authorization: authorization },
    ),
    body: body?.text,
    files: request.files,
  };
}

function bodyOf(body: unknown): RawBody | undefined {
  if (body === undefined) return undefined;
  return body instanceof RawBody ? body : RawBody.json('the body', body);
}
