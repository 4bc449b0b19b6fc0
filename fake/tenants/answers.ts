import { refusalRules } from '../../contracts/index.js';
import type { Api, Assumptions, Refusals } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer, AnswerHeaders } from '../server/answer.js';
import { LoginFailed, OpenRefusal } from '../server/errors.js';
import type { TrackerError } from '../server/errors.js';
import type { Login } from '../server/log-in.js';
import type { ServedRoute } from '../server/router.js';
import type { Sessions } from '../server/sessions.js';

/**
 * The answer to a call that was refused. What the document of an API leaves open of it is answered as a setting says
 * (DT-N17, AD-N14, TM-N17).
 *
 * @param meant the endpoint that was called, if there is one
 */
export function answerRefusal(
  error: TrackerError,
  meant: Pick<ServedRoute, 'family'> | undefined,
  assumptions: Assumptions,
): Answer {
  const family = meant?.family;
  if (error instanceof LoginFailed && (error.status === 403 || !isApi(family))) {
    const headers = { ...error.headers, 'Content-Type': 'text/html;charset=UTF-8' };
    return { status: error.status, bytes: [Buffer.from(error.page)], headers };
  }
  if (!(error instanceof OpenRefusal) || !isApi(family)) {
    return { status: error.status, json: error.body, headers: error.headers };
  }
  const refusals: Refusals = assumptions[refusalRules[family]];
  const status = refusals[error.kind];
  return inShape[refusals.body](error, status, error.headers);
}

/** Whether a path belongs to one of the three APIs, and not to the tracker's own. */
export function isApi(family: unknown): family is Api {
  return typeof family === 'string' && Object.hasOwn(refusalRules, family);
}

type Shape = (error: OpenRefusal, status: number, headers: Answer['headers'] & object) => Answer;

const inShape: Readonly<Record<Refusals['body'], Shape>> = {
  errorMessages: ({ body }, status, headers) => ({ ...json(body, status), headers }),
  message: ({ message }, status, headers) => ({ ...json({ message, 'status-code': status }, status), headers }),
  text: ({ message }, status, headers) => ({
    status,
    bytes: [Buffer.from(message)],
    headers: { ...headers, 'Content-Type': 'text/plain;charset=UTF-8' },
  }),
  empty: (_error, status, headers) => ({ status, headers }),
};

let requests = 0;

/** The headers of every answer: the caller, the result of the login, the session that it opened, and how to log in. */
export function commonHeaders(
  status: number,
  login: Login | undefined,
  sessions: Sessions,
  baseUrl: string,
): AnswerHeaders {
  const { caller = null, session } = login ?? {};
  requests += 1;
  const headers: AnswerHeaders = {
    'X-AREQUESTID': `${Math.floor(Date.now() / 60_000) % 1_440}x${requests}x1`,
    'X-AUSERNAME': caller === null ? 'anonymous' : encodeURIComponent(caller.name),
    'Cache-Control': 'no-cache, no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
  };
  if (session !== undefined) headers['X-ASESSIONID'] = session.alias;
  if (caller !== null && login?.byPassword === true) headers['X-Seraph-LoginReason'] = 'OK';
  if (status === 401) headers['WWW-Authenticate'] = `OAuth realm="${encodeURIComponent(baseUrl)}"`;
  if (session !== undefined && login?.isNew === true && sessions.has(session)) {
    headers['Set-Cookie'] = sessions.cookiesOf(session);
  }
  return headers;
}
