import type { AnswerHeaders } from '../server/answer.js';
import type { Login } from '../server/log-in.js';
import type { Sessions } from '../server/sessions.js';

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
