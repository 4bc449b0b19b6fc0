import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { Random } from '../../random.js';

/** Draws values that a schema allows. */
export interface Draw {
  readonly random: Random;
  /** One of several alternatives of the setting, or the part of one, at a path. */
  readonly choose: <Item>(alternatives: readonly Item[], path: string) => Item;
  /** A text for a path that may be any. */
  readonly text: (path: string) => string;
}

/**
 * Statuses that an API can't answer with, even if its document leaves the status open. Each is about the login, the
 * connection or the body, and the API does not decide these (RFC 9110, RFC 6585).
 */
const NOT_OF_AN_API = new Set([
  // They have no body, and what is answered here has one unless a setting says otherwise.
  204, 205, 304,
  // They answer requests that no test sends: for a part of a body, several statuses, changes since a version, a tunnel.
  206, 207, 208, 226, 426,
  // They are about a proxy, the login, the connection, or the number of calls.
  305, 401, 407, 408, 421, 425, 429, 431, 502, 503, 504, 511,
]);

/** Such a status that a setting can have all the same: a removal of nothing without a body, a 401 for want of a permission. */
const besides: Readonly<Record<string, number>> = {
  'DT-N09': 204,
  'DT-N07.refusal': 401,
  'AD-N03.refusal': 401,
  'TM-N24.status': 401,
};

const statuses = Object.keys(STATUS_CODES)
  .map(Number)
  .filter((status) => !NOT_OF_AN_API.has(status));

/** A value that a schema allows, each alternative of a choice as likely as the others. */
export function drawValue(schema: unknown, path: string, draw: Draw): unknown {
  const { random, choose, text } = draw;
  if (schema instanceof z.ZodEnum) return choose(schema.options, path);
  if (schema instanceof z.ZodLiteral) return choose([...schema.values], path);
  if (schema instanceof z.ZodBoolean) return choose([false, true], path);
  if (schema instanceof z.ZodNullable)
    return choose([false, true], `${path}?`) ? null : drawValue(schema.unwrap(), path, draw);
  if (schema instanceof z.ZodUnion) {
    const alternatives = schema.options.flatMap(alternativesOf);
    return drawValue(choose(alternatives, path), path, draw);
  }
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape);
    return Object.fromEntries(parts.map(([name, part]) => [name, drawValue(part, `${path}.${name}`, draw)]));
  }
  if (schema instanceof z.ZodArray) return drawList(schema, path, draw);
  if (schema instanceof z.ZodNumber) {
    const drawn = drawNumber(schema, random);
    return choose([drawn, besides[path] ?? drawn], path);
  }
  if (schema instanceof z.ZodString) return text(path);
  // Any JSON: an object, a list, a text, a number or nothing.
  if (schema instanceof z.ZodLazy) return choose([null, {}, { done: true }, [], 'done', 7], path);
  throw new TypeError(`No value of ${path} can be drawn: its schema is of an unknown kind.`);
}

/** The schemas of a choice, so that each word of an enumeration is as likely as another schema. */
function alternativesOf(schema: unknown): unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options.map((word) => z.literal(word));
  return schema instanceof z.ZodLiteral ? [...schema.values].map((word) => z.literal(word)) : [schema];
}

/** Some words in some order; of anything else two to five, so that none stands alone. */
function drawList(schema: z.ZodArray, path: string, draw: Draw): unknown[] {
  const { element } = schema;
  if (element instanceof z.ZodEnum) {
    const least = schema.safeParse([]).success ? 0 : 1;
    const words = shuffled(element.options, draw.random);
    return words.slice(0, draw.random.int(least, words.length));
  }
  return Array.from({ length: draw.random.int(2, 5) }, (_, index) => drawValue(element, `${path}.${index}`, draw));
}

/** A status, if the range is one of statuses; else any whole number. */
function drawNumber({ minValue, maxValue }: z.ZodNumber, random: Random): number {
  const [least, most] = [minValue ?? 1, maxValue ?? 1];
  const inRange = statuses.filter((status) => status >= least && status <= most);
  return least >= 100 && most <= 599 ? random.pick(inRange) : random.int(1, 2 ** 31 - 1);
}

/** The items of a list in another order. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.int(0, left.length - 1), 1)[0] as Item);
}
