import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
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
import type { Tls } from './certificates.js';
import { mergeHeaders } from './headers.js';

/** The most bytes of an answer that are read: more than the largest attachment and the longest list a test asks for. */
export const ANSWER_LIMIT = 64_000_000;

interface UndiciOptions {
  readonly proxy?: Proxy | undefined;
  readonly tls?: Tls;
  /** Headers of every request, beneath those of the call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly jars?: CookieJars;
  readonly sender?: Sender;
}

/**
 * Sends with undici. Playwright would write each request with its headers to traces, and to reports if it gets no
 * answer. The headers hold credentials.
 *
 * @param timeout how long a call may take, in milliseconds
 */
export function undiciTransport(
  timeout: number,
  { proxy, tls = {}, headers: always = {}, jars = new CookieJars(), sender }: UndiciOptions = {},
): Transport {
  let dispatcher: Dispatcher | undefined;
  const send = async (outgoing: OutgoingRequest, cookie: string | undefined) => {
    dispatcher ??= open(timeout, tls, proxy);
    const { headers, body } = await encoded(outgoing);
    const { origin, pathname, search } = new URL(outgoing.url);
    const options = {
      origin,
      path: `${pathname}${search}`,
      method: outgoing.method,
      headers: withCookie(mergeHeaders(always, headers), cookie),
      body,
      // Switches off undici's own limits: the time-out of the call is the only one.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    return dispatched(dispatcher, options, timeout);
  };
  return withCookies(jars, send, sender);
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
  timeout: number,
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
      if (size > ANSWER_LIMIT) fail(UnreadAnswerError.tooLarge(ANSWER_LIMIT));
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

const load = createRequire(import.meta.url);

/** Loads undici on first use: a configuration sends nothing. */
function open(timeout: number, { ofProxy, ...ofTracker }: Tls, proxy: Proxy | undefined): Dispatcher {
  const connect = { timeout, ...ofTracker };
  // undici reads answers in WebAssembly. V8 improves it after some calls on another thread, and a worker of Node 20 that
  // ends then waits for that: 70 ms a failed test. Of longer runs it is still improved.
  setFlagsFromString('--wasm-tiering-budget=100000000');
  if (proxy === undefined) {
    // All of undici takes three times as long to load, in each worker.
    const Agent = load('undici/lib/dispatcher/agent.js') as typeof undici.Agent;
    return new Agent({ connect });
  }
  const { server, login } = proxy;
  const token = login && credentialsOf(login).authorization;
  // Its tunnels need what only the whole of undici puts together.
  const { ProxyAgent } = load('undici') as typeof undici;
  return new ProxyAgent({
    uri: server,
    ...(token !== undefined && { token }),
    // Many proxies open tunnels to port 443 only, so a request for an http URL is passed to them without a tunnel.
    proxyTunnel: false,
    requestTls: connect,
    proxyTls: { timeout, secureContext: ofProxy },
  });
}

function withCookie(headers: Readonly<Record<string, string>>, cookie: string | undefined) {
  if (cookie === undefined) return headers;
  const { Cookie: given } = headers;
  return { ...headers, Cookie: given === undefined ? cookie : `${given}; ${cookie}` };
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
