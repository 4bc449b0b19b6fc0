import { missing } from './finding.js';
import type { Finding } from './finding.js';

interface Explanation {
  /** Codes and names of errors. */
  readonly errors: RegExp;
  readonly text: (host: string) => string;
  readonly remedy: string;
}

const privateCa = 'name the file of its certificate authority in TRACKER_CA';

const explanations: readonly Explanation[] = [
  {
    errors: /ENOTFOUND|EAI_AGAIN/,
    text: (host) => `no address is known for ${host}`,
    remedy: 'check the name in TRACKER_URL, the DNS of this machine, and whether a VPN or a proxy is needed.',
  },
  {
    errors: /ECONNREFUSED/,
    text: (host) => `nothing listens at ${host}`,
    remedy: 'check the port in TRACKER_URL and whether the tracker runs.',
  },
  {
    errors: /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/,
    text: (host) => `there is no way to ${host} from here`,
    remedy: 'check whether a VPN or a proxy (HTTPS_PROXY) is needed.',
  },
  {
    errors: /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/,
    text: (host) => `the certificate of ${host} is signed by an authority that is not known here`,
    remedy: `${privateCa}.`,
  },
  {
    errors: /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    text: (host) => `the certificate of ${host} is out of date`,
    remedy: 'have it renewed, or check the clock of this machine.',
  },
  {
    errors: /ALTNAME_INVALID/,
    text: (host) => `the certificate of ${host} is for another name`,
    remedy: 'name the tracker in TRACKER_URL as its certificate does.',
  },
  {
    errors: /EPROTO|ERR_SSL|WRONG_VERSION_NUMBER/,
    text: (host) => `${host} speaks no TLS`,
    remedy: 'write http:// in TRACKER_URL, or name the port that serves https.',
  },
  {
    errors: /HPE_|ERR_HTTP/,
    text: (host) => `what ${host} answers is no HTTP`,
    remedy: 'check the port in TRACKER_URL, and whether it serves https.',
  },
  {
    errors: /Timeout|TIMEOUT|ETIMEDOUT/,
    text: (host) => `${host} did not answer in time`,
    remedy: 'raise TRACKER_TIMEOUT, or check whether a VPN or a proxy (HTTPS_PROXY) is needed.',
  },
  {
    errors: /ECONNRESET|UND_ERR_SOCKET|EPIPE/,
    text: (host) => `${host} closed the connection without an answer`,
    remedy: 'check the scheme and port in TRACKER_URL, and the proxy in front of the tracker.',
  },
];

/** Why a call got no answer at all, in words of who has to mend it. */
export function explainFailure(error: unknown, url: string): Finding {
  const told = signs(error).join(' ');
  const { host } = new URL(url);
  const known = explanations.find(({ errors }) => errors.test(told));
  if (known !== undefined) return missing(`GET ${url}: ${known.text(host)} (${shortest(error)})`, known.remedy);
  return missing(`GET ${url} got no answer: ${shortest(error)}`, 'check TRACKER_URL and that the tracker runs.');
}

interface Told {
  readonly name?: string;
  /** Text, or a number as a DOMException has it. */
  readonly code?: string | number;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** Every name and code of an error, of those it stands for and of its causes. */
function signs(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { name = '', code = '', cause, errors = [] } = error as Told;
  return [name, String(code), ...signs(cause), ...errors.flatMap(signs)];
}

/** The code of an error, or the first line of what it says. */
function shortest(error: unknown): string {
  const { code, message = '', name = '' } = error as Told;
  const [first = ''] = message.split('\n');
  if (typeof code === 'string') return code;
  return first === '' ? name : first;
}
