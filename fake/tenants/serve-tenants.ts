import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveDisturbed } from '../faults/serve-disturbed.js';
import type { Disturbed } from '../faults/serve-disturbed.js';
import { renderAnswer, sendAnswer } from '../server/answer.js';
import { unlessTrackerError, TrackerError } from '../server/errors.js';
import { whoCalls } from '../server/log-in.js';
import { readUnheard } from '../server/request-body.js';
import type { RequestBody } from '../server/request-body.js';
import { endpointMeant } from '../server/router.js';
import { answerCall } from './answer-call.js';
import type { Answered, Incoming, KnownOfRequest } from './answer-call.js';
import type { Recorded } from './journal.js';
import type { Tenants } from './tenants.js';

const LEFT_OUT = '(left out: it holds credentials)';

/** Serves one request to the tenant of its path and records it. A request to no tenant is refused. */
export async function serveTenants(
  tenants: Tenants,
  request: IncomingMessage,
  response: ServerResponse,
  body: RequestBody,
): Promise<void> {
  const url = request.url ?? '/';
  const tenant = tenants.ofPath(url);
  if (tenant === undefined) return answerUnmatchedRequest(tenants, request, response, body, url);
  const path = url.slice(tenant.contextPath.length);
  const arrival = { at: tenant.clock.now(), started: performance.now(), path };
  const baseUrl = `http://${request.headers.host ?? 'localhost'}${tenant.contextPath}`;
  const incoming = { tenant, request, body, path, baseUrl };
  const served =
    tenant.faults.size > 0 ? await answerDisturbed(incoming, response) : send(response, await handle(incoming));
  tenant.journal.record(entryOf(request, arrival, served));
}

function handle(incoming: Incoming): Promise<Answered> {
  incoming.tenant.catchUp(incoming.request.method === 'GET');
  return answerCall(incoming);
}

/** When a request arrived, and its path and query after the context path. */
interface Arrival {
  readonly at: number;
  readonly started: number;
  readonly path: string;
}

function entryOf(
  { method = 'GET', headers }: IncomingMessage,
  { at, started, path }: Arrival,
  { known, status, responseBody, faults }: Disturbed<KnownOfRequest>,
): Recorded {
  const { step: refused, login, route, requestBody } = known;
  const isConfidential = route?.holdsCredentials === true;
  return {
    at,
    method,
    url: path,
    endpoint: route?.title ?? null,
    refused,
    caller: login?.caller?.name ?? null,
    contentType: headers['content-type'] ?? null,
    requestBody: isConfidential || (route === undefined && mayLogIn(requestBody)) ? LEFT_OUT : requestBody,
    status,
    responseBody: isConfidential ? LEFT_OUT : responseBody,
    duration: performance.now() - started,
    faults,
  };
}

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
  const known: KnownOfRequest = { step: 'address', requestBody };
  tenants.unmatched.record(entryOf(request, arrival, { known, status, responseBody, faults: none }));
}

/** Whether the body of a request for no endpoint can be that of a login. */
function mayLogIn(body: string): boolean {
  return /"password"/i.test(body);
}

const none: readonly string[] = [];

function send(response: ServerResponse, { answer, headers, known }: Answered): Disturbed<KnownOfRequest> {
  return { known, status: answer.status, responseBody: sendAnswer(response, answer, headers), faults: none };
}

/** Serves one request to a tenant that has faults. A fault is chosen by endpoint and caller, even for an invalid request. */
function answerDisturbed(incoming: Incoming, response: ServerResponse): Promise<Disturbed<KnownOfRequest>> {
  const { tenant, request, body, path: url } = incoming;
  const { method = 'GET', headers } = request;
  const route = endpointMeant(tenant.router, request, url);
  const login = unlessTrackerError(() => whoCalls(tenant, headers));
  return serveDisturbed<KnownOfRequest>({
    faults: tenant.faults,
    seen: { method, url, endpoint: route?.name ?? null, caller: login?.caller?.name ?? null },
    response,
    handle: async () => {
      const { answer, headers, known } = await handle(incoming);
      const { pieces, text, ...rest } = renderAnswer(answer, headers);
      const isText = text !== '';
      const bytes = pieces === undefined ? Buffer.from(text) : Buffer.concat(pieces);
      return { known, sending: { ...rest, body: bytes, isJson: isText, isText } };
    },
    swallow: async () => ({ step: null, login, route, requestBody: await readUnheard(body) }),
  });
}
