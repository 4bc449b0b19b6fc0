import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../server/answer.js';
import type { Login } from '../server/log-in.js';

let requests = 0;

/** An answer with the headers of every answer: the recognized caller, the result of the login, and how to log in. */
export function withCommonHeaders(
  answer: Answer,
  { authorization }: IncomingHttpHeaders,
  login: Login | undefined,
  baseUrl: string,
): Answer {
  const name = login?.caller?.name;
  const now = new Date();
  requests += 1;
  return {
    ...answer,
    headers: {
      'X-AREQUESTID': `${now.getUTCHours() * 60 + now.getUTCMinutes()}x${requests}x1`,
      'X-AUSERNAME': name === undefined ? 'anonymous' : encodeURIComponent(name),
      'Cache-Control': 'no-cache, no-store, no-transform',
      'X-Content-Type-Options': 'nosniff',
      ...(login?.session !== undefined && { 'X-ASESSIONID': login.session.alias }),
      ...(name !== undefined && isBasic(authorization) && { 'X-Seraph-LoginReason': 'OK' }),
      ...(answer.status === 401 && { 'WWW-Authenticate': `OAuth realm="${encodeURIComponent(baseUrl)}"` }),
      ...answer.headers,
    },
  };
}

function isBasic(authorization: string | undefined): boolean {
  return authorization !== undefined && /^basic\s/i.test(authorization);
}
