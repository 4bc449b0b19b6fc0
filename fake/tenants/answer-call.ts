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
import type { Upload } from '../server/read-uploads.js';
import { refuseForged, requireXsrfHeader } from '../server/refuse-forged.js';
import { readUnheard } from '../server/request-body.js';
import type { RequestBody } from '../server/request-body.js';
import { endpointMeant } from '../server/router.js';
import type { Match, Router, ServedRoute } from '../server/router.js';
import { weigh } from '../server/write-json.js';
import type { State } from '../state/state.js';
import { mapValues } from '../state/table.js';
import { limited, TooMuchWork } from '../state/work.js';
import type { AnyHandler, Call } from '../tracker/call.js';
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

/** The endpoints that answer callers who have not logged in, with what everybody may see. */
const openToAll: ReadonlySet<string> = new Set([
  'getServerInfo',
  'getSession',
  'createSession',
  'getMyPermissions',
  'listProjects',
  'getProject',
  'listProjectStatuses',
  'listComponents',
  'getIssue',
  'listTransitions',
  'listComments',
  'getComment',
  'listWorklogs',
  'listRemoteLinks',
  'getAttachment',
  'downloadAttachment',
  'searchIssues',
  'searchIssuesByPost',
]);

/** The content of a body, as a handler gets it. */
interface Sent {
  readonly body?: unknown;
  readonly bodyText?: string;
  readonly uploads?: readonly Upload[];
}

/** Answers one request to a tenant's own paths; a refusal is an answer too. */
export async function answerCall(
  tenant: Tenant,
  router: Router,
  request: IncomingMessage,
  body: RequestBody,
  path: string,
  baseUrl: string,
): Promise<Outcome> {
  let endpoint: string | null = null;
  let step: RefusalStep | null = 'login';
  let login: Login | undefined;
  let isConfidential = false;
  let requestBody = '';
  let meant: ServedRoute | undefined;
  let refusal: TrackerError | undefined;
  let answer: Answer;
  try {
    login = logIn(tenant, request.headers, baseUrl);
    const { caller, session } = login;
    step = 'address';
    const match = router.match(request.method ?? 'GET', path);
    step = 'request';
    if (caller === null && !openToAll.has(match.route(false).name)) throw loginNeeded();
    refuseForged(request, baseUrl);
    const callOf = (state: State, query: unknown, sent: Sent): Call => ({
      state,
      assumptions: tenant.assumptions,
      extensions: tenant.implementation.extensions,
      basePaths: tenant.basePaths,
      clock: tenant.clock,
      properties: tenant.properties,
      baseUrl,
      caller,
      sessions: tenant.sessions,
      session,
      parameters: match.parameters,
      query,
      body: sent.body,
      bodyText: sent.bodyText ?? '',
      uploads: sent.uploads ?? [],
      headers: request.headers,
      path,
      defer: (action) => {
        tenant.deferred.add(action, tenant.clock.now());
      },
    });
    const upload = match.route(true);
    if (upload.encoding === 'multipart') {
      meant = upload;
      endpoint = upload.title;
      if (upload.family === 'tracker') requireXsrfHeader(request.headers);
      const query = readQuery(upload, match);
      const handle = handlerOf(tenant.implementation, upload.name);
      limited(() => tryWithoutUploads(tenant, handle, (state) => callOf(state, query, {})));
      const uploads = await readUploads(body);
      requestBody = describeUploads(uploads);
      step = null;
      answer = limited(() => tenant.change((state) => weighed(handle(callOf(state, query, { uploads })))));
    } else {
      const bodyText = await body.text();
      requestBody = bodyText;
      const route = match.route(bodyText !== '');
      meant = route;
      endpoint = route.title;
      isConfidential = route.holdsCredentials === true;
      const query = readQuery(route, match);
      const sent = { body: readRequestBody(tenant, route, bodyText, body.contentType), bodyText };
      step = null;
      answer = limited(() => run(tenant, route, (state) => callOf(state, query, sent)));
    }
  } catch (thrown) {
    const error = asRefusal(thrown);
    refusal = error;
    if (step !== null && error.status === 401) step = 'login';
    meant ??= endpointMeant(router, request, path);
    endpoint ??= meant?.title ?? null;
    answer = answerRefusal(error, meant, tenant.assumptions);
    isConfidential = meant?.holdsCredentials === true;
    // Other bodies are those of requests that were refused before they were read.
    if (requestBody === '') requestBody = await readUnheard(body);
  }
  const caller = login?.caller?.name ?? null;
  return {
    answer: withSession(
      tenant,
      withCommonHeaders(
        tenant.implementation.rewriteAnswer(answer, { endpoint: meant, refusal }),
        request.headers,
        login,
        baseUrl,
      ),
      login,
    ),
    endpoint,
    refused: step,
    caller,
    requestBody,
    isConfidential,
  };
}

/** Tells the client of the session that its login has opened. */
function withSession({ sessions }: Tenant, answer: Answer, login: Login | undefined): Answer {
  if (login?.isNew !== true || login.session === undefined || answer.cookies !== undefined) return answer;
  return sessions.has(login.session) ? { ...answer, cookies: sessions.cookiesOf(login.session) } : answer;
}

function run(tenant: Tenant, route: ServedRoute, callOn: (state: State) => Call): Answer {
  const handle = handlerOf(tenant.implementation, route.name);
  if (route.method === 'GET') return weighed(handle(callOn(tenant.state)));
  return tenant.change((state) => weighed(handle(callOn(state))));
}

/** An answer that is not too large. @throws TooMuchWork */
function weighed(answer: Answer): Answer {
  weigh(answer.json);
  return answer;
}

/** A refusal that was thrown. @throws Error that is none */
function asRefusal(thrown: unknown): TrackerError {
  if (thrown instanceof TrackerError) return thrown;
  if (thrown instanceof TooMuchWork) return new TrackerError(400, thrown.message);
  throw thrown;
}

function loginNeeded(): OpenRefusal {
  return new OpenRefusal('noLogin', 401, 'You have to log in to call this.');
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

function describeUploads(uploads: readonly Upload[]): string {
  return uploads.map(({ part, filename, size }) => `${part}: ${filename} (${size} bytes)`).join('\n');
}

/** Thrown through a handler that is only tried: it undoes what the handler did. */
const tried = new Error('The uploads are not read yet.');

/**
 * Runs a handler before the files of a call are read, until it asks for them. A call that it refuses earlier, such as
 * one for an issue that does not exist, is refused before any file is read. Its changes are undone.
 *
 * @throws TrackerError the refusal of the handler
 */
function tryWithoutUploads(tenant: Tenant, handle: AnyHandler, callOn: (state: State) => Call): void {
  try {
    tenant.change((state) => {
      handle({
        ...callOn(state),
        get uploads(): never {
          throw tried;
        },
        defer: ignore,
      });
      throw tried;
    });
  } catch (error) {
    if (error !== tried) throw error;
  }
}

function ignore(): void {
  // Work is deferred only when the call is really made.
}
