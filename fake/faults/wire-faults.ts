import * as z from 'zod';
import { SpaceError } from '../spaces/space-error.js';
import { faultSchema } from './fault.js';
import type { Fault, FaultInput } from './fault.js';
import type { Moment } from './fault-kind.js';
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

const faultsSchema = z.array(faultSchema);

/** The faults of a space: what goes wrong between its clients and the tracker. */
export class WireFaults {
  readonly #original: readonly Fault[];
  #live: readonly LiveFault[] = [];
  #added = 0;

  /** @throws SpaceError for a fault that can't be used */
  constructor(original: readonly FaultInput[] = []) {
    this.#original = parse(faultsSchema, original);
    this.reset();
  }

  /** Whether nothing goes wrong. */
  get isEmpty(): boolean {
    return this.#live.length === 0;
  }

  /** Adds a fault to those in force. @returns its id @throws SpaceError for a fault that can't be used */
  add(fault: FaultInput): string {
    return this.#add(parse(faultSchema, fault));
  }

  /** The faults in force, in the order they were added in. */
  list(): FaultReport[] {
    return this.#live.map(({ id, fault, matched, struck }) => ({ id, fault, matched, struck }));
  }

  /** Ends a fault; requests it holds up go on at once. @throws SpaceError for one that is not there */
  remove(id: string): void {
    const fault = this.#live.find((live) => live.id === id);
    if (fault === undefined) {
      const ids = this.#live.map((live) => live.id).join(', ') || 'none';
      throw new SpaceError(404, `There is no fault ${id}. There are: ${ids}.`);
    }
    this.#live = this.#live.filter((live) => live !== fault);
    fault.remove();
  }

  /** Ends all of them. */
  clear(): void {
    for (const fault of this.#live) fault.remove();
    this.#live = [];
  }

  /** Goes back to those the space started with, as if they had never struck. */
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

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.flatMap((issue) => reasonsOf(issue, issue.path));
  throw new SpaceError(400, `The fault can't be used: ${reasons.join('; ')}.`);
}

type Issue = z.core.$ZodIssue;

/** What is wrong; of a value that can be of several forms, what is wrong with the form it has. */
function reasonsOf(issue: Issue, path: readonly PropertyKey[]): string[] {
  const forms = issue.code === 'invalid_union' ? issue.errors : [];
  const meant = forms.find(([first]) => first?.code !== 'invalid_type' || first.path.length > 0) ?? forms[0];
  if (meant !== undefined) return meant.flatMap((inner) => reasonsOf(inner, [...path, ...inner.path]));
  return [[path.map(String).join('.'), issue.message].filter(Boolean).join(': ')];
}
