import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type * as z from 'zod';
import { describeIssue } from '../../contracts/index.js';
import { TenantError } from '../server/errors.js';
import { limits } from '../server/limits.js';
import { faultKinds } from './fault-kinds.js';
import type { FaultEffect, FaultKind, Moment, Sending } from './fault-kinds.js';
import { faultSchema } from './fault.js';
import type { Fault, FaultInput, FaultSelector } from './fault.js';

/** A fault in force, and how often it struck. */
export interface FaultReport {
  /** Its kind and a number, for example `latency-1`. */
  readonly id: string;
  readonly fault: Fault;
  /** How many requests it matched, including those beyond its count and outside its share. */
  readonly matched: number;
  /** How many of them it struck. */
  readonly struck: number;
}

/** The faults of a tenant, between its clients and the tracker. */
export class WireFaults {
  readonly #original: readonly Fault[];
  #live: readonly LiveFault[] = [];
  #added = 0;

  /** @throws TenantError for a fault that can't be used */
  constructor(original: readonly FaultInput[] = []) {
    requireRoom(original.length);
    this.#original = original.map((fault, index) => parse(fault, [index]));
    this.reset();
  }

  get size(): number {
    return this.#live.length;
  }

  /** Adds a fault to those in force. @returns its id @throws TenantError for a fault that can't be used */
  add(fault: FaultInput): string {
    const parsed = parse(fault);
    requireRoom(this.#live.length + 1);
    return this.#add(parsed);
  }

  list(): FaultReport[] {
    return this.#live.map(({ id, fault, matched, struck }) => ({ id, fault, matched, struck }));
  }

  /** Removes a fault; requests that it delays go on at once. @throws TenantError for an unknown fault */
  remove(id: string): void {
    const fault = this.#live.find((live) => live.id === id);
    if (fault === undefined) {
      const ids = this.#live.map((live) => live.id).join(', ') || 'none';
      throw new TenantError(404, `There is no fault ${id}. There are: ${ids}.`);
    }
    this.#live = this.#live.filter((live) => live !== fault);
    fault.remove();
  }

  clear(): void {
    for (const fault of this.#live) fault.remove();
    this.#live = [];
  }

  /** Restores the faults of the tenant's start, with their counts at zero. */
  reset(): void {
    this.clear();
    this.#added = 0;
    for (const fault of this.#original) this.#add(fault);
  }

  /** The faults that a request matches and that strike at a moment, in the order of their effects. */
  at(moment: Moment, request: SeenRequest): LiveFault[] {
    const found = this.#live.filter((live) => live.moment === moment && matches(live.fault, request));
    return found.sort((one, other) => one.rank - other.rank);
  }

  #add(fault: Fault): string {
    this.#added += 1;
    const live = new LiveFault(`${fault.kind}-${this.#added}`, fault);
    this.#live = [...this.#live, live];
    return live.id;
  }
}

/** @throws TenantError if a tracker would have too many faults */
function requireRoom(faults: number): void {
  if (faults > limits.faults) {
    throw new TenantError(400, `A tracker has at most ${limits.faults} faults; it would have ${faults}.`);
  }
}

/** How many reasons a refusal names: each element of a long list can have one. */
const TOLD = 20;

function parse(value: FaultInput, place: readonly PropertyKey[] = []): Fault {
  const parsed = faultSchema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.flatMap((issue) => reasonsOf(issue, [...place, ...issue.path]));
  throw new TenantError(400, `The fault can't be used: ${reasons.slice(0, TOLD).join('; ')}.`);
}

type Issue = z.core.$ZodIssue;

/** The errors of a value. If it can have several forms, only the errors of the form it has. */
function reasonsOf(issue: Issue, path: readonly PropertyKey[]): string[] {
  const forms = issue.code === 'invalid_union' ? issue.errors : [];
  const meant = forms.find(([first]) => first?.code !== 'invalid_type' || first.path.length > 0) ?? forms[0];
  if (meant !== undefined) return meant.flatMap((inner) => reasonsOf(inner, [...path, ...inner.path]));
  return [[path.map(String).join('.'), issue.message].filter(Boolean).join(': ')];
}

export interface SeenRequest {
  readonly method: string;
  /** Path and query after the context path. */
  readonly url: string;
  /** The endpoint's name in the endpoint table, or null if none matches. */
  readonly endpoint: string | null;
  readonly caller: string | null;
}

/** How many different requests a fault counts. */
const REMEMBERED = 10_000;

export class LiveFault {
  readonly moment: Moment;
  matched = 0;
  struck = 0;
  readonly #kind: FaultKind<Fault>;
  readonly #removal = new AbortController();
  /** How often requests came, by their digests, the least recent first. */
  readonly #occurrences = new Map<string, number>();

  constructor(
    readonly id: string,
    readonly fault: Fault,
  ) {
    this.#kind = faultKinds[fault.kind] as FaultKind<Fault>;
    this.moment = this.#kind.moment(fault);
    // Each waiting request adds a listener, and their number has no limit.
    setMaxListeners(0, this.#removal.signal);
  }

  /** Its position among faults that strike one request. */
  get rank(): number {
    return Object.keys(faultKinds).indexOf(this.fault.kind);
  }

  get removed(): AbortSignal {
    return this.#removal.signal;
  }

  /** Ends the fault; waiting requests go on. */
  remove(): void {
    this.#removal.abort();
  }

  /** The effect of the fault on a request that matches it; undefined if it does not strike it. */
  strike(request: SeenRequest, sending: Sending): FaultEffect | undefined {
    const { fault } = this;
    if (this.removed.aborted || this.#kind.suits?.(sending) === false) return undefined;
    this.matched += 1;
    let which: string | undefined;
    const luck = (what: string) => draw(JSON.stringify(fault), (which ??= this.#name(request)), what);
    const { count = Infinity, share = 1 } = fault;
    if (this.struck >= count || (share < 1 && luck('strike') >= share)) return undefined;
    this.struck += 1;
    return this.#kind.effect(fault, sending, () => luck('how'));
  }

  /**
   * Identifies a request by method, URL and the number of its occurrence. So the same seed strikes the same requests,
   * even if other requests come between them. If very many others come, the occurrences are counted anew.
   */
  #name({ method, url }: SeenRequest): string {
    const call = `${method} ${url}`;
    const key = digestOf(call);
    const occurrence = (this.#occurrences.get(key) ?? 0) + 1;
    this.#occurrences.delete(key);
    this.#occurrences.set(key, occurrence);
    const [oldest] = this.#occurrences.keys();
    if (this.#occurrences.size > REMEMBERED && oldest !== undefined) this.#occurrences.delete(oldest);
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
    allows(path, (one) => matchesPath(request.url.replace(/[?#].*$/, ''), one))
  );
}

function allows<Value>(wanted: Value | readonly Value[] | undefined, fits: (value: Value) => boolean): boolean {
  if (wanted === undefined) return true;
  return Array.isArray(wanted) ? (wanted as Value[]).some(fits) : fits(wanted as Value);
}

/**
 * Whether a whole path matches a pattern: `**` matches anything, `*` anything within one step of the path. Each part moves on
 * from all places at which those before it can end, so the cost is at most the length of the path times that of the pattern.
 */
function matchesPath(path: string, pattern: string): boolean {
  const parts = pattern.split(/(\*\*|\*)/);
  return parts.reduce((places, part) => placesAfter(part, path, places), [0]).includes(path.length);
}

/** The places at which a part of a pattern can end that begins at one of these. */
function placesAfter(part: string, path: string, places: readonly number[]): number[] {
  if (!part.startsWith('*')) {
    return places.filter((place) => path.startsWith(part, place)).map((place) => place + part.length);
  }
  const ends: number[] = [];
  for (const place of places) {
    if (place <= (ends.at(-1) ?? -1)) continue;
    for (let end = place; end <= path.length; end += 1) {
      ends.push(end);
      if (part === '*' && path[end] === '/') break;
    }
  }
  return ends;
}

/** A number from 0 to 1, less than 1: the same for the same texts, and evenly spread over different ones. */
function draw(...texts: readonly string[]): number {
  return createHash('sha256').update(JSON.stringify(texts)).digest().readUInt32BE() / 2 ** 32;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
