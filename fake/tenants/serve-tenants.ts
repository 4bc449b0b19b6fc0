import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SeenRequest } from '../faults/wire-faults.js';
import { serveDisturbed } from '../faults/serve-disturbed.js';
import type { Disturbed } from '../faults/serve-disturbed.js';
import { renderAnswer, sendAnswer } from '../server/answer.js';
import { ignoreRefusal, TrackerError } from '../server/errors.js';
import { whoCalls } from '../server/log-in.js';
import { readUnheard } from '../server/request-body.js';
import type { RequestBody } from '../server/request-body.js';
import { endpointMeant } from '../server/router.js';
import type { Router } from '../server/router.js';
import { answerCall } from './answer-call.js';
import type { Outcome } from './answer-call.js';
import type { Recorded } from './journal.js';
import type { Tenant } from './tenant.js';
import type { Tenants } from './tenants.js';

/** The placeholder in the journal for a body that holds credentials. */
const LEFT_OUT = '(left out: it holds credentials)';

/** Serves one request to the tenant of its path and records it. A request to no tenant is refused. */
export function serveTenants(
  tenants: Tenants,
  request: IncomingMessage,
  response: ServerResponse,
  body: RequestBody,
): Promise<void> | undefined {
  const url = request.url ?? '/';
  const tenant = tenants.ofPath(url);
  if (tenant === undefined) return answerUnmatchedRequest(tenants, request, response, body, url);
  const arrival = { at: tenant.clock.now(), started: performance.now(), path: url.slice(tenant.contextPath.length) };
  const { path } = arrival;
  const baseUrl = `http://${request.headers.host ?? 'localhost'}${tenant.contextPath}`;
  const router = tenant.router;
  const handle = () => {
    tenant.catchUp(request.method === 'GET');
    return answerCall({ tenant, router, request, body, path, baseUrl });
  };
  const record = (disturbed: Disturbed<Known>) => tenant.journal.record(entryOf(request, arrival, disturbed));
  if (tenant.faults.size > 0) {
    return answerDisturbed(tenant, router, request, response, body, path, handle).then(record);
  }
  const outcome = handle();
  if (outcome instanceof Promise) return outcome.then((known) => record(sendOutcome(response, known)));
  record(sendOutcome(response, outcome));
  return undefined;
}

/** When a request arrived, and its path and query after the context path. */
interface Arrival {
  readonly at: number;
  readonly started: number;
  readonly path: string;
}

/** A request and its answer as a journal keeps them. */
function entryOf(
  { method = 'GET', headers }: IncomingMessage,
  { at, started, path }: Arrival,
  { known, status, responseBody, faults }: Disturbed<Known>,
): Recorded {
  const { endpoint, refused, caller, requestBody, isConfidential } = known;
  return {
    ...{ at, method, url: path, endpoint, refused, caller },
    contentType: headers['content-type'] ?? null,
    requestBody: isConfidential ? LEFT_OUT : endpoint === null ? withoutPassword(requestBody) : requestBody,
    status,
    responseBody: isConfidential ? LEFT_OUT : responseBody,
    duration: performance.now() - started,
    faults,
  };
}

/** Refuses a request that belongs to no tenant, and records it. */
async function answerUnmatchedRequest(
  tenants: Tenants,
  request: IncomingMessage,
  response: ServerResponse,
  body: RequestBody,
  path: string,
): Promise<void> {
  const arrival = { at: Date.now(), started: performance.now(), path };
  const trackers = tenants.all().map(({ contextPath }) => contextPath || '/');
  const there =
    path === '/'
      ? 'At / a browser finds the console; a tracker is asked below its /rest/.'
      : `No tracker is served at ${path}.`;
  const { status, body: json } = new TrackerError(404, `${there} There are trackers at: ${trackers.join(', ')}.`);
  const requestBody = await readUnheard(body);
  const responseBody = sendAnswer(response, { status, json });
  const known = { endpoint: null, refused: 'address', caller: null, requestBody, isConfidential: false } as const;
  tenants.unmatched.record(entryOf(request, arrival, { known, status, responseBody, faults: none }));
}

/** The body of a request for no endpoint, unless it can be that of a login. */
function withoutPassword(body: string): string {
  return /"password"/i.test(body) ? LEFT_OUT : body;
}

const none: readonly string[] = [];

function sendOutcome(response: ServerResponse, known: Outcome): Disturbed<Known> {
  const { answer, headers } = known;
  return { known, status: answer.status, responseBody: sendAnswer(response, answer, headers), faults: none };
}

/** The parts of a request that the journal keeps, without the answer. */
type Known = Omit<Outcome, 'answer' | 'headers'>;

/** Serves one request to a tenant that has faults. */
function answerDisturbed(
  tenant: Tenant,
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  body: RequestBody,
  path: string,
  answer: () => Outcome | Promise<Outcome>,
): Promise<Disturbed<Known>> {
  const seen = identifyRequest(tenant, router, request, path);
  return serveDisturbed<Known>({
    faults: tenant.faults,
    seen,
    response,
    handle: async () => {
      const { answer: answered, headers, ...known } = await answer();
      const { pieces, text, ...rest } = renderAnswer(answered, headers);
      const isJson = text !== '';
      return {
        known,
        sending: {
          ...rest,
          body: pieces === undefined ? Buffer.from(text) : Buffer.concat(pieces),
          isJson,
          isText: isJson,
        },
      };
    },
    swallow: async () => ({
      endpoint: seen.title,
      refused: null,
      caller: seen.caller,
      requestBody: await readUnheard(body),
      isConfidential: seen.isConfidential,
    }),
  });
}

/** The facts about a request that are known before it is handled, even if it is invalid. */
function identifyRequest(
  tenant: Tenant,
  router: Router,
  request: IncomingMessage,
  url: string,
): SeenRequest & { readonly title: string | null; readonly isConfidential: boolean } {
  const method = request.method ?? 'GET';
  const route = endpointMeant(router, request, url);
  const user = ignoreRefusal(() => whoCalls(tenant, request.headers).caller);
  return {
    method,
    url,
    endpoint: route?.name ?? null,
    title: route?.title ?? null,
    isConfidential: route?.holdsCredentials === true,
    caller: user?.name ?? null,
  };
}
