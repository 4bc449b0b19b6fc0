import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { matchPattern } from '../server/match-pattern.js';
import type { PatternStep } from '../server/match-pattern.js';
import type { Effect, Moment, Sending } from './fault-kind.js';
import { kindOf, rankOf } from './fault.js';
import type { Fault, FaultSelector } from './fault.js';

/** A request, as far as faults need it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query after the context path. */
  readonly url: string;
  /** The endpoint's name in the endpoint table, or null if none matches. */
  readonly endpoint: string | null;
  /** The caller's name, or null. */
  readonly caller: string | null;
}

/** A fault in force, and its counts. */
export class LiveFault {
  readonly id: string;
  readonly fault: Fault;
  readonly moment: Moment;
  /** Its position among faults that strike one request. */
  readonly rank: number;
  /** How many requests it matched. */
  matched = 0;
  /** How many of them it struck. */
  struck = 0;
  readonly #removal = new AbortController();
  readonly #occurrences = new Map<string, number>();

  constructor(id: string, fault: Fault) {
    this.id = id;
    this.fault = fault;
    this.moment = kindOf(fault).moment(fault);
    this.rank = rankOf(fault);
    // Each waiting request adds a listener, and their number has no limit.
    setMaxListeners(0, this.#removal.signal);
  }

  /** Aborted when the fault is removed. */
  get removed(): AbortSignal {
    return this.#removal.signal;
  }

  /** Ends the fault; waiting requests go on. */
  remove(): void {
    this.#removal.abort();
  }

  /** The effect of the fault on a request; undefined if it does not strike it. */
  strike(request: SeenRequest, sending: Sending): Effect | undefined {
    const { fault } = this;
    const kind = kindOf(fault);
    if (this.removed.aborted || !matches(fault, request) || kind.suits?.(sending) === false) return undefined;
    this.matched += 1;
    const which = this.#name(request);
    const luck = (what: string) => draw(JSON.stringify(fault), which, what);
    const { count = Infinity, share = 1 } = fault;
    if (this.struck >= count || (share < 1 && luck('strike') >= share)) return undefined;
    this.struck += 1;
    return kind.effect(fault, sending, () => luck('how'));
  }

  /**
   * Identifies a request by method, URL and the number of its occurrence. So the same seed strikes the same requests,
   * even if other requests come between them.
   */
  #name({ method, url }: SeenRequest): string {
    const call = `${method} ${url}`;
    const occurrence = (this.#occurrences.get(call) ?? 0) + 1;
    this.#occurrences.set(call, occurrence);
    return `${occurrence} ${call}`;
  }
}

/** Whether a request matches a fault, regardless of how often it strikes. */
function matches(selector: FaultSelector, request: SeenRequest): boolean {
  const { method, endpoint, path, caller } = selector;
  return (
    allows(method, (one) => one === request.method) &&
    allows(endpoint, (one) => one === request.endpoint) &&
    allows(caller, (one) => one === request.caller) &&
    allows(path, (one) => matchPattern(request.url.replace(/[?#].*$/, ''), stepsOf(one)))
  );
}

function allows<Value>(wanted: Value | readonly Value[] | undefined, fits: (value: Value) => boolean): boolean {
  if (wanted === undefined) return true;
  return Array.isArray(wanted) ? (wanted as Value[]).some(fits) : fits(wanted as Value);
}

/** Splits a pattern into steps: `**` matches anything, `*` anything within one step of the path. */
function stepsOf(pattern: string): PatternStep[] {
  const parts = pattern.split(/(\*\*|\*)/).filter((part) => part !== '');
  return parts.map((part) => {
    if (part === '**') return { kind: 'run', within: false };
    return part === '*' ? { kind: 'run', within: true } : { kind: 'text', text: part };
  });
}

/** A number from 0 to 1, less than 1: the same for the same texts, and evenly spread over different ones. */
export function draw(...texts: readonly string[]): number {
  return createHash('sha256').update(JSON.stringify(texts)).digest().readUInt32BE() / 2 ** 32;
}
