import { codeOf } from '../contracts/thrown.js';
import { HarnessError, reasonOf } from './errors.js';

/** A call that failed on its way, for a known reason that the reader can do something about. */
abstract class WireError extends HarnessError {
  /** The outcome of the call, for a message that begins with its method and URL. */
  readonly outcome: string;
  /** The remedy, without a full stop, beginning with a small letter. */
  readonly remedy: string;
  /** The code of the original error, which decides whether the call may be sent again. */
  readonly code: string | undefined;

  constructor(outcome: string, message: string, remedy: string, cause?: unknown) {
    super(message, { cause });
    this.outcome = outcome;
    this.remedy = remedy;
    this.code = codeOf(cause);
  }

  static in(error: unknown): WireError | undefined {
    if (error instanceof WireError) return error;
    return error instanceof Error ? WireError.in(error.cause) : undefined;
  }
}

/** A call that got no answer at all. */
export class UnreachableError extends HarnessError {
  override readonly name = 'UnreachableError';

  constructor(method: string, url: string, cause: unknown) {
    const reason = reasonOf(cause);
    // Not the cause itself: Playwright's error contains a log of the call with its Authorization header.
    const outcome = WireError.in(cause)?.outcome ?? 'got no answer';
    super(`${method} ${url} ${outcome}: ${reason}. ${remedyFor(cause)}`, {
      cause: new Error(reason),
    });
  }

  /** The error to throw if a call was not answered: one that says what happened already, or else this one. */
  static unlessKnown(method: string, url: string, cause: unknown): HarnessError {
    const isKnown = cause instanceof HarnessError && !(cause instanceof WireError);
    return isKnown ? cause : new UnreachableError(method, url, cause);
  }
}

function remedyFor(cause: unknown): string {
  const known = WireError.in(cause) ?? knownFailure(cause, 'it', 'TRACKER_URL');
  return `${capitalized(known?.remedy ?? 'check that the tracker runs and TRACKER_URL is right')}.`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A proxy did not let a call through, so the tracker never got it. The message names the proxy by its host. */
export class ProxyError extends WireError {
  override readonly name = 'ProxyError';

  constructor(what: string, remedy: string, cause?: unknown) {
    super('got no answer', what, remedy, cause);
  }
}

/** An answer that was not read to its end: it exceeds the limit, or can't be decompressed. */
export class UnreadAnswerError extends WireError {
  override readonly name = 'UnreadAnswerError';

  private constructor(message: string, remedy: string, cause?: Error) {
    super('got an answer that could not be read', message, remedy, cause);
  }

  static endless(cause: Error): UnreadAnswerError {
    return cause.name === 'TimeoutError'
      ? new UnreadAnswerError(
          'it began and did not end in time',
          'raise TRACKER_TIMEOUT, or check what keeps the tracker busy',
          cause,
        )
      : new UnreadAnswerError(
          `it broke off (${reasonOf(cause)})`,
          'check the tracker, and the proxy in front of it',
          cause,
        );
  }

  static tooLarge(limit: number): UnreadAnswerError {
    return new UnreadAnswerError(
      `it is larger than ${limit / 1_000_000} MB, decompressed, and was not read further`,
      'check that TRACKER_URL leads to the tracker, and ask for fewer rows',
    );
  }

  static broken(encoding: string, cause: Error): UnreadAnswerError {
    return new UnreadAnswerError(
      `it is no ${encoding}, though its Content-Encoding says so (${cause.message})`,
      'check what stands between here and the tracker',
      cause,
    );
  }
}

/** A problem between a run and its tracker, for the person who has to solve it. */
export interface Explanation {
  /** The problem, without a full stop. */
  readonly text: string;
  /** The remedy, as a sentence that begins with a small letter. */
  readonly remedy: string;
}

export function inSentences({ text, remedy }: Explanation): string {
  return `${text}. ${capitalized(remedy)}`;
}

export function explainFailure(error: unknown, url: string): Explanation {
  const onTheWay = WireError.in(error);
  if (onTheWay !== undefined) {
    return { text: `GET ${url} ${onTheWay.outcome}: ${onTheWay.message}`, remedy: `${onTheWay.remedy}.` };
  }
  const known = knownFailure(error, new URL(url).host, 'TRACKER_URL');
  return known === undefined
    ? { text: `GET ${url} got no answer: ${shortest(error)}`, remedy: 'check TRACKER_URL and that the tracker runs.' }
    : { text: `GET ${url}: ${known.text}`, remedy: `${known.remedy}.` };
}

const failures: readonly (readonly [errors: RegExp, text: string, remedy: string])[] = [
  [
    /ENOTFOUND|EAI_AGAIN/,
    'no address is known for {host}',
    'check the name in {setting}, the DNS of this machine, and whether a VPN or a proxy is needed',
  ],
  [/ECONNREFUSED/, 'nothing listens at {host}', 'check the port in {setting} and whether a server runs there'],
  [
    /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/,
    'there is no way to {host} from here',
    'check the host in {setting}, and whether a VPN or a proxy (HTTPS_PROXY) is needed',
  ],
  [
    /UNABLE_TO_VERIFY/,
    'the certificate of {host} is signed by an authority that is not known here, and {host} sends no certificate of that authority',
    'if the authority is an intermediate one, have its certificate sent too, or add it to the file in TRACKER_CA; else name the file of the authority’s certificate in TRACKER_CA',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/,
    'the certificate of {host} is signed by an authority that is not known here',
    'name the file of its certificate authority in TRACKER_CA (if it is set, its file holds others), or try without a check: TRACKER_INSECURE=on',
  ],
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    'the certificate of {host} is out of date',
    'have it renewed, or check the clock of this machine',
  ],
  [/ALTNAME_INVALID/, 'the certificate of {host} is for another name', 'write the name in {setting} as it has it'],
  [/NO_APPLICATION_PROTOCOL/, '{host} speaks HTTP/2 only', 'have it, or the proxy in front of it, speak HTTP/1.1 too'],
  [
    /CERTIFICATE_REQUIRED/,
    '{host} asks for a certificate of the caller, and gets none',
    'name the file of one in TRACKER_CLIENT_CERT, and that of its key in TRACKER_CLIENT_KEY',
  ],
  [
    /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|\w*CERTIFICATE)/,
    '{host} does not accept the certificate of the caller',
    'name another one in TRACKER_CLIENT_CERT, of an authority that it trusts, with the certificates between',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/,
    '{host} speaks no TLS',
    'write http:// in {setting}, or name the port that serves https',
  ],
  [
    /EPROTO|ERR_SSL/,
    '{host} and this machine do not agree on how to speak TLS',
    'have it, or the proxy in front of it, offer TLS 1.2 or newer with usual ciphers; if it asks for a certificate, set TRACKER_CLIENT_CERT',
  ],
  [
    /HPE_|HTTPParserError|ERR_HTTP|CONTENT_LENGTH_MISMATCH/,
    'what {host} answers is no HTTP/1.1',
    'check the port in {setting}, and whether it serves https or HTTP/2 only',
  ],
  [
    /CONNECT_TIMEOUT|ETIMEDOUT/,
    'no connection to {host} could be made in time',
    'check the host and port in {setting}, and whether a VPN, a proxy (HTTPS_PROXY) or a firewall rule is needed',
  ],
  [/Timeout|TIMEOUT/, '{host} did not answer in time', 'raise TRACKER_TIMEOUT, or check what keeps the tracker busy'],
  [
    /ECONNRESET|UND_ERR_SOCKET|EPIPE/,
    '{host} closed the connection without an answer',
    'check the scheme and port in {setting}, the proxy in front of the tracker, and whether it asks for a certificate (TRACKER_CLIENT_CERT)',
  ],
];

/** What an error of a connection means; undefined if that is not known. */
export function knownFailure(error: unknown, host: string, setting: string): Explanation | undefined {
  const told = signs(error).join(' ');
  const [, text = '', remedy = ''] = failures.find(([errors]) => errors.test(told)) ?? [];
  if (text === '') return undefined;
  return {
    text: `${text.replaceAll('{host}', host)} (${shortest(error)})`,
    remedy: remedy.replace('{setting}', setting),
  };
}

interface Told {
  readonly name?: string;
  /** Text, or a number as a DOMException has it. */
  readonly code?: string | number;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

function signs(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { name = '', code = '', cause, errors = [] } = error as Told;
  return [name, String(code), ...signs(cause), ...errors.flatMap(signs)];
}

function shortest(error: unknown): string {
  const { code, message = '', name = '' } = error as Told;
  const [first = ''] = message.split('\n');
  if (typeof code === 'string') return code;
  return first === '' ? name : first;
}
