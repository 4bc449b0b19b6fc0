import { setMaxListeners } from 'node:events';
import { draw } from './draw.js';
import type { Fault } from './fault.js';
import type { Effect, Moment } from './fault-kind.js';
import { kindOf, rankOf } from './fault-kinds.js';
import { matches } from './matches.js';
import type { SeenRequest } from './seen-request.js';
import type { Sending } from './sending.js';

/** A fault that is in force, and what it has done. */
export class LiveFault {
  readonly id: string;
  readonly fault: Fault;
  readonly moment: Moment;
  /** Its place among faults that strike one request. */
  readonly rank: number;
  /** How many requests it was meant for. */
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
    // Each request that waits listens, and any number may.
    setMaxListeners(0, this.#removal.signal);
  }

  /** Aborted when the fault is removed. */
  get removed(): AbortSignal {
    return this.#removal.signal;
  }

  /** Ends the fault, and what it makes requests wait for. */
  remove(): void {
    this.#removal.abort();
  }

  /** What the fault does to a request; undefined where it does not strike it. */
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
   * Tells requests apart by method, URL and how often that came. So the same seed strikes the same requests whatever else
   * comes between them.
   */
  #name({ method, url }: SeenRequest): string {
    const call = `${method} ${url}`;
    const occurrence = (this.#occurrences.get(call) ?? 0) + 1;
    this.#occurrences.set(call, occurrence);
    return `${occurrence} ${call}`;
  }
}
