import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { keepCookieValue } from './secrets.js';
import type { Settings } from './settings/settings.js';
import { unwatched } from './transport.js';
import type { Clock, Transport, WireWatch } from './transport.js';
import { CookieJars } from './cookies.js';
import type { Sender } from './cookies.js';
import { proxyFor, throughProxy } from './proxies.js';
import { RateLimiter } from './rate-limiter.js';
import { retrying } from './retrying.js';
import { tlsOf } from './certificates.js';
import { undiciTransport } from './undici-transport.js';

type OfTheWire =
  | 'ca'
  | 'clientCert'
  | 'clientKey'
  | 'headers'
  | 'insecure'
  | 'proxies'
  | 'rate'
  | 'timeout'
  | 'outputDir';

export interface WireSettings extends Pick<Settings, OfTheWire> {
  readonly clock?: Clock;
}

/** Sends to a tracker that others use: with the rate limit, and again if that is safe. @throws SettingsError */
export function setupTransport(settings: WireSettings, url: string, watch: WireWatch = unwatched): Transport {
  return retrying(limitedTransport(settings, url, watch, 'set-up'), watch, settings.clock);
}

/** Sends to a tracker that others use: without the rate limit, and never again. @throws SettingsError */
export function plainTransport(settings: WireSettings, url: string, sender: Sender = 'set-up'): Transport {
  const { headers, proxies, timeout } = settings;
  const proxy = proxyFor(url, proxies);
  const tls = tlsOf(settings);
  return throughProxy(undiciTransport(timeout, { proxy, tls, headers, jars, sender }), proxy);
}

/** Each request when it is its turn by the rate limit, and never again. Counts them. @throws SettingsError */
export function limitedTransport(
  settings: WireSettings,
  url: string,
  watch: WireWatch = unwatched,
  sender: Sender = 'test',
): Transport {
  const [send, rateLimiter] = [plainTransport(settings, url, sender), rateLimiterOf(settings, url)];
  return async (request) => {
    const started = performance.now();
    sent.requests += 1;
    try {
      const waited = await rateLimiter?.next((milliseconds) => watch.waits(milliseconds));
      return { ...(await send(request)), ...(waited !== undefined && { waited }) };
    } finally {
      sent.milliseconds += performance.now() - started;
    }
  };
}

/** The cookies of all calls of this process: a caller has one login session for set-up, and one for each test. */
const jars = new CookieJars(keepCookieValue);

/** The calls under test that follow log in by their credentials again. */
export function endLogins(): void {
  jars.endTest();
}

function rateLimiterOf({ rate, outputDir }: WireSettings, url: string): RateLimiter | undefined {
  if (rate === undefined) return undefined;
  const tracker = createHash('sha256').update(new URL(url).host).digest('hex').slice(0, 12);
  return new RateLimiter(join(outputDir, 'rateLimiter', `${tracker}-${rate}`), rate);
}

const sent = { requests: 0, milliseconds: 0 };

/** `pace` is the average time of a request, in milliseconds. */
export function requestsSent(): { readonly requests: number; readonly pace: number } {
  const { requests, milliseconds } = sent;
  return { requests, pace: requests === 0 ? 0 : milliseconds / requests };
}
