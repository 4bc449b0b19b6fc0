import type { IncomingMessage } from 'node:http';
import { ZodOptional } from 'zod';
import type { z } from 'zod';
import { firstProblems, refusalRules } from '../../contracts/index.js';
import type { Api, Assumptions, Refusals } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer, AnswerHeaders } from '../server/answer.js';
import { ForgedRequest, LoginFailed, OpenRefusal, TrackerError } from '../server/errors.js';
import { logIn } from '../server/log-in.js';
import type { LoggedIn } from '../server/log-in.js';
import { readJsonBody } from '../server/read-json.js';
import { hasBody, readUnheard } from '../server/request-body.js';
import type { RequestBody } from '../server/request-body.js';
import { endpointMeant } from '../server/router.js';
import type { Match, ServedRoute } from '../server/router.js';
import type { Sessions } from '../server/sessions.js';
import type { State } from '../state/state.js';
import type { Call } from '../tracker/call.js';
import { readOwnBody, readParameters, refuseForged, requireXsrfHeader } from '../tracker/read-request.js';
import { handlerOf } from './implementation.js';
import type { RefusalStep } from './journal.js';
import type { Tenant } from './tenant.js';

export interface Incoming {
  readonly tenant: Tenant;
  readonly request: IncomingMessage;
  readonly body: RequestBody;
  /** The path after the tenant's context path, with its query. */
  readonly path: string;
  readonly baseUrl: string;
}

/** What is known of a request so far: a refusal is answered and recorded with it. */
export interface KnownOfRequest {
  /** The step that it is in, or that refused it; null once the endpoint's handler is asked. */
  step: RefusalStep | null;
  login?: LoggedIn | undefined;
  route?: ServedRoute | undefined;
  requestBody: string;
}

export interface Answered {
  readonly answer: Answer;
  /** The headers of the answer, unless it names others. */
  readonly headers: AnswerHeaders;
  readonly known: KnownOfRequest;
}

interface Admitted {
  readonly login: LoggedIn;
  readonly match: Match;
}

interface Sent extends Pick<Call, 'query' | 'body' | 'bodyText' | 'uploads'> {
  readonly route: ServedRoute;
}

/** Answers one request to a tenant's own paths; a refusal is an answer too. */
export async function answerCall(incoming: Incoming): Promise<Answered> {
  const known: KnownOfRequest = { step: 'login', requestBody: '' };
  try {
    const admitted = admit(incoming, known);
    const isForm = admitted.match.routes.withBody.encoding === 'multipart';
    const sent = isForm
      ? await readForm(incoming, known, admitted)
      : readText(incoming, known, admitted, await incoming.body.text());
    known.step = null;
    return answerWith(incoming, known, runHandler(incoming, admitted, sent));
  } catch (error) {
    return answerError(incoming, known, error);
  }
}

/** Lets a request in by its headers. @throws TrackerError */
function admit({ tenant, request, path, baseUrl }: Incoming, known: KnownOfRequest): Admitted {
  const login = logIn(tenant, request.headers, baseUrl);
  known.login = login;
  known.step = 'address';
  const match = tenant.router.match(request.method ?? 'GET', path);
  known.step = 'login';
  requireLogin(login, match);
  known.step = 'request';
  refuseForged(request, baseUrl);
  return { login, match };
}

function requireLogin({ caller }: LoggedIn, match: Match): void {
  if (caller !== null || match.routes.plain.open === true) return;
  throw new OpenRefusal('noLogin', 401, 'You have to log in to call this.');
}

/** Reads a request whose body is a form with files. @throws TrackerError */
async function readForm({ request, body }: Incoming, known: KnownOfRequest, { match }: Admitted): Promise<Sent> {
  const route = match.routes.withBody;
  known.route = route;
  if (route.family === 'tracker') requireXsrfHeader(request.headers);
  const query = readQuery(route, match);
  // Loaded with the first form: few tests send one, and each failed test starts a worker.
  const { PART, readUploads } = await import('../server/read-uploads.js');
  const uploads = await readUploads(body);
  known.requestBody = uploads.map(({ filename, size }) => `${PART}: ${filename} (${size} bytes)`).join('\n');
  return { route, query, body: undefined, bodyText: '', uploads };
}

/** Reads a request whose body, if it has one, is text. @throws TrackerError */
function readText({ tenant, body }: Incoming, known: KnownOfRequest, { match }: Admitted, bodyText: string): Sent {
  const route = bodyText === '' ? match.routes.plain : match.routes.withBody;
  known.route = route;
  known.requestBody = bodyText;
  const query = readQuery(route, match);
  const sent = readRequestBody(tenant, route, bodyText, body.contentType);
  return { route, query, body: sent, bodyText, uploads: [] };
}

/** On the state itself if it only reads, otherwise in a change that a refusal undoes. @throws TrackerError */
function runHandler(
  { tenant, request, path, baseUrl }: Incoming,
  { login, match }: Admitted,
  { route, query, body, bodyText, uploads }: Sent,
): Answer {
  const handle = handlerOf(tenant.implementation, route.name);
  const ask = (state: State): Answer => {
    return handle({
      state,
      assumptions: tenant.assumptions,
      extensions: tenant.implementation.extensions,
      basePaths: tenant.basePaths,
      clock: tenant.clock,
      properties: tenant.properties,
      baseUrl,
      caller: login.caller,
      sessions: tenant.sessions,
      session: login.session,
      parameters: match.parameters,
      query,
      body,
      bodyText,
      uploads,
      headers: request.headers,
      path,
      defer: tenant.defer,
    });
  };
  return route.scope === 'read' ? ask(tenant.state) : tenant.change(ask);
}

/** @throws the error if it is no refusal */
async function answerError(incoming: Incoming, known: KnownOfRequest, error: unknown): Promise<Answered> {
  if (!(error instanceof TrackerError)) throw error;
  const { tenant, request, body, path } = incoming;
  known.route ??= endpointMeant(tenant.router, request, path);
  // Other bodies are those of requests that were refused before they were read.
  if (known.requestBody === '' && hasBody(request)) known.requestBody = await readUnheard(body);
  return answerWith(incoming, known, answerRefusal(error, known.route, tenant.assumptions), error);
}

function answerWith(
  { tenant, baseUrl }: Incoming,
  known: KnownOfRequest,
  meant: Answer,
  refusal?: TrackerError,
): Answered {
  const answer = tenant.implementation.rewriteAnswer(meant, { endpoint: known.route, refusal });
  return { answer, headers: commonHeaders(answer.status, known.login, tenant.sessions, baseUrl), known };
}

/** What the document of an API leaves open of a refusal is answered as a setting says (DT-N17, AD-N14, TM-N17). */
function answerRefusal(
  error: TrackerError,
  meant: Pick<ServedRoute, 'family'> | undefined,
  assumptions: Assumptions,
): Answer {
  const family = meant?.family;
  if (error instanceof LoginFailed && (error.status === 403 || !isApi(family))) {
    const headers = { ...error.headers, 'Content-Type': 'text/html;charset=UTF-8' };
    return { status: error.status, bytes: [Buffer.from(error.page)], headers };
  }
  if (error instanceof ForgedRequest) return inShape.text(error, error.status, error.headers);
  if (!(error instanceof OpenRefusal) || !isApi(family)) {
    return { status: error.status, json: error.body, headers: error.headers };
  }
  const refusals: Refusals = assumptions[refusalRules[family]];
  const status = refusals[error.kind];
  return inShape[refusals.body](error, status, error.headers);
}

function isApi(family: unknown): family is Api {
  return typeof family === 'string' && Object.hasOwn(refusalRules, family);
}

type Shape = (error: TrackerError, status: number, headers: Answer['headers'] & object) => Answer;

const inShape: Readonly<Record<Refusals['body'], Shape>> = {
  errorMessages: ({ body }, status, headers) => ({ ...json(body, status), headers }),
  message: ({ message }, status, headers) => ({ ...json({ message, 'status-code': status }, status), headers }),
  text: ({ message }, status, headers) => ({
    status,
    bytes: [Buffer.from(message)],
    headers: { ...headers, 'Content-Type': 'text/plain;charset=UTF-8' },
  }),
  empty: (_error, status, headers) => ({ status, headers }),
};

let requests = 0;

function commonHeaders(
  status: number,
  login: LoggedIn | undefined,
  sessions: Sessions,
  baseUrl: string,
): AnswerHeaders {
  const { caller = null, session } = login ?? {};
  requests += 1;
  const headers: AnswerHeaders = {
    'X-AREQUESTID': `${Math.floor(Date.now() / 60_000) % 1_440}x${requests}x1`,
    'X-AUSERNAME': caller === null ? 'anonymous' : encodeURIComponent(caller.name),
    'Cache-Control': 'no-cache, no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
  };
  if (session !== undefined) headers['X-ASESSIONID'] = session.alias;
  if (caller !== null && login?.byPassword === true) headers['X-Seraph-LoginReason'] = 'OK';
  if (status === 401) headers['WWW-Authenticate'] = `OAuth realm="${encodeURIComponent(baseUrl)}"`;
  if (session !== undefined && login?.isNew === true && sessions.has(session)) {
    headers['Set-Cookie'] = sessions.cookiesOf(session);
  }
  return headers;
}

function readQuery(route: ServedRoute, { query }: Match): unknown {
  if (route.query === undefined) return {};
  return check(route.query, isApi(route.family) ? { ...query } : readParameters(query), 'query parameter');
}

function readRequestBody(tenant: Tenant, route: ServedRoute, text: string, contentType: string | undefined): unknown {
  if (route.body === undefined) return undefined;
  if (text === '' && route.body instanceof ZodOptional) return undefined;
  if (text === '') throw new OpenRefusal('unreadableBody', 400, 'The call needs a body, and none was sent.');
  const body = tenant.implementation.readBody(route.name, readJsonBody(text, contentType));
  return check(route.body, isApi(route.family) ? body : readOwnBody(route.body, body), 'body');
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = Object.fromEntries(firstProblems(parsed.error, what));
  if (what === 'body') throw new OpenRefusal('wrongTypes', 400, "The body can't be used.", problems);
  throw new TrackerError(400, `The ${what} can't be used.`, problems);
}
