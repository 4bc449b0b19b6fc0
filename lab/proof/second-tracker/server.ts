import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { resolveChoices } from './choices.js';
import { defaultTemplateRoutes } from './default-templates.js';
import { directorySyncRoutes } from './directory-sync.js';
import { type Answer, type Call, empty, errorAnswer, json, type Route, RouterRefusal, type Service } from './http.js';
import { Refusal, Reading } from './reading.js';
import { issueRoutes } from './issues.js';
import { Logins } from './login.js';
import type { User } from './model.js';
import { peopleRoutes } from './people.js';
import { projectRoutes } from './projects.js';
import { searchRoutes } from './search.js';
import { testManagementRoutes } from './test-management.js';
import { createWorld } from './world.js';

interface RunningTracker { url: string; close(): Promise<void> }
interface Message { headers: Readonly<Record<string, unknown>>; body: Buffer }
/** A call as it came, with path and query, and its answer. */
export interface AnsweredCall { method: string; url: string; request: Message; status: number; answer: Message }

export const CONTEXT_PATH = '/jira';

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** Routes in the order in which they are tried: a literal segment wins over a parameter. */
const inOrder = (routes: readonly Route[]): Route[] => {
  const parameters = ({ segments }: Route): number => segments.filter(isParameter).length;
  return [...routes].sort((a, b) => parameters(a) - parameters(b));
};

const fits = (route: Route, segments: readonly string[]): boolean =>
  route.segments.length === segments.length && route.segments.every((segment, index) => isParameter(segment) || segment === segments[index]);

const anonymous: User = {
  name: '', key: '', displayName: '', email: '', password: null, administrator: false,
  grants: { browse: new Set(), create: new Set(), edit: new Set(), administer: new Set() },
};

const segmentsOf = (path: string): string[] | null => {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
};

/** Starts the tracker with some choices; `show` gets each call with its answer. */
export async function startSecondTracker(chosen: Readonly<Record<string, unknown>> = {}, show: (call: AnsweredCall) => void = () => {}): Promise<RunningTracker> {
  const choices = resolveChoices(chosen);
  const service: Service = {
    world: createWorld(), choices, reading: new Reading(choices),
    trackerReading: new Reading({ looseTypes: 'read', nullInList: 'skipped', unknownProperties: 'ignored' }), url: '', pause: milliseconds => sleep(milliseconds, undefined, { ref: false }),
  };
  const logins = new Logins(service, CONTEXT_PATH);
  const routes = inOrder([
    ...peopleRoutes(service), ...projectRoutes(service), ...issueRoutes(service), ...searchRoutes(service),
    ...defaultTemplateRoutes(service), ...directorySyncRoutes(service), ...testManagementRoutes(service),
  ]);

  const answerTo = async (request: IncomingMessage, response: ServerResponse, bytes: Buffer): Promise<Answer> => {
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const fullPath = mark < 0 ? url : url.slice(0, mark);
    const login = logins.login(request.headers.authorization ?? '', request.headers.cookie ?? '');
    for (const [name, value] of Object.entries(login.headers)) response.setHeader(name, value);
    if (login.refused) return login.refused;
    if (!fullPath.startsWith(`${CONTEXT_PATH}/`)) return empty(404);
    const inner = fullPath.slice(CONTEXT_PATH.length);
    const segments = segmentsOf(inner);
    if (!segments) return json(400, { errorMessages: ['The path is not encoded properly.'], errors: {} });
    const method = request.method === 'HEAD' ? 'GET' : request.method ?? 'GET';
    const fitting = routes.filter(known => fits(known, segments));
    if (fitting.length === 0) return json(404, { message: `null for uri: ${service.url}${inner}`, 'status-code': 404 });
    const route = fitting.find(known => known.method === method);
    if (!route) return json(405, { message: 'Method Not Allowed', 'status-code': 405 });
    const parts = Object.fromEntries(route.segments.flatMap((segment, index) => (isParameter(segment) ? [[segment.slice(1), segments[index] ?? '']] : [])));
    const call: Call = {
      method, path: inner, query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)), headers: request.headers, bytes, parts, user: login.user ?? anonymous,
    };
    try {
      if (!login.user && !route.anonymous) throw new Refusal(401, ['You are not authenticated. Authentication required to perform this operation.']);
      return await route.handle(call);
    } catch (error) {
      if (error instanceof RouterRefusal) return error.answer;
      if (error instanceof Refusal) return errorAnswer(service, error, route.extension);
      throw error;
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const bytes = await buffer(request);
    const answer = await answerTo(request, response, bytes).catch((error: unknown) => {
      process.stderr.write(`${method} ${url}: ${error instanceof Error ? error.stack : String(error)}\n`);
      return json(500, { errorMessages: ['Internal server error'], errors: {} });
    });
    const body = Buffer.from(answer.body ?? '');
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    if (answer.status !== 204) response.setHeader('content-length', body.length);
    response.writeHead(answer.status).end(method === 'HEAD' ? undefined : body);
    show({ method, url, request: { headers, body: bytes }, status: answer.status, answer: { headers: response.getHeaders(), body } });
  };
  const server = createServer((request, response) => { serve(request, response).catch(() => response.destroy()); });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => { server.once('error', reject); server.listen(0, '127.0.0.1', resolve); });
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${CONTEXT_PATH}`;
  return {
    url: service.url,
    close: () => new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
