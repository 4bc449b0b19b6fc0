import * as z from 'zod';
import type { Endpoint } from '../endpoints/endpoint.js';

/** What was seen of each documented name: its least and greatest number, `[]` for other values, `null` for never. */
const seenSchema = z.record(z.string(), z.array(z.number()).nullable());

/** The values seen by name. A property in another, or in a list, is named `defaults.projectId`; `*` is any name. */
type Seen = z.infer<typeof seenSchema>;

/** What tests sent to an endpoint and were answered, of all that its row in the endpoint table names. */
export const surfaceSchema = z.strictObject({
  statuses: z.record(z.string(), z.int()),
  query: seenSchema,
  sent: seenSchema,
  received: seenSchema,
});

export type Surface = z.infer<typeof surfaceSchema>;

export const calledEndpointSchema = surfaceSchema.extend({
  family: z.string(),
  title: z.string(),
});

export type CalledEndpoint = z.infer<typeof calledEndpointSchema>;

interface SeenCall {
  readonly endpoint: Endpoint;
  readonly query: Readonly<Record<string, unknown>>;
  readonly sent: unknown;
  readonly status: number;
  readonly received: unknown;
}

/** What one call shows of the surface of its endpoint. Names that the endpoint's row does not have are left out. */
export function surfaceOf({ endpoint, query, sent, status, received }: SeenCall): Surface {
  const names = namesOf(endpoint);
  return {
    statuses: { [status]: 1 },
    query: see(Object.fromEntries(Object.entries(query).map(asNumber)), names.query),
    sent: see(sent, names.sent),
    received: see(received, names.received),
  };
}

/** A parameter as a number, if its text is one: a query has nothing but text. */
function asNumber([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value];
}

export function joinSurfaces(one: Surface, other: Surface): Surface {
  const statuses = { ...one.statuses };
  for (const [status, count] of Object.entries(other.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
  return {
    statuses,
    query: joinSeen(one.query, other.query),
    sent: joinSeen(one.sent, other.sent),
    received: joinSeen(one.received, other.received),
  };
}

function joinSeen(one: Seen, other: Seen): Seen {
  return Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => {
      const both = [one[name], other[name]].filter((values) => values !== null && values !== undefined);
      return [name, both.length === 0 ? null : ends(both.flat())];
    }),
  );
}

function ends(values: readonly number[]): number[] {
  return values.length === 0 ? [] : [Math.min(...values), Math.max(...values)];
}

/** The number of an id says nothing of how far a property was tried. */
const ID = /ids?$/i;

function see(value: unknown, names: readonly string[]): Seen {
  const seen: Record<string, number[] | null> = Object.fromEntries(names.map((name) => [name, null]));
  const note = (one: unknown, path: string) => {
    if (Array.isArray(one)) for (const item of one) note(item, path);
    else if (typeof one === 'number' && !ID.test(path) && Object.hasOwn(seen, path))
      seen[path] = ends([...(seen[path] ?? []), one]);
    else if (typeof one === 'object' && one !== null) {
      const start = path === '' ? '' : `${path}.`;
      for (const [key, inner] of Object.entries(one)) {
        const name = Object.hasOwn(seen, `${start}${key}`) ? `${start}${key}` : `${start}*`;
        if (inner === undefined || !Object.hasOwn(seen, name)) continue;
        seen[name] ??= [];
        note(inner, name);
      }
    }
  };
  note(value, '');
  return seen;
}

type Names = Readonly<Record<'query' | 'sent' | 'received', readonly string[]>>;

const namesByEndpoint = new WeakMap<Endpoint, Names>();

function namesOf(endpoint: Endpoint): Names {
  const known = namesByEndpoint.get(endpoint);
  if (known !== undefined) return known;
  const { query, body, response } = endpoint;
  const names = {
    query: documentedPaths(query, 'input'),
    sent: documentedPaths(body, 'input'),
    received: documentedPaths(response, 'output'),
  };
  namesByEndpoint.set(endpoint, names);
  return names;
}

/** The properties that a schema names, each by its path: `update.data.userKey`. */
export function documentedPaths(schema: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  return schema === undefined ? [] : [...new Set(walk(z.toJSONSchema(schema, { unrepresentable: 'any', io }), ''))];
}

function walk(schema: z.core.JSONSchema._JSONSchema, path: string): string[] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, additionalProperties = false, items = [], anyOf = [], allOf = [], oneOf = [] } = schema;
  const inner = Object.entries(properties);
  const any = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
  return [
    ...[...inner, ...(any ? [['*', additionalProperties] as const] : [])].flatMap(([name, one]) => [
      `${path}${name}`,
      ...walk(one, `${path}${name}.`),
    ]),
    ...[items, anyOf, allOf, oneOf].flat().flatMap((one) => walk(one, path)),
  ];
}
