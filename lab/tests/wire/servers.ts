import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import type { WireSettings } from '../../../client/tracker-transports.js';
import type { OutgoingRequest } from '../../../client/transport.js';

export interface TestServer {
  readonly port: number;
  readonly url: string;
  close(): void;
}

/**
 * A file of `tls/`, for the tests alone: `authority` signed `vouched`, and `other-authority` signed `unvouched`. Both are for
 * `tracker.test` and for this computer, until 2126, with their keys; the keys of the authorities were not kept.
 */
export function tlsFile(name: string): string {
  return join(import.meta.dirname, 'tls', `${name}.pem`);
}

export function serve(listener: RequestListener): Promise<TestServer> {
  return listen(createServer(listener));
}

/** @param caller a file with a certificate that callers have to show. Default: none */
export function serveSecurely(
  certificate: 'vouched' | 'unvouched',
  listener: RequestListener,
  caller?: string,
): Promise<TestServer> {
  const pem = readFileSync(tlsFile(certificate));
  const asked = caller === undefined ? {} : { requestCert: true, ca: readFileSync(caller) };
  return listen(createSecureServer({ cert: pem, key: pem, ...asked }, listener), 'https://localhost');
}

/**
 * Makes certificates of two callers with `openssl`: `own.pem` with `own.key`, `other.pem` with `other.key`, `locked.key` with
 * a passphrase, and `both.pem`, which has a certificate and its key.
 *
 * @returns the path of a file
 */
export function makeCertificates(folder: string): (name: string) => string {
  mkdirSync(folder, { recursive: true });
  const path = (name: string) => join(folder, name);
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });
  for (const name of ['own', 'other']) {
    const made = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${name}.key -out ${name}.pem`;
    openssl(`req -x509 ${made} -subj /CN=${name} -days 2`);
  }
  openssl('pkey -in own.key -aes256 -passout pass:secret -out locked.key');
  writeFileSync(path('both.pem'), ['own.pem', 'own.key'].map((name) => readFileSync(path(name), 'utf8')).join(''));
  return path;
}

/** A forward proxy, and what it was asked to do, as `CONNECT host:port` or as `GET url`. */
export interface TestProxy extends TestServer {
  readonly asked: string[];
}

/**
 * Serves a proxy that knows one host, `tracker.test`, and finds it on this computer. It takes tunnels to port 443 only, as
 * many do, which stands for the given port.
 *
 * @param port where tracker.test is
 * @param login the credentials it asks for, as name:password
 * @param refusal the status with which it refuses everything, as its own
 */
export async function serveProxy(port: number, login?: string, refusal?: number): Promise<TestProxy> {
  const asked: string[] = [];
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const letsIn = ({ headers }: IncomingMessage) => headers['proxy-authorization'] === wanted;
  const server = createServer((incoming, answer) => {
    const { method = '', url = '' } = incoming;
    asked.push(`${method} ${url}`);
    if (!letsIn(incoming)) return void answer.writeHead(407).end();
    if (refusal !== undefined) return void answer.writeHead(refusal, { 'Proxy-Status': 'test; error=x' }).end();
    const { hostname, pathname, search } = new URL(url);
    if (hostname !== 'tracker.test') return void answer.writeHead(502).end();
    incoming.url = pathname + search;
    forwardTo(`http://127.0.0.1:${port}`)(incoming, answer);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url ?? ''}`);
    if (!letsIn(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} Refused\r\nContent-Length: 0\r\n\r\n`);
    if (incoming.url !== 'tracker.test:443') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  return { ...(await listen(server)), asked };
}

/** Hands requests on to a server at an http URL, save those that are answered here. */
export function forwardTo(url: string, answerHere: RequestListener = () => undefined): RequestListener {
  const { hostname, port } = new URL(url);
  return (incoming, answer) => {
    answerHere(incoming, answer);
    if (answer.headersSent || answer.writableEnded || incoming.socket.writableEnded) return;
    const { method, url: path, headers } = incoming;
    const onward = forward({ host: hostname, port, method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  };
}

const serving = new Set<TestServer>();

export function closeServers(): void {
  for (const server of serving) server.close();
  serving.clear();
}

/** Has a server listen, until `closeServers` is called. */
export async function listen(server: Server, host = 'http://127.0.0.1'): Promise<TestServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const { port } = server.address() as AddressInfo;
  const opened = { port, url: `${host}:${port}`, close };
  serving.add(opened);
  return opened;
}

export function waySettings(settings: Partial<WireSettings> = {}): WireSettings {
  const tls = { ca: undefined, clientCert: undefined, clientKey: undefined, insecure: false };
  return {
    ...tls,
    headers: {},
    proxies: {},
    rate: undefined,
    timeout: 10_000,
    outputDir: 'never written',
    ...settings,
  };
}

export function requestTo(url: string, parts: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: 'GET', url, headers: { Accept: 'application/json' }, body: undefined, ...parts };
}
