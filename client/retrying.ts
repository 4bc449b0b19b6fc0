import { codeOf, messageOf } from '../contracts/thrown.js';
import { systemClock } from './transport.js';
import type { Clock, IncomingAnswer, OutgoingRequest, Transport, WireWatch } from './transport.js';

const MOST_TRIES = 5;
/** How long a set-up call waits between its tries in all, in milliseconds. */
const LONGEST_WAIT = 60_000;
/** The wait before the second try if the tracker names none, in milliseconds; it doubles with each further try. */
const FIRST_WAIT = 500;

const READS = ['GET', 'HEAD', 'OPTIONS'];
const RESETS = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

type Outcome = { readonly answer: IncomingAnswer } | { readonly error: unknown };

/**
 * Sends a set-up call again if that is safe: a read after 429, 503 or a reset of the connection; any other call only
 * after 429, which says that the tracker did nothing. It obeys Retry-After, up to a number of tries and a total
 * wait. Never used for a call under test.
 */
export function retrying(transport: Transport, watch: WireWatch, clock: Clock = systemClock): Transport {
  return async (request) => {
    const reasons: string[] = [];
    let waited = 0;
    for (;;) {
      const outcome = await attempt(transport, request);
      const reason = reasonToRetry(request, outcome);
      if (reason === undefined)
        return ended(outcome, reasons.length === 0 ? undefined : account(reasons.length + 1, reasons));
      reasons.push(reason);
      const delay = delayAfter(outcome, reasons.length, clock.now());
      const bound = boundReached(reasons.length, waited, delay);
      if (bound !== undefined) return ended(outcome, `${account(reasons.length, reasons)}; ${bound}`);
      watch.waits(delay);
      watch.retries({ method: request.method, url: request.url, reason, delay });
      await clock.sleep(delay);
      waited += delay;
    }
  };
}

async function attempt(transport: Transport, request: Parameters<Transport>[0]): Promise<Outcome> {
  try {
    return { answer: await transport(request) };
  } catch (error) {
    return { error };
  }
}

function reasonToRetry(
  { method, reads = READS.includes(method) }: OutgoingRequest,
  outcome: Outcome,
): string | undefined {
  if ('answer' in outcome) {
    const { status } = outcome.answer;
    return status === 429 || (status === 503 && reads) ? `answered ${status}` : undefined;
  }
  const code = codeOf(outcome.error) ?? '';
  return RESETS.includes(code) && reads ? 'got its connection reset' : undefined;
}

function delayAfter(outcome: Outcome, tries: number, now: number): number {
  const asked = 'answer' in outcome ? retryAfter(outcome.answer, now) : undefined;
  return asked ?? FIRST_WAIT * 2 ** (tries - 1);
}

function boundReached(tries: number, waited: number, delay: number): string | undefined {
  if (tries >= MOST_TRIES) return `it is tried ${MOST_TRIES} times at most`;
  if (waited + delay <= LONGEST_WAIT) return undefined;
  return `the next try would be after ${seconds(delay)}, and it waits ${seconds(LONGEST_WAIT)} in all at most`;
}

function ended(outcome: Outcome, tried: string | undefined): IncomingAnswer {
  if ('answer' in outcome) return tried === undefined ? outcome.answer : { ...outcome.answer, tried };
  if (tried === undefined) throw outcome.error;
  throw new Error(`${messageOf(outcome.error).split('\n')[0] ?? ''} (${tried.toLowerCase()})`, {
    cause: outcome.error,
  });
}

/** A text about how often a call was sent, and why more than once: `Tried 3 times: answered 503, answered 429`. */
function account(tries: number, reasons: readonly string[]): string {
  return `Tried ${tries === 1 ? 'once' : `${tries} times`}: ${reasons.join(', ')}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

/**
 * How long an answer asks to wait, in milliseconds; undefined if it names no time to come. The header may hold seconds or
 * a date. A date is compared with the tracker's own clock if the answer has a Date header.
 */
function retryAfter({ headers }: IncomingAnswer, now: number): number | undefined {
  const { 'retry-after': value = '', date = '' } = headers;
  const there = Date.parse(date);
  const isDate = /^\s*[a-z]{3}/i.test(value);
  const delay = isDate ? Date.parse(value) - (Number.isNaN(there) ? now : there) : Number(value) * 1_000;
  return delay > 0 ? delay : undefined;
}
