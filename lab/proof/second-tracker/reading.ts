import type { Choices } from './choices.js';

export type JsonObject = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const absent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Reads the values of a body, leniently or strictly. Null stands for a value that is not given. */
export class Reading {
  constructor(private readonly choices: Pick<Choices, 'looseTypes' | 'nullInList' | 'unknownProperties'>) {}

  private get lenient(): boolean { return this.choices.looseTypes === 'read'; }

  object(value: unknown, what: string): JsonObject {
    return isObject(value) ? value : refuse(400, `${what} must be an object.`);
  }

  named(value: unknown, what: string, names: readonly string[]): JsonObject {
    const object = this.object(value, what);
    if (this.choices.unknownProperties === 'refused') {
      const other = Object.keys(object).find(name => !names.includes(name));
      if (other !== undefined) refuse(400, `Unrecognized field "${other}" in ${what}.`);
    }
    return object;
  }

  text(value: unknown, what: string): string | null {
    if (absent(value)) return null;
    if (typeof value === 'string') return value;
    if (this.lenient && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
    return refuse(400, `${what} must be a string.`);
  }

  integer(value: unknown, what: string): number | null {
    if (absent(value)) return null;
    if (typeof value === 'number' && Number.isInteger(value)) return value;
    if (this.lenient && typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value)) return Number(value);
    return refuse(400, `${what} must be an integer.`);
  }

  /** An id, which may be a number or text whatever is chosen: the documents do not say. */
  id(value: unknown, what: string): string | null {
    return typeof value === 'number' && Number.isInteger(value) ? String(value) : typeof value === 'string' ? value : absent(value) ? null : refuse(400, `${what} must be an id.`);
  }

  boolean(value: unknown, what: string): boolean | null {
    if (absent(value)) return null;
    if (typeof value === 'boolean') return value;
    if (this.lenient && (value === 'true' || value === 'false')) return value === 'true';
    return refuse(400, `${what} must be a boolean.`);
  }

  list(value: unknown, what: string): unknown[] | null {
    if (absent(value)) return null;
    const list: unknown[] = Array.isArray(value) ? value : refuse(400, `${what} must be an array.`);
    if (!list.some(absent)) return list;
    return this.choices.nullInList === 'refused' ? refuse(400, `${what} must not hold null.`) : list.filter(item => !absent(item));
  }

  texts(value: unknown, what: string): string[] | null {
    return this.list(value, what)?.map(item => this.text(item, what) ?? '') ?? null;
  }

  integers(value: unknown, what: string): number[] | null {
    return this.list(value, what)?.map(item => this.integer(item, what) ?? 0) ?? null;
  }
}

/** A moment as the tracker writes it. */
export const dateTime = (time: number): string => new Date(time).toISOString().replace('Z', '+0000');

export class Refusal extends Error {
  constructor(readonly status: number, readonly messages: string[], readonly errors: Record<string, string> = {}, readonly unknownId = false) {
    super(messages.join(' ') || Object.values(errors).join(' '));
  }
}
export const refuse = (status: number, ...messages: string[]): never => { throw new Refusal(status, messages); };
export const unknownId = (message: string): never => { throw new Refusal(404, [message], {}, true); };
