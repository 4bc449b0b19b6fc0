import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import tls from 'node:tls';
import type { SecureContext } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import type * as undici from 'undici';
import { UnreadAnswerError } from './wire-errors.js';
import type { Proxy } from './proxies.js';
import { CookieJars, withCookies } from './cookies.js';
import type { ReceivedAnswer, Sender } from './cookies.js';
import { credentialsOf } from './credentials.js';
import { FILE } from './transport.js';
import type { IncomingAnswer, OutgoingFile, OutgoingRequest, Transport } from './transport.js';
import { decodeText } from '../contracts/reading.js';
import { messageOf } from '../contracts/thrown.js';
import { SettingsError } from './errors.js';

/** The most bytes of an answer that are read: more than the largest attachment and the longest list a test asks for. */
export const ANSWER_LIMIT = 64_000_000;

interface UndiciOptions {
  readonly proxy?: Proxy | undefined;
  /** What its connections trust. Default: the authorities that Node trusts */
  readonly secureContext?: SecureContext | undefined;
  readonly jars?: CookieJars;
  readonly sender?: Sender;
  readonly limit?: number;
}

/**
 * Sends with undici. Playwright would write each request with its headers to traces, and to reports if it gets no
 * answer. The headers hold credentials.
 *
 * @param timeout how long a call may take, in milliseconds
 */
export function undiciTransport(
  timeout: number,
  { proxy, secureContext, jars = new CookieJars(), sender, limit = ANSWER_LIMIT }: UndiciOptions = {},
): Transport {
  let dispatcher: Dispatcher | undefined;
  const send = async (outgoing: OutgoingRequest, cookie: string | undefined) => {
    dispatcher ??= open({ timeout, secureContext }, proxy);
    const { headers, body } = await encoded(outgoing);
    const { origin, pathname, search } = new URL(outgoing.url);
    const options = {
      origin,
      path: `${pathname}${search}`,
      method: outgoing.method,
      headers: { ...headers, ...(cookie !== undefined && { Cookie: cookie }) },
      body,
      // Switches off undici's own limits: the time-out of the call is the only one.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    return dispatched(dispatcher, options, { timeout, limit });
  };
  return withCookies(jars, send, undefined, sender);
}

/**
 * Sends a request and reads the answer to its end. Some proxies compress answers without being asked.
 *
 * @throws UnreadAnswerError if the answer is larger than the limit, can't be decompressed, or does not end
 * @throws DOMException named TimeoutError if no answer begins in time
 * @throws Error with the code UND_ERR_CONNECT_TIMEOUT if no connection is made in time
 */
function dispatched(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { timeout, limit }: { readonly timeout: number; readonly limit: number },
): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    let sending: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    let answer: Omit<ReceivedAnswer, 'body'> = { status: 0, headers: {}, setCookies: [] };
    const fail = (error: Error) => {
      failure ??= error instanceof UnreadAnswerError || answer.status === 0 ? error : UnreadAnswerError.endless(error);
      clearTimeout(timer);
      sending?.abort(failure);
      reject(failure);
    };
    const timer = setTimeout(() => {
      if (sending !== undefined) fail(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
      else fail(Object.assign(new Error('no connection was made in time'), { code: 'UND_ERR_CONNECT_TIMEOUT' }));
    }, timeout);
    const chunks: Buffer[] = [];
    let size = 0;
    const keep = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) fail(UnreadAnswerError.tooLarge(limit));
      else chunks.push(chunk);
    };
    const end = () => {
      clearTimeout(timer);
      resolve({ ...answer, body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
    };
    let decoder: Transform | undefined;
    dispatcher.dispatch(options, {
      onRequestStart: (controller) => {
        sending = controller;
        if (failure !== undefined) controller.abort(failure);
      },
      onResponseStart: (controller, status, headers) => {
        // An interim answer has headers too, which are not kept.
        if (status < 200) return;
        const { 'set-cookie': setCookies = [], ...others } = headers;
        answer = { status, headers: joined(others), setCookies: [setCookies].flat() };
        const { 'content-encoding': encoding } = answer.headers;
        decoder = decoderFor(encoding)
          ?.on('data', keep)
          .on('drain', () => controller.resume())
          .on('end', end)
          .on('error', (error) => fail(UnreadAnswerError.broken(encoding ?? '', error)));
      },
      onResponseData: (controller, chunk) => {
        if (decoder === undefined) keep(chunk);
        else if (!decoder.write(chunk)) controller.pause();
      },
      onResponseEnd: () => (decoder === undefined ? end() : void decoder.end()),
      onResponseError: (_controller, error) => {
        decoder?.destroy();
        fail(error);
      },
    });
  });
}

const filesOfUndici = { Agent: 'agent', ProxyAgent: 'proxy-agent' };

/** What the package undici has in a file of its own: all of it takes three times as long to load, in each worker. */
function fromUndici<Name extends keyof typeof filesOfUndici>(name: Name): (typeof undici)[Name] {
  const file = `undici/lib/dispatcher/${filesOfUndici[name]}.js`;
  return createRequire(import.meta.url)(file) as (typeof undici)[Name];
}

/** Loads undici on first use: a configuration sends nothing. */
function open(
  connect: { readonly timeout: number; readonly secureContext: SecureContext | undefined },
  proxy: Proxy | undefined,
): Dispatcher {
  // undici reads answers in WebAssembly. V8 improves it after some calls on another thread, and a worker that ends then
  // waits for that: 50 ms a failed test. Of longer runs it is still improved.
  setFlagsFromString('--wasm-tiering-budget=10000000');
  if (proxy === undefined) return new (fromUndici('Agent'))({ connect });
  const { server, login } = proxy;
  const token = login && credentialsOf(login).authorization;
  return new (fromUndici('ProxyAgent'))({
    uri: server,
    ...(token !== undefined && { token }),
    // Many proxies open tunnels to port 443 only, so a request for an http URL is passed to them without a tunnel.
    proxyTunnel: false,
    requestTls: connect,
    proxyTls: connect,
  });
}

async function encoded({ headers, body, files }: OutgoingRequest) {
  if (files === undefined) return { headers: { ...headers }, body: body ?? null };
  const form = new Response(multipartOf(files));
  return {
    headers: { ...headers, 'Content-Type': form.headers.get('content-type') ?? '' },
    body: Buffer.from(await form.arrayBuffer()),
  };
}

function joined(headers: IncomingHttpHeaders): IncomingAnswer['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decoderFor(encoding: string | undefined): Transform | undefined {
  return decoders[encoding?.trim().toLowerCase() ?? '']?.();
}

function multipartOf(files: readonly OutgoingFile[]): FormData {
  const form = new FormData();
  for (const { part = FILE, name, mimeType, buffer } of files) {
    form.append(part, new File([new Uint8Array(buffer)], name, { type: mimeType }));
  }
  return form;
}

/** The function that Node has from 22.15 on. */
interface NewerTls {
  readonly getCACertificates?: (kind: 'default') => string[];
}

/** By file; making one takes as long as many calls. */
const contexts = new Map<string, SecureContext>();

/** A context for connections that trust the authorities in a PEM file besides those that this process trusts anyway. */
export function contextTrusting(file: string): SecureContext {
  const known = contexts.get(file);
  if (known !== undefined) return known;
  const defaults = (tls as NewerTls).getCACertificates?.('default') ?? [
    ...tls.rootCertificates,
    ...extraCertificates(),
  ];
  const context = tls.createSecureContext({ ca: [...defaults, ...readCertificates(file)] });
  contexts.set(file, context);
  return context;
}

/** The certificates that Node was told to trust at its start: a context with its own list does not have them. */
function extraCertificates(): string[] {
  const { NODE_EXTRA_CA_CERTS: file } = process.env;
  // Node itself warns about a file that it can't read.
  return file !== undefined && existsSync(file) ? certificatesIn(readFileSync(file, 'utf8')) : [];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

export function readCertificates(file: string): string[] {
  const certificates = certificatesIn(readText(file));
  if (certificates.length === 0) throw problem(`${file} holds no certificate in PEM form`);
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch (error) {
      throw problem(`certificate ${index + 1} of ${file} can't be read: ${messageOf(error)}`);
    }
  }
  return certificates;
}

function certificatesIn(text: string): string[] {
  return [...(text.match(CERTIFICATE) ?? [])];
}

function readText(file: string): string {
  try {
    return decodeText(readFileSync(file));
  } catch (error) {
    throw problem(messageOf(error));
  }
}

function problem(why: string): SettingsError {
  return new SettingsError([`TRACKER_CA has to name a PEM file with the certificate of an authority: ${why}.`]);
}
