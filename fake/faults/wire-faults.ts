import type * as z from 'zod';
import { TenantError } from '../server/errors.js';
import type { Moment } from './fault-kind.js';
import { faultSchema, VALUES_LIMIT } from './fault.js';
import type { Fault, FaultInput } from './fault.js';
import { LiveFault } from './live-fault.js';

/** A fault in force, and how often it struck. */
export interface FaultReport {
  /** Its kind and a number, for example `latency-1`. */
  readonly id: string;
  readonly fault: Fault;
  /** How many requests it was meant for, those beyond its count and outside its share included. */
  readonly matched: number;
  /** How many of them it struck. */
  readonly struck: number;
}

/** How many faults a tracker can have: each request is held against every one. */
const FAULTS_LIMIT = 100;

/** The faults of a tenant: what goes wrong between its clients and the tracker. */
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

  /** Whether nothing goes wrong. */
  get isEmpty(): boolean {
    return this.#live.length === 0;
  }

  /** How many are in force. */
  get size(): number {
    return this.#live.length;
  }

  /** Adds a fault to those in force. @returns its id @throws TenantError for a fault that can't be used */
  add(fault: FaultInput): string {
    const parsed = parse(fault);
    requireRoom(this.#live.length + 1);
    return this.#add(parsed);
  }

  /** The faults in force, in the order they were added in. */
  list(): FaultReport[] {
    return this.#live.map(({ id, fault, matched, struck }) => ({ id, fault, matched, struck }));
  }

  /** Ends a fault; requests it holds up go on at once. @throws TenantError for one that is not there */
  remove(id: string): void {
    const fault = this.#live.find((live) => live.id === id);
    if (fault === undefined) {
      const ids = this.#live.map((live) => live.id).join(', ') || 'none';
      throw new TenantError(404, `There is no fault ${id}. There are: ${ids}.`);
    }
    this.#live = this.#live.filter((live) => live !== fault);
    fault.remove();
  }

  /** Ends all of them. */
  clear(): void {
    for (const fault of this.#live) fault.remove();
    this.#live = [];
  }

  /** Goes back to those the tenant started with, as if they had never struck. */
  reset(): void {
    this.clear();
    this.#added = 0;
    for (const fault of this.#original) this.#add(fault);
  }

  /** The faults that strike at a moment, in the order they do. */
  at(moment: Moment): LiveFault[] {
    return this.#live.filter((live) => live.moment === moment).sort((one, other) => one.rank - other.rank);
  }

  #add(fault: Fault): string {
    this.#added += 1;
    const live = new LiveFault(`${fault.kind}-${this.#added}`, fault);
    this.#live = [...this.#live, live];
    return live.id;
  }
}

/** @throws TenantError for more faults than a tracker can have */
function requireRoom(faults: number): void {
  if (faults > FAULTS_LIMIT) {
    throw new TenantError(400, `A tracker has at most ${FAULTS_LIMIT} faults; it would have ${faults}.`);
  }
}

function parse(value: FaultInput, place: readonly PropertyKey[] = []): Fault {
  refuseLongLists(value);
  const parsed = faultSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.flatMap((issue) => reasonsOf(issue, [...place, ...issue.path]));
  throw new TenantError(400, `The fault can't be used: ${reasons.join('; ')}.`);
}

/** A list is refused for its length before its elements are, for each of them can be wrong. */
function refuseLongLists(value: unknown): void {
  for (const [property, list] of Object.entries(Object(value) as Record<string, unknown>)) {
    if (!Array.isArray(list) || list.length <= VALUES_LIMIT) continue;
    throw new TenantError(
      400,
      `The fault can't be used: ${property} has at most ${VALUES_LIMIT} values; ${list.length} were sent.`,
    );
  }
}

type Issue = z.core.$ZodIssue;

/** What is wrong; of a value that can be of several forms, what is wrong with the form it has. */
function reasonsOf(issue: Issue, path: readonly PropertyKey[]): string[] {
  const forms = issue.code === 'invalid_union' ? issue.errors : [];
  const meant = forms.find(([first]) => first?.code !== 'invalid_type' || first.path.length > 0) ?? forms[0];
  if (meant !== undefined) return meant.flatMap((inner) => reasonsOf(inner, [...path, ...inner.path]));
  return [[path.map(String).join('.'), issue.message].filter(Boolean).join(': ')];
}
