import { codeOf, messageOf } from '../contracts/thrown.js';
import { SettingsError } from './errors.js';
import { knownFailure, ProxyError } from './wire-errors.js';
import type { Proxies } from './settings/settings.js';
import type { IncomingAnswer, OutgoingRequest, Transport } from './transport.js';

/** The proxies that an environment names. As with curl, the lower-case name wins over the upper-case one. */
export function proxiesIn(env: NodeJS.ProcessEnv): Proxies {
  const read = (name: string) => [env[name.toLowerCase()], env[name]].find((value) => value !== undefined)?.trim();
  const named = { http: read('HTTP_PROXY'), https: read('HTTPS_PROXY'), none: read('NO_PROXY') };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined && value !== ''));
}

export interface Proxy {
  /** Its URL without credentials. */
  readonly server: string;
  readonly host: string;
  readonly setting: 'HTTP_PROXY' | 'HTTPS_PROXY';
  readonly login: { readonly username: string; readonly password: string } | undefined;
}

/** This machine itself is always reached without a proxy, because the bundled fake runs on it. */
export function proxyFor(url: string, proxies: Proxies): Proxy | undefined {
  const { protocol, hostname, port } = new URL(url);
  const proxy = protocol === 'https:' ? proxies.https : proxies.http;
  if (proxy === undefined || isThisComputer(hostname)) return undefined;
  const effectivePort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  if (isExempt(hostname, effectivePort, proxies.none ?? '')) return undefined;
  return readProxy(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', proxy);
}

/** @throws SettingsError for an invalid proxy, even for one that no call would use */
export function refuseBadProxies({ http, https }: Proxies): void {
  if (http !== undefined) readProxy('HTTP_PROXY', http);
  if (https !== undefined) readProxy('HTTPS_PROXY', https);
}

function isThisComputer(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  );
}

/** Whether a list names this host, one of its domains, or an asterisk. An entry may name a port. */
function isExempt(hostname: string, port: string, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = '', onlyPort = port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const domain = host.replace(/^\*?\./, '');
      return host === '*' || (onlyPort === port && (hostname === domain || hostname.endsWith(`.${domain}`)));
    });
}

/**
 * A single word is refused: it is more likely a mistake than a host at port 80.
 *
 * @throws SettingsError; its message does not repeat the value, which may hold a password
 */
function readProxy(setting: Proxy['setting'], value: string): Proxy {
  const hasScheme = /^\w+:\/\//.test(value);
  const text = hasScheme ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isComplete = hasScheme || /:\d+\/?$/.test(value) || /[.\]]/.test(url?.host ?? '');
  if (url === undefined || url.host === '' || !isComplete || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError([`${setting} has to be the URL of an HTTP proxy, such as http://proxy.example.com:3128.`]);
  }
  const { protocol, host, username, password } = url;
  const login = username === '' ? undefined : { username: decoded(username), password: decoded(password) };
  return { server: `${protocol}//${host}`, host, setting, login };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Errors of the connection to a proxy, which it does not pass on from the tracker. */
const CONNECTION = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|ETIMEDOUT/;

/** Names the proxy in the error of a call that fails there. A refusal by the proxy itself counts as no answer. */
export function throughProxy(transport: Transport, proxy: Proxy | undefined): Transport {
  if (proxy === undefined) return transport;
  return async (request) => {
    const answer = await transport(request).catch((error: unknown) => {
      throw atProxy(proxy, request, error);
    });
    if (!isOfProxy(answer)) return answer;
    throw refusal(proxy, request, answer.status);
  };
}

/** Only a proxy answers 407, or has a header about its own failure. */
function isOfProxy({ status, headers }: IncomingAnswer): boolean {
  if (status === 407) return true;
  if (status >= 500 && 'proxy-status' in headers) return true;
  return status >= 400 && ('x-squid-error' in headers || /;\s*error=/.test(headers['proxy-status'] ?? ''));
}

/** An error with the same code, whose message names the proxy; its credentials are left out. */
function atProxy(proxy: Proxy, request: OutgoingRequest, error: unknown): Error {
  const [line = ''] = messageOf(error).split('\n');
  const code = codeOf(error);
  // Of a tunnel, and of a request without one.
  const [, status] = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(line) ?? [];
  if (status !== undefined) return refusal(proxy, request, Number(status), error);
  const isTlsOfProxy = proxy.server.startsWith('https:') && request.url.startsWith('http:');
  const known = knownFailure(error, `the proxy ${proxy.host}`, proxy.setting);
  if (known !== undefined && (isTlsOfProxy || CONNECTION.test(`${code ?? ''} ${line}`))) {
    return new ProxyError(known.text, known.remedy, error);
  }
  return Object.assign(new Error(`${line} (through the proxy ${proxy.host})`, { cause: error }), { code });
}

function refusal({ host, setting }: Proxy, { url }: OutgoingRequest, status: number, cause?: unknown): ProxyError {
  const tracker = new URL(url).host;
  if (status === 407) {
    const remedy = `give it a name and a password in ${setting}, as in http://name:password@${host}`;
    return new ProxyError(`the proxy ${host} asks for other credentials (407)`, remedy, cause);
  }
  const why =
    status >= 500
      ? `check TRACKER_URL and that the proxy can reach ${tracker}; name ${tracker} in NO_PROXY if it is reached without one`
      : `have the proxy let this machine through to ${tracker}, or name ${tracker} in NO_PROXY if it is reached without one`;
  return new ProxyError(`the proxy ${host} answers ${status} and opens no way to ${tracker}`, why, cause);
}
