import { parseJson, userSchema } from '../../../contracts/index.js';
import { ContractError } from '../../../client/errors.js';
import { isNotAvailable } from '../../../client/statuses.js';
import type { IncomingAnswer, OutgoingRequest } from '../../../client/transport.js';
import { describeWebPage, pageTitle } from '../../../client/exchange.js';
import { asPublic } from '../../../client/secrets.js';
import type { Explanation } from '../../../client/wire-errors.js';
import type { RunLogin } from '../../../client/credentials.js';

/** The kinds of answers that do not come from the called endpoint. */
export type AnswerProblem = 'refused login' | 'redirect' | 'web page' | 'too many requests' | 'not available';

/** Why an answer does not look like a tracker's answer to a logged-in user; undefined if it does. */
export function problemOf({ status, headers }: IncomingAnswer): AnswerProblem | undefined {
  if (status === 401 || isLoginDenied(headers)) return 'refused login';
  if (status >= 300 && status < 400 && headers['location'] !== undefined) return 'redirect';
  if (status === 429) return 'too many requests';
  if (isNotAvailable(status)) return 'not available';
  if (status >= 200 && status < 300 && (headers['content-type'] ?? '').includes('html')) return 'web page';
  return undefined;
}

export interface Asked {
  readonly request: Pick<OutgoingRequest, 'method' | 'url'>;
  readonly baseUrl: string;
  readonly login: Pick<RunLogin, 'caller' | 'settings'>;
}

export function explainAnswer(problem: AnswerProblem, answer: IncomingAnswer, asked: Asked): Explanation {
  const { method, url } = asked.request;
  const said = `${method} ${url} answered ${answer.status}`;
  const title = pageTitle(answer.body.toString('utf8'));
  switch (problem) {
    case 'refused login':
      return explainRefusal(answer, asked);
    case 'redirect':
      return explainRedirect(said, answer, asked);
    case 'too many requests':
      return { text: said, remedy: 'wait until the tracker takes requests again, and set TRACKER_RATE.' };
    case 'not available': {
      const page = title === undefined ? '' : ` with the page “${title}”`;
      return { text: `${said}${page}: the tracker, or a proxy before it, is not well`, remedy: 'wait until it is up.' };
    }
    case 'web page':
      return {
        text: `${said}, with ${title === undefined ? 'a web page' : `the web page “${title}”`}, no REST API`,
        remedy:
          'check TRACKER_URL, its context path included, and whether a login page or a maintenance page stands before the tracker.',
      };
  }
}

/** Headers that a tracker gives its answers, its refusals among them. */
const OF_TRACKER = ['x-arequestid', 'x-ausername', 'x-asessionid', 'x-seraph-loginreason'];

/** Explains an answer of something else than the tracker, which refuses the call; undefined if the tracker may have answered. */
function explainBarrier(said: string, { status, headers, body }: IncomingAnswer): Explanation | undefined {
  const page = describeWebPage(body.toString('utf8'));
  const text = `${said}${page === undefined ? '' : ` with ${page}`}`;
  if (status === 407) {
    return {
      text: `${text}: a proxy asks for a login`,
      remedy: 'name the proxy with its name and password in HTTP_PROXY or HTTPS_PROXY.',
    };
  }
  if (status !== 403 || page === undefined || OF_TRACKER.some((name) => name in headers)) return undefined;
  return {
    text: `${text}, and no sign of a tracker: a proxy or a firewall before it refuses the call`,
    remedy:
      'have it let this machine through to the tracker, or name the tracker in NO_PROXY if it is reached without a proxy.',
  };
}

/** The query is left out, because the query of a login page may hold anything. */
function explainRedirect(said: string, { headers }: IncomingAnswer, { request, baseUrl, login }: Asked): Explanation {
  const location = headers['location'] ?? '';
  if (!URL.canParse(location, request.url)) {
    return { text: `${said}, a redirect to what is no URL`, remedy: 'check what stands before the tracker.' };
  }
  const to = new URL(location, request.url);
  const place = `${to.origin}${to.pathname}`;
  const { pathname } = new URL(request.url);
  const path = pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length);
  const text = `${said}, a redirect to ${place}`;
  if (place.endsWith(path)) {
    return { text, remedy: `the tracker is elsewhere: set TRACKER_URL=${place.slice(0, -path.length)}.` };
  }
  const other = `name in TRACKER_URL a place at which ${to.host} does not ask for a login.`;
  return {
    text,
    remedy:
      login.caller.authorization?.startsWith('Bearer ') === true
        ? `have ${to.host}, which stands before the tracker, let tokens through, or ${other}`
        : `if ${to.host} asks for a login (single sign-on), set TRACKER_TOKEN; else name in TRACKER_URL where the tracker is.`,
  };
}

function isLoginDenied(headers: IncomingAnswer['headers']): boolean {
  const login = headers['x-seraph-loginreason'] ?? '';
  return (
    headers['x-authentication-denied-reason'] !== undefined || /AUTHENTICATION_DENIED|AUTHENTICATED_FAILED/.test(login)
  );
}

function explainRefusal(
  { status, headers }: IncomingAnswer,
  { login: { caller, settings }, baseUrl }: Asked,
): Explanation {
  const reason = headers['x-authentication-denied-reason'] ?? '';
  const login = headers['x-seraph-loginreason'] ?? '';
  const text = `${asPublic(caller.name)} is refused (${status}${login === '' ? '' : `, ${login}`})`;
  if (/CAPTCHA/i.test(reason) || login.includes('AUTHENTICATION_DENIED')) {
    const page = /login-url=([^\s;]+)/.exec(reason)?.[1] ?? `${baseUrl}/login.jsp`;
    return {
      text: `${text}: after too many wrong passwords the tracker asks for a CAPTCHA`,
      remedy: `log in once at ${page} in a browser and solve it, or have an administrator reset the failed logins.`,
    };
  }
  if (status === 403 && !isLoginDenied(headers)) {
    return { text, remedy: 'let the user use the tracker (its licence group), and allow its way to log in.' };
  }
  if (caller.authorization?.startsWith('Bearer ') === true) {
    return {
      text,
      remedy: `check ${settings}: it may have expired or been revoked, or the tracker may take no tokens.`,
    };
  }
  const schemes = headers['www-authenticate'] ?? '';
  const isWrong = login.includes('AUTHENTICATED_FAILED');
  if (!isWrong && schemes !== '' && !schemes.toLowerCase().includes('basic')) {
    return { text: `${text}: it takes no name and password (${schemes})`, remedy: 'set TRACKER_TOKEN instead.' };
  }
  return { text, remedy: `check ${settings}; if a single sign-on stands before the tracker, set TRACKER_TOKEN.` };
}

/** The problem of an answer to the call that asks who is logged in; undefined if it names a user. */
export function explainMyself(answer: IncomingAnswer, asked: Asked): Explanation | undefined {
  const { status, body, tried } = answer;
  const said = `${asked.request.method} ${asked.request.url} answered ${status}`;
  const barrier = explainBarrier(said, answer);
  if (barrier !== undefined) return barrier;
  const problem = problemOf(answer) ?? (status === 403 ? 'refused login' : undefined);
  if (problem !== undefined) {
    const { text, remedy } = explainAnswer(problem, answer, asked);
    return { text: tried === undefined ? text : `${text} (${tried})`, remedy };
  }
  if (status >= 500) return explainAnswer('not available', answer, asked);
  const content = body.toString('utf8');
  const page = describeWebPage(content);
  if (status === 404 || page !== undefined) {
    return {
      text: `${said}${page === undefined ? '' : ` with ${page}`}: no tracker answers there`,
      remedy: 'check TRACKER_URL: its scheme, its host, its port and its context path.',
    };
  }
  const parsed = userSchema.safeParse(parseJson(content));
  if (status === 200 && parsed.success) return undefined;
  const [mismatch = ''] = status === 200 && !parsed.success ? ContractError.problemsOf(parsed.error) : [];
  return {
    text: `${said} and no user${mismatch === '' ? '' : ` (${mismatch})`}`,
    remedy: 'check TRACKER_URL, its context path included.',
  };
}
