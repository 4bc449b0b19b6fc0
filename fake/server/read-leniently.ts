import type { z } from 'zod';
import { parseJson } from '../../contracts/index.js';

/** How often a body is changed before it counts as unusable: once for each level of a body in the defaults shape. */
const ROUNDS = 4;

/**
 * Reads a body as a lenient JSON reader does (DT-N21): of any media type, numbers and texts for each other, without the
 * nulls in lists; no body, null and an empty list say nothing. What no reader can use stays as it is.
 */
export function readLeniently(schema: z.ZodType, text: string): unknown {
  let body = text === '' ? {} : parseJson(text);
  if (body === null || (Array.isArray(body) && body.length === 0)) body = {};
  return convert(schema, body, change);
}

/** Takes texts in a body for numbers, as the tracker's JSON reader does. */
export function readNumbers(schema: z.ZodType, body: unknown): unknown {
  return convert(schema, body, changeToNumber);
}

function convert(
  schema: z.ZodType,
  body: unknown,
  change: (body: unknown, path: readonly PropertyKey[], expected: string) => void,
): unknown {
  for (let round = 0; round < ROUNDS; round += 1) {
    const issues = schema.safeParse(body).error?.issues ?? [];
    for (const { path, ...issue } of issues) {
      if ('expected' in issue) change(body, path, String(issue.expected));
    }
    if (issues.length === 0) break;
    body = withoutGaps(body);
  }
  return body;
}

/** Changes the value at a path to the expected type, if a lenient reader would; a null in a list becomes a gap. */
function change(body: unknown, path: readonly PropertyKey[], expected: string): void {
  const [holder, name] = placeOf(body, path);
  if (holder === undefined) return;
  const value = holder[name];
  if (value === null || value === undefined) holder[name] = expected === 'array' ? [] : undefined;
  else if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    holder[name] = String(value);
  } else changeToNumber(body, path);
}

/** Changes the text at a path to the number that it writes. */
function changeToNumber(body: unknown, path: readonly PropertyKey[]): void {
  const [holder, name] = placeOf(body, path);
  const value = holder?.[name];
  if (holder !== undefined && typeof value === 'string' && /^\d+$/.test(value)) holder[name] = Number(value);
}

/** The object or list that a path leads to, and the name of the value in it. */
function placeOf(body: unknown, path: readonly PropertyKey[]): [Record<string, unknown> | undefined, string] {
  const holder = path
    .slice(0, -1)
    .reduce((value: unknown, step) => (isHolder(value) ? value[String(step)] : value), body);
  return [isHolder(holder) && path.length > 0 ? holder : undefined, String(path.at(-1))];
}

function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutGaps);
  if (!isHolder(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutGaps(part)]));
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
