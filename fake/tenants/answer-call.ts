import type { IncomingMessage } from 'node:http';
import { ZodOptional } from 'zod';
import type { z } from 'zod';
import { firstProblems } from '../../contracts/index.js';
import type { Answer } from '../server/answer.js';
import { OpenRefusal, TrackerError } from '../server/errors.js';
import { logIn } from '../server/log-in.js';
import type { Login } from '../server/log-in.js';
import { readJson } from '../server/read-json.js';
import { readLeniently } from '../server/read-leniently.js';
import { readUploads } from '../server/read-uploads.js';
import { refuseForged, requireXsrfHeader } from '../server/refuse-forged.js';
import { readUnheard } from '../server/request-body.js';
import type { RequestBody } from '../server/request-body.js';
import { endpointMeant } from '../server/router.js';
import type { Match, Router, ServedRoute } from '../server/router.js';
import { weigh } from '../server/write-json.js';
import type { State } from '../state/state.js';
import { mapValues } from '../state/table.js';
import { limited, TooMuchWork } from '../state/work.js';
import type { Call } from '../tracker/call.js';
import { readObject } from '../tracker/read-values.js';
import { answerRefusal, isApi } from './answer-refusal.js';
import { withCommonHeaders } from './common-headers.js';
import { handlerOf } from './implementation.js';
import type { RefusalStep } from './journal.js';
import type { Tenant } from './tenant.js';

/** The outcome of a request, for the answer and for the journal. */
export interface Outcome {
  readonly answer: Answer;
  readonly endpoint: string | null;
  readonly refused: RefusalStep | null;
  readonly caller: string | null;
  readonly requestBody: string;
  /** Whether the bodies hold credentials. */
  readonly isConfidential: boolean;
}

/** A request to a tenant's own paths. */
export interface Incoming {
  readonly tenant: Tenant;
  readonly router: Router;
  readonly request: IncomingMessage;
  readonly body: RequestBody;
  /** The path after the tenant's context path, with its query. */
  readonly path: string;
  readonly baseUrl: string;
}

/** The parts of a request that have been read: a refusal is answered and recorded with them. */
interface Known {
  login?: Login;
  route?: ServedRoute;
  requestBody: string;
}

/** A request that has been read: its endpoint, and its content as a handler gets it. */
interface ReadRequest {
  readonly route: ServedRoute;
  readonly sent: Pick<Call, 'query' | 'body' | 'bodyText' | 'uploads'>;
}

/** A refusal, and the step that refused; null if the endpoint's handler did. */
class RefusedAt extends Error {
  constructor(
    readonly step: RefusalStep | null,
    readonly refusal: TrackerError,
  ) {
    super(refusal.message);
  }
}

/** Answers one request to a tenant's own paths; a refusal is an answer too. */
export async function answerCall(incoming: Incoming): Promise<Outcome> {
  const known: Known = { requestBody: '' };
  try {
    return outcomeOf(incoming, known, await runSteps(incoming, known));
  } catch (error) {
    if (!(error instanceof RefusedAt)) throw error;
    return refusedOutcome(incoming, known, error);
  }
}

/** @throws RefusedAt */
async function runSteps(incoming: Incoming, known: Known): Promise<Answer> {
  const { tenant, router, request, path, baseUrl } = incoming;
  const login = inStep('login', () => logIn(tenant, request.headers, baseUrl));
  known.login = login;
  const match = inStep('address', () => router.match(request.method ?? 'GET', path));
  inStep('login', () => {
    requireLogin(login, match);
  });
  inStep('request', () => {
    refuseForged(request, baseUrl);
  });
  const isForm = match.route(true).encoding === 'multipart';
  const sent = await (isForm ? readForm : readText)(incoming, match, known).catch((error: unknown) =>
    refuseAt('request', error),
  );
  return inStep(null, () => runHandler(incoming, login, match, sent));
}

/** Runs one step. @throws RefusedAt */
function inStep<Result>(step: RefusalStep | null, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    return refuseAt(step, error);
  }
}

/** @throws RefusedAt, or the error itself if it refuses nothing */
function refuseAt(step: RefusalStep | null, error: unknown): never {
  if (error instanceof TrackerError) throw new RefusedAt(step, error);
  if (error instanceof TooMuchWork) throw new RefusedAt(step, new TrackerError(400, error.message));
  throw error;
}

function requireLogin({ caller }: Login, match: Match): void {
  if (caller !== null || match.route(false).open === true) return;
  throw new OpenRefusal('noLogin', 401, 'You have to log in to call this.');
}

/** Reads a request whose body is a form with files. */
async function readForm({ request, body }: Incoming, match: Match, known: Known): Promise<ReadRequest> {
  const route = match.route(true);
  known.route = route;
  if (route.family === 'tracker') requireXsrfHeader(request.headers);
  const query = readQuery(route, match);
  const uploads = await readUploads(body);
  known.requestBody = uploads.map(({ part, filename, size }) => `${part}: ${filename} (${size} bytes)`).join('\n');
  return { route, sent: { query, body: undefined, bodyText: '', uploads } };
}

/** Reads a request whose body, if it has one, is text. */
async function readText({ tenant, body }: Incoming, match: Match, known: Known): Promise<ReadRequest> {
  const bodyText = await body.text();
  known.requestBody = bodyText;
  const route = match.route(bodyText !== '');
  known.route = route;
  const query = readQuery(route, match);
  return {
    route,
    sent: { query, body: readRequestBody(tenant, route, bodyText, body.contentType), bodyText, uploads: [] },
  };
}

/** Asks the handler of an endpoint: on the state itself if it only reads, otherwise in a change that a refusal undoes. */
function runHandler(incoming: Incoming, login: Login, match: Match, { route, sent }: ReadRequest): Answer {
  const { tenant } = incoming;
  const handle = handlerOf(tenant.implementation, route.name);
  const answer = (state: State) => weighed(handle({ ...callOf(incoming, login, match), ...sent, state }));
  return limited(() => (route.scope === 'read' ? answer(tenant.state) : tenant.change(answer)));
}

function callOf({ tenant, request, path, baseUrl }: Incoming, { caller, session }: Login, { parameters }: Match) {
  return {
    assumptions: tenant.assumptions,
    extensions: tenant.implementation.extensions,
    basePaths: tenant.basePaths,
    clock: tenant.clock,
    properties: tenant.properties,
    baseUrl,
    caller,
    sessions: tenant.sessions,
    session,
    parameters,
    headers: request.headers,
    path,
    defer: (action: (state: State) => void) => {
      tenant.deferred.add(action, tenant.clock.now());
    },
  };
}

/** An answer that is not too large. @throws TooMuchWork */
function weighed(answer: Answer): Answer {
  weigh(answer.json);
  return answer;
}

async function refusedOutcome(incoming: Incoming, known: Known, { step, refusal }: RefusedAt): Promise<Outcome> {
  const { tenant, router, request, body, path } = incoming;
  const route = known.route ?? endpointMeant(router, request, path);
  // Other bodies are those of requests that were refused before they were read.
  const requestBody = known.requestBody === '' ? await readUnheard(body) : known.requestBody;
  const answer = answerRefusal(refusal, route, tenant.assumptions);
  return outcomeOf(incoming, { ...known, ...(route !== undefined && { route }), requestBody }, answer, {
    step,
    refusal,
  });
}

function outcomeOf(
  { tenant, request, baseUrl }: Incoming,
  { login, route, requestBody }: Known,
  answer: Answer,
  refused?: { readonly step: RefusalStep | null; readonly refusal: TrackerError },
): Outcome {
  const rewritten = tenant.implementation.rewriteAnswer(answer, { endpoint: route, refusal: refused?.refusal });
  return {
    answer: withSession(tenant, withCommonHeaders(rewritten, request.headers, login, baseUrl), login),
    endpoint: route?.title ?? null,
    refused: refused?.step ?? null,
    caller: login?.caller?.name ?? null,
    requestBody,
    isConfidential: route?.holdsCredentials === true,
  };
}

/** Tells the client of the session that its login has opened. */
function withSession({ sessions }: Tenant, answer: Answer, login: Login | undefined): Answer {
  if (login?.isNew !== true || login.session === undefined || answer.cookies !== undefined) return answer;
  return sessions.has(login.session) ? { ...answer, cookies: sessions.cookiesOf(login.session) } : answer;
}

function readQuery(route: ServedRoute, { query }: Match): unknown {
  if (route.query === undefined) return {};
  return check(route.query, isApi(route.family) ? { ...query } : mapValues(query, oneValue), 'query parameter');
}

/** Joins the values of a parameter that is sent more than once: clients can send a list `a,b` as two values. */
function oneValue(value: string | string[]): string {
  return typeof value === 'string' ? value : value.join(',');
}

function readRequestBody(tenant: Tenant, route: ServedRoute, text: string, contentType: string | undefined): unknown {
  if (route.body === undefined) return undefined;
  if (text === '' && route.body instanceof ZodOptional) return undefined;
  if (route.family === 'default-templates' && tenant.assumptions['DT-N21'] === 'read leniently') {
    return check(route.body, readLeniently(route.body, text), 'body');
  }
  if (text === '') throw new OpenRefusal('unreadableBody', 400, 'The call needs a body, and none was sent.');
  const body = tenant.implementation.readBody(route.name, readJson(text, contentType));
  return check(route.body, isApi(route.family) ? body : withoutNulls(body), 'body');
}

/** A body without the properties that are null, which the tracker reads as absent. */
function withoutNulls(body: unknown): unknown {
  const properties = readObject(body);
  if (properties === undefined) return body;
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = Object.fromEntries(firstProblems(parsed.error, what));
  if (what === 'body') throw new OpenRefusal('wrongTypes', 400, "The body can't be used.", problems);
  throw new TrackerError(400, `The ${what} can't be used.`, problems);
}
