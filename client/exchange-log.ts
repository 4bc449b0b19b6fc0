import { AsyncLocalStorage } from 'node:async_hooks';
import type { TestInfo } from '@playwright/test';
import { counted } from '../contracts/counted.js';
import { joinSurfaces, parseJson, surfaceOf } from '../contracts/index.js';
import type { CalledEndpoint, RecordedExchanges, ReportedExchange } from '../contracts/index.js';
import type { PlannedCall } from './api-client.js';
import { curl, logNames } from './exchange.js';
import { harOf } from './har.js';
import type { Exchange } from './exchange.js';
import { asPublic, withoutSecrets } from './secrets.js';

/** A test or a step of one, which Playwright's trace shows with its attachments. */
type Attachments = Pick<TestInfo, 'attach'>;

const currentStep = new AsyncLocalStorage<Attachments | undefined>();

/** The calls and answers of a test and of its set-up, kept until it is known whether they are reported. */
export class ExchangeLog {
  readonly #exchanges: LoggedExchange[] = [];
  #hasSetUp = false;
  readonly #trace: Attachments | undefined;
  readonly #waiting = new Set<{ readonly call: PlannedCall; readonly since: number }>();

  /** @param trace the test, if Playwright records a trace of it: each exchange is attached to its step then */
  constructor(trace?: Attachments) {
    this.#trace = trace;
  }

  /** Runs a call of the harness. The trace has it at the part of set-up that it belongs to. */
  readonly aroundSetUp = (call: PlannedCall, send: () => Promise<Exchange>): Promise<Exchange> =>
    this.around(call, send, currentStep.getStore(), 'harness');

  /** Runs a call and keeps its exchange. @param step the step of the trace that shows it */
  async around(
    call: PlannedCall,
    send: () => Promise<Exchange>,
    step?: Attachments,
    by: LoggedExchange['by'] = 'test',
  ): Promise<Exchange> {
    const waiting = { call, since: now() };
    this.#waiting.add(waiting);
    try {
      const exchange = await send();
      this.#exchanges.push({ exchange, call, startedAt: waiting.since, by });
      await this.#showInTrace(exchange, call.path, step);
      return exchange;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  /** A sentence for each call that has no answer yet, for a test whose time is up. */
  get unanswered(): string[] {
    return [...this.#waiting].map(({ call: { method, path }, since }) => {
      const seconds = ((now() - since) / 1_000).toFixed(1);
      return withoutSecrets(`${method} ${path} had no answer after ${seconds} s.`);
    });
  }

  setUp<Result>(run: () => Promise<Result>, step?: Attachments): Promise<Result> {
    this.#hasSetUp = true;
    return currentStep.run(step, run);
  }

  get size(): number {
    return this.#exchanges.length;
  }

  /** How many calls of the test the tracker refused because there were too many. */
  get limited(): number {
    return this.#exchanges.filter(({ by, exchange }) => by === 'test' && exchange.status === 429).length;
  }

  get isEmpty(): boolean {
    return this.#exchanges.length === 0 && !this.#hasSetUp;
  }

  async #showInTrace(exchange: Exchange, path: string, step: Attachments | undefined): Promise<void> {
    if (this.#trace === undefined) return;
    const name = withoutSecrets(`${exchange.method} ${path} → ${exchange.status}`);
    const body = withoutSecrets(whole(exchange));
    await (step ?? this.#trace).attach(name, { body, contentType: 'text/plain' });
  }

  /** The calls of the test come first, the last before the others: consoles show only the beginning. */
  toText(): string {
    const latest = [...this.#exchanges].reverse();
    const [tests, others] = [latest.filter(({ by }) => by === 'test'), latest.filter(({ by }) => by !== 'test')];
    const before = tests.slice(1, SHOWN_BEFORE + 1).map(({ exchange: { method, status }, call }) => {
      return `before: ${method} ${shorten(withoutSecrets(call.path), SHOWN_PATH)} → ${status}`;
    });
    const [last = '', ...all] = [...tests, ...others].map(describe);
    return withoutSecrets([[...before.reverse(), last].join('\n'), ...all].join(`\n\n${'—'.repeat(80)}\n\n`));
  }

  /** The calls of the test and of its set-up, for a file that a browser opens. */
  toHar(): string {
    return withoutSecrets(harOf(this.#exchanges));
  }

  /** @param withDetails whether the last calls have their bodies */
  toReport(withDetails: boolean): RecordedExchanges {
    const calls = this.#exchanges.filter(({ by }) => by === 'test');
    const answers = calls.map(({ exchange, startedAt }) => startedAt + exchange.duration);
    return {
      earlier: Math.max(0, calls.length - keptAtMost),
      kept: reportLast(calls, withDetails),
      endpoints: [...new Set(calls.map(({ exchange }) => exchange.endpoint))],
      surfaces: surfacesOf(calls),
      ...(answers.length > 0 && { firstAnswer: Math.min(...answers) }),
    };
  }
}

function whole(exchange: Exchange): string {
  const { method, url, caller, requestHeaders, requestBody, status, headers, responseBody, duration } = exchange;
  return [
    `${method} ${url} (as ${asPublic(caller)})`,
    ...linesOf(requestHeaders),
    ...(requestBody === undefined ? [] : ['', pretty(requestBody)]),
    '',
    `${status} after ${duration.toFixed(1)} ms`,
    ...linesOf(headers),
    ...(responseBody === '' ? [] : ['', pretty(responseBody)]),
  ].join('\n');
}

function linesOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

/** An exchange and its call, whose path the reports show in place of the whole URL. */
interface LoggedExchange {
  readonly exchange: Exchange;
  readonly call: PlannedCall;
  readonly startedAt: number;
  readonly by: 'test' | 'harness';
}

function describe({ exchange, by }: LoggedExchange): string {
  const { method, url, caller, requestBody, status, duration, responseBody } = exchange;
  return [
    `${by === 'test' ? '' : 'set-up: '}${method} ${url} → ${status} after ${duration.toFixed(1)} ms, as ${asPublic(caller)}`,
    ...(exchange.endsWithRun === true ? [] : [curl(exchange), ...logNames(exchange)]),
    ...(requestBody === undefined ? [] : ['', 'Sent:', pretty(requestBody)]),
    ...(responseBody === '' ? [] : ['', 'Received:', pretty(responseBody)]),
  ].join('\n');
}

function pretty(body: string): string {
  const json = parseJson(body);
  return json === undefined ? body : JSON.stringify(json, null, 2);
}

/** How many calls before the last one the text begins with, and how much of their paths. */
const SHOWN_BEFORE = 2;
const SHOWN_PATH = 80;

const keptAtMost = 40;
/** How many of them have their bodies. */
const detailedAtMost = 10;
const pathLength = 400;
const bodyLength = 2_000;
const curlLength = 4_000;

function reportLast(logged: readonly LoggedExchange[], withDetails: boolean): ReportedExchange[] {
  return logged.slice(-keptAtMost).map(({ exchange, call }, index, { length }) => ({
    caller: exchange.caller,
    method: exchange.method,
    path: shorten(withoutSecrets(call.path), pathLength),
    status: exchange.status,
    durationMs: rounded(exchange.duration),
    ...(withDetails && index >= length - detailedAtMost && { details: detailsOf(exchange) }),
  }));
}

function surfacesOf(logged: readonly LoggedExchange[]): CalledEndpoint[] {
  const surfaces = new Map<string, CalledEndpoint>();
  for (const { call, exchange } of logged) {
    const { endpoint, query, json } = call;
    const { endpoint: title, status, responseBody } = exchange;
    const family = typeof endpoint.family === 'string' ? endpoint.family : endpoint.family.name;
    const key = `${family} ${title}`;
    const surface = surfaceOf({ endpoint, query, sent: json, status, received: parseJson(responseBody) });
    const before = surfaces.get(key) ?? surface;
    surfaces.set(key, { family, title, ...(before === surface ? surface : joinSurfaces(before, surface)) });
  }
  return [...surfaces.values()];
}

function detailsOf(exchange: Exchange): NonNullable<ReportedExchange['details']> {
  const { requestBody, responseBody } = exchange;
  const command = withoutSecrets(curl(exchange));
  return {
    ...(requestBody !== undefined && { requestBody: shorten(withoutSecrets(requestBody), bodyLength) }),
    responseBody: shorten(withoutSecrets(responseBody), bodyLength),
    // Leaves out a command that would be cut off, or that would call a tracker that is gone.
    ...(command.length <= curlLength && exchange.endsWithRun !== true && { curl: command }),
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}… (${counted(text.length, 'character')})` : text;
}
