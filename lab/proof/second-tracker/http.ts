import type { Choices } from './choices.js';
import type { User, World } from './model.js';
import type { Reading } from './reading.js';
import { refuse, type Refusal } from './reading.js';

export interface Service {
  world: World;
  choices: Choices;
  /** Reads bodies of the extensions, by the choices. */
  reading: Reading;
  /** Reads bodies of the tracker's own interface, which is lenient. */
  trackerReading: Reading;
  /** Address with context path, such as http://127.0.0.1:8080/jira */
  url: string;
  pause(milliseconds: number): Promise<void>;
}

export interface Answer { status: number; headers?: Record<string, string>; body?: string | Buffer }

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  parts: Record<string, string>;
  user: User;
}
type Handler = (call: Call) => Answer | Promise<Answer>;
export interface Route { method: string; segments: string[]; handle: Handler; extension: boolean; anonymous: boolean }

const JSON_TYPE = { 'content-type': 'application/json;charset=UTF-8' };
export const json = (status: number, value: unknown): Answer => ({ status, headers: JSON_TYPE, body: JSON.stringify(value) });
export const ok = (value: unknown): Answer => json(200, value);
export const empty = (status: number): Answer => ({ status });

/** A call that the router answers, as if there were no such path. */
export class RouterRefusal extends Error {
  constructor(readonly answer: Answer) { super('no such path'); }
}

export const errorAnswer = (service: Service, refusal: Refusal, extension: boolean): Answer => {
  const { status, messages, errors } = refusal;
  const { errorBody, unknownIdBody } = service.choices;
  if (extension && refusal.unknownId && unknownIdBody === 'empty') return empty(status);
  if (extension && errorBody === 'empty') return empty(status);
  if (extension && errorBody === 'text') return { status, headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: refusal.message };
  if (extension && errorBody === 'message') return json(status, { message: refusal.message, 'status-code': status });
  return json(status, { errorMessages: messages, errors });
};

export const header = (call: Call, name: string): string => {
  const value = call.headers[name];
  return Array.isArray(value) ? value[0] ?? '' : value ?? '';
};

export function bodyOf(call: Call, service: Service): unknown {
  if (call.bytes.length === 0) return undefined;
  const type = header(call, 'content-type');
  if (service.choices.mediaType === 'refused' && !/^application\/json\b/i.test(type)) refuse(415, 'Unsupported Media Type');
  try {
    return JSON.parse(call.bytes.toString('utf8')) as unknown;
  } catch {
    return refuse(400, 'The body is not valid JSON.');
  }
}

export const part = (call: Call, name: string): string => call.parts[name] ?? '';

export function numberPart(call: Call, name: string): number {
  const text = part(call, name);
  if (!/^\d{1,15}$/.test(text)) throw new RouterRefusal(empty(404));
  return Number(text);
}

export interface UploadedFile { name: string; type: string; content: Buffer }

export async function filesOf(call: Call): Promise<UploadedFile[]> {
  const type = header(call, 'content-type');
  if (!/^multipart\/form-data\b/i.test(type)) refuse(415, 'Unsupported Media Type');
  const form = await new Response(new Uint8Array(call.bytes), { headers: { 'content-type': type } }).formData().catch(() => refuse(400, 'The body is not valid multipart/form-data.'));
  const files: UploadedFile[] = [];
  for (const file of form.getAll('file')) {
    if (typeof file !== 'string') files.push({ name: file.name, type: file.type || 'application/octet-stream', content: Buffer.from(await file.arrayBuffer()) });
  }
  return files;
}

export const routesAt = (base: string, extension: boolean) => {
  const routes: Route[] = [];
  const add = (method: string) => (path: string, handle: Handler, anonymous = false): void => {
    routes.push({ method, segments: `${base}${path}`.split('/').filter(Boolean), handle, extension, anonymous });
  };
  return { routes, get: add('GET'), post: add('POST'), put: add('PUT'), delete: add('DELETE') };
};

export function requireToken(call: Call): void {
  if (!/^no-?check$/i.test(header(call, 'x-atlassian-token'))) throw new RouterRefusal({ status: 403, headers: { 'content-type': 'text/html;charset=UTF-8' }, body: 'XSRF check failed' });
}
