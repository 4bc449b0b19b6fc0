import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { WorldUser } from '../../contracts/index.js';
import type { Space } from '../spaces/space.js';
import type { State } from '../state/state.js';
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
  let endpoint: string | null = null;
  let caller: WorldUser | null = null;
  let requestBody = '';
  let answer: Answer;
  try {
    caller = authenticate(space.state, request.headers.authorization);
    const match = router.match(request.method ?? 'GET', path);
    const multipart = match.route(true).encoding === 'multipart';
    if (multipart && caller === null) throw loginNeeded();
    if (multipart && match.route(true).family === 'tracker') requireXsrfHeader(request);
    const uploads = multipart ? await readUploads(request) : [];
    requestBody = multipart ? describeUploads(uploads) : await readText(request);
    const route = match.route(requestBody !== '');
    endpoint = route.title;
    if (caller === null && route.name !== 'getServerInfo') throw loginNeeded();
    const query = readQuery(route, match);
    const body = readRequestBody(space, route, requestBody, request.headers['content-type']);
    answer = run(space, route, (state) => ({
      state,
      assumptions: space.assumptions,
      basePaths: space.basePaths,
      clock: space.clock,
      properties: space.properties,
      baseUrl,
      caller,
      parameters: match.parameters,
      query,
      body,
      bodyText: multipart ? '' : requestBody,
      uploads,
      headers: request.headers,
      path,
      defer: (action) => {
        space.deferred.add(action, space.clock.now());
      },
    }));
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    answer = { status: error.status, json: error.body, headers: error.headers };
  }
  return { answer, endpoint, caller: caller === null ? null : caller.name, requestBody };
}

function run(space: Space, route: ServedRoute, callOn: (state: State) => Call): Answer {
  const handler = space.behaviour.handlers[route.name];
  if (handler === undefined) throw new Error(`The endpoint ${route.name} has no handler.`);
  if (route.method === 'GET') return handler(callOn(space.state));
  return space.change((state) => handler(callOn(state)));
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
