import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { Space } from '../spaces/space.js';
import type { Answer } from './answer.js';
import { authenticate, challenge } from './authenticate.js';
import type { Call } from './call.js';
import { readJson, readText } from './read-body.js';
import { readUploads, requireXsrfHeader } from './read-uploads.js';
import type { Match, Router, ServedRoute } from './router.js';
import { TrackerError } from './tracker-error.js';
import type { Upload } from './upload.js';

/** What became of a request, for the answer and for the journal. */
export interface Outcome {
  readonly answer: Answer;
  readonly endpoint: string | null;
  readonly caller: string | null;
  readonly requestBody: string;
}

/** Answers one request to a space's own paths; a refusal is an answer too. */
export async function answerCall(
  space: Space,
  router: Router,
  request: IncomingMessage,
  path: string,
  baseUrl: string,
): Promise<Outcome> {
  const seen: { endpoint: string | null; caller: string | null; requestBody: string } = {
    endpoint: null,
    caller: null,
    requestBody: '',
  };
  try {
    const caller = authenticate(space.state, request.headers.authorization);
    seen.caller = caller?.name ?? null;
    const match = router.match(request.method ?? 'GET', path);
    const multipart = match.route(true).encoding === 'multipart';
    if (multipart && caller === null) throw loginNeeded();
    if (multipart && match.route(true).family === 'tracker') requireXsrfHeader(request);
    const uploads = multipart ? await readUploads(request) : [];
    seen.requestBody = multipart ? describeUploads(uploads) : await readText(request);
    const route = match.route(seen.requestBody !== '');
    seen.endpoint = route.title;
    if (caller === null && route.name !== 'getServerInfo') throw loginNeeded();
    const call: Omit<Call, 'state'> = {
      assumptions: space.assumptions,
      basePaths: space.basePaths,
      clock: space.clock,
      properties: space.properties,
      baseUrl,
      caller,
      parameters: match.parameters,
      query: readQuery(route, match),
      body: readRequestBody(space, route, seen.requestBody, request.headers['content-type']),
      bodyText: multipart ? '' : seen.requestBody,
      uploads,
      headers: request.headers,
      path,
      defer: (action) => {
        space.deferred.add(action, space.clock.now());
      },
    };
    return { ...seen, answer: run(space, route, call) };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return { ...seen, answer: { status: error.status, json: error.body, headers: error.headers } };
  }
}

function run(space: Space, route: ServedRoute, call: Omit<Call, 'state'>): Answer {
  const handler = space.behaviour.handlers[route.name];
  if (handler === undefined) throw new Error(`The endpoint ${route.name} has no handler.`);
  if (route.method === 'GET') return handler({ ...call, state: space.state });
  return space.change((state) => handler({ ...call, state }));
}

function loginNeeded(): TrackerError {
  return new TrackerError(401, 'You have to log in to call this.', {}, challenge);
}

function readQuery(route: ServedRoute, { query }: Match): unknown {
  return route.query === undefined ? {} : check(route.query, { ...query }, 'query parameter');
}

function readRequestBody(space: Space, route: ServedRoute, text: string, contentType: string | undefined): unknown {
  if (route.body === undefined) return undefined;
  if (text === '') throw new TrackerError(400, 'The call needs a body, and none was sent.');
  return check(route.body, space.behaviour.readBody(route.name, readJson(text, contentType)), 'body');
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => [issue.path.join('.') || what, issue.message] as const);
  throw new TrackerError(400, `The ${what} can't be used.`, Object.fromEntries(faults));
}

function describeUploads(uploads: readonly Upload[]): string {
  return uploads.map(({ part, filename, size }) => `${part}: ${filename} (${size} bytes)`).join('\n');
}
