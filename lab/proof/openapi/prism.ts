import { Agent, createServer, request as requestOf } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { OpenApiDocument } from '../../../contracts/index.js';
import { installOutside } from '../../tools/install-outside.js';
import { startServer } from '../processes.js';
import type { ServerProcess } from '../processes.js';

/** Installs Prism outside this project, if that has not been done yet. @returns the file of its command */
export function installPrism(): string {
  return join(installOutside('@stoplight/prism-cli@5.12.0'), '@stoplight/prism-cli/dist/index.js');
}

/** The method in place of a GET with a body, which Prism refuses to pass on. */
const GET_WITH_BODY = 'patch';

/** The document as Prism gets it: a GET that takes a body stands there a second time, under a method that Prism passes on. */
export function prismDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const { get } = operations;
    if (get?.requestBody === undefined) return [path, operations] as const;
    return [path, { ...operations, [GET_WITH_BODY]: { ...get, operationId: `${get.operationId}WithBody` } }] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Starts Prism as a proxy that checks what passes by a document, and says so in a header of its answers. */
export function startPrism(command: string, document: string, upstream: string): Promise<ServerProcess> {
  const args = [command, 'proxy', document, upstream, '--port', '0'];
  return startServer(args, /Prism is listening on (http:\S+)/, { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' });
}

/** Prism's problems with a request or its answer. */
interface Violation {
  /** `request` or `response` first. */
  readonly location: readonly string[];
  readonly message: string;
}

/** A call through Prism. */
export interface Passed {
  readonly method: string;
  /** Path and query, after the tracker's context path. */
  readonly url: string;
  readonly hasBody: boolean;
  readonly status: number;
  readonly violations: readonly Violation[];
}

/** The URLs on both sides of Prism. */
interface Relay {
  /** The URL to which the suite sends its calls. */
  readonly url: string;
  /** The URL to which Prism passes them on. */
  readonly upstream: string;
  readonly passed: readonly Passed[];
  /** Tells the relay the URL of Prism. */
  use(prism: string): void;
  close(): Promise<void>;
}

interface RelayedServer {
  /** The tracker's URL without its context path, and that path. */
  readonly origin: string;
  readonly contextPath: string;
  /** Whether a path is for Prism. */
  isDocumented(path: string): boolean;
}

const ID = 'x-relayed-call';

/**
 * Leads calls of documented endpoints through Prism and all others straight to the tracker. Prism parses what passes and
 * writes it anew, which damages files and bodies that are wrong on purpose; so it gets to see each call and each answer,
 * and the bytes go past it.
 */
export async function startRelay({ origin, contextPath, isDocumented }: RelayedServer): Promise<Relay> {
  const passed: Passed[] = [];
  /** The answers of the calls that Prism sees now. */
  const answers = new Map<string, Answered>();
  let prism = '';
  let calls = 0;

  const before = createServer((request, response) => {
    void readSent(request)
      .then(async (sent) => {
        const url = sent.url.slice(contextPath.length);
        const [path = ''] = url.split('?');
        reply(response, isDocumented(path) ? await throughPrism(sent, url) : await send(origin, sent));
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });

  const behind = createServer((request, response) => {
    const id = String(request.headers[ID]);
    const answered = answers.get(id);
    answers.delete(id);
    request.resume();
    if (answered === undefined) response.destroy();
    else reply(response, answered);
  });

  async function throughPrism(sent: Sent, url: string): Promise<Answered> {
    const answered = await send(origin, sent);
    const id = String((calls += 1));
    answers.set(id, answered);
    const hasBody = sent.body.length > 0;
    const method = sent.method === 'GET' && hasBody ? GET_WITH_BODY.toUpperCase() : sent.method;
    const seen = await send(prism, { ...sent, method, url, headers: [...sent.headers, ID, id] });
    const violations = answers.delete(id) ? [notPassedOn(seen)] : violationsIn(seen);
    passed.push({ method: sent.method, url, hasBody, status: answered.status, violations });
    return answered;
  }

  return {
    url: `${await listen(before)}${contextPath}`,
    upstream: await listen(behind),
    passed,
    use: (url) => (prism = url),
    close: async () => {
      await Promise.all([before, behind].map(close));
    },
  };
}

/** Prism lists what it finds in a header, and cuts a long list. */
function violationsIn(seen: Answered): Violation[] {
  const text = headerOf(seen, 'sl-violations');
  if (text === undefined) return seen.status >= 500 ? [notPassedOn(seen)] : [];
  if (!text.startsWith('[')) return [{ location: ['response'], message: text }];
  return JSON.parse(text) as Violation[];
}

function notPassedOn({ status, body }: Answered): Violation {
  return { location: ['request'], message: `Prism did not pass it on: ${status} ${body.toString().slice(0, 400)}` };
}

async function readSent(request: IncomingMessage): Promise<Sent> {
  const { method = '', url = '', rawHeaders: headers } = request;
  return { method, url, headers, body: await buffer(request) };
}

function reply(response: ServerResponse, { status, headers, body }: Answered): void {
  response.writeHead(status, [...headers]).end(body);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A request or an answer, byte for byte. */
interface Message {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A request as it came. */
interface Sent extends Message {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
}

/** An answer as it came. */
interface Answered extends Message {
  readonly status: number;
}

/*
 * A connection for each call. Prism answers some calls before it has read their bodies, and takes the rest of a body
 * for the start of the next call.
 */
const agent = new Agent({ keepAlive: false });

/** Sends a request to a server and waits for the whole answer. */
function send(base: string, sent: Sent): Promise<Answered> {
  const { hostname, port } = new URL(base);
  const { method, url, body } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = requestOf({ hostname, port, method, path: url, headers: headersFor(sent), agent }, (incoming) => {
      const { statusCode: status = 0, rawHeaders: headers } = incoming;
      buffer(incoming).then((whole) => resolve({ status, headers, body: whole }), reject);
    });
    outgoing.once('error', reject).end(body);
  });
}

/** The value of a header. */
function headerOf({ headers }: Message, wanted: string): string | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted);
  return at === -1 ? undefined : headers[at + 1];
}

/** The headers for a separate connection. The body is whole by now, so its length takes the place of its pieces. */
function headersFor({ headers, body }: Message): string[] {
  const isOfTheConnection = (name = '') => /^(connection|keep-alive|transfer-encoding|content-length)$/i.test(name);
  const kept = headers.filter((_, index) => !isOfTheConnection(headers[index - (index % 2)]));
  const hadLength = headerOf({ headers, body }, 'content-length') !== undefined;
  return body.length > 0 || hadLength ? [...kept, 'Content-Length', String(body.length)] : kept;
}
