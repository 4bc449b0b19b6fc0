import { Agent, request } from 'node:http';

/** A request or an answer, byte for byte. */
export interface Message {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A request as it came. */
export interface Sent extends Message {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
}

/** An answer as it came. */
export interface Answered extends Message {
  readonly status: number;
}

/*
 * A connection for each call. Prism answers some calls before it has read their bodies, and takes the rest of a body
 * for the start of the next call.
 */
const agent = new Agent({ keepAlive: false });

/** Sends a request to a server and waits for the whole answer. */
export function send(base: string, sent: Sent): Promise<Answered> {
  const { hostname, port } = new URL(base);
  const { method, url, body } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path: url, headers: headersFor(sent), agent }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
      incoming.once('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.rawHeaders, body: Buffer.concat(parts) }),
      );
    });
    outgoing.once('error', reject).end(body);
  });
}

/** The value of a header. */
export function headerOf({ headers }: Message, wanted: string): string | undefined {
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
