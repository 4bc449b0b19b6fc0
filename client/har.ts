import type { Exchange } from './exchange.js';

/** A call and the time at which it was sent, in milliseconds since 1970. */
export interface SentCall {
  readonly exchange: Exchange;
  readonly startedAt: number;
}

/**
 * Calls and answers as an HTTP Archive 1.2, which browsers and proxies open. Headers have no credentials and no cookies of
 * a session; the caller takes other secrets out of the text.
 */
export function harOf(calls: readonly SentCall[]): string {
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'tracker-e2e', version: '' }, entries: calls.map(entryOf) } },
    null,
    2,
  );
}

function entryOf({ exchange, startedAt }: SentCall) {
  const { method, url, caller, requestBody, requestHeaders, status, headers, responseBody, duration } = exchange;
  const mimeType = requestHeaders['Content-Type'] ?? 'application/json';
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: duration,
    comment: `as ${caller}`,
    request: {
      ...common,
      method,
      url,
      headers: namesAndValues(Object.entries(requestHeaders)),
      queryString: namesAndValues([...new URL(url).searchParams]),
      ...(requestBody !== undefined && { postData: { mimeType, text: requestBody } }),
      bodySize: Buffer.byteLength(requestBody ?? ''),
    },
    response: {
      ...common,
      status,
      statusText: '',
      headers: namesAndValues(Object.entries(headers)),
      content: {
        size: Buffer.byteLength(responseBody),
        mimeType: headers['content-type'] ?? '',
        text: responseBody,
      },
      redirectURL: '',
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}

/** Cookies that a server sets are the keys to a session. */
function namesAndValues(pairs: readonly (readonly [name: string, value: string])[]) {
  const shown = pairs.filter(([name]) => name.toLowerCase() !== 'set-cookie');
  return shown.map(([name, value]) => ({ name, value }));
}
