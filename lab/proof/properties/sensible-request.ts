import type { z } from 'zod';
import { basePathOf, defaultBasePaths, endpoints } from '../../../contracts/index.js';
import type { Endpoint } from '../../../contracts/index.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import type { Choices } from '../random.js';
import { isKnown, knownValue } from './known-value.js';
import type { PlannedRequest } from './request.js';

/** An endpoint of the table, with its name and its whole path. */
export interface Call extends Endpoint {
  readonly name: string;
  readonly base: string;
}

export const calls: readonly Call[] = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
  ...endpoint,
  ...{ name, base: basePathOf(endpoint.family, defaultBasePaths) },
}));

/** A request that fits the row of its call and, for the most part, the data of the tracker. */
export function sensibleRequest(call: Call, tenant: Tenant, choices: Choices): PlannedRequest {
  const { comments, remoteLinks } = tenant.state.tables;
  const place = { call: call.name, name: '', tenant, choices };
  // A part of an issue is requested below that issue.
  const parts = { commentId: comments.all(), remoteLinkId: remoteLinks.all() };
  const below = Object.entries(parts).find(([parameter]) => call.path.includes(`{${parameter}}`));
  const part = below && choices.of<{ readonly id: number; readonly issueId: number }>(below[1]);
  const path = `${call.base}${call.path}`.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (part !== undefined) return String(parameter === below?.[0] ? part.id : part.issueId);
    return encodeURIComponent(String(knownValue(call.name, parameter, tenant, choices)));
  });
  const { method, query, body } = call;
  const given = query === undefined ? {} : (fillSchema(query, place) as Readonly<Record<string, unknown>>);
  const pairs = Object.entries(given).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as const),
  );
  if (call.encoding === 'multipart') {
    const files = Array.from({ length: 1 + choices.below(2) }, () => ({ part: 'file', text: 'Bytes' }));
    return { method, path, query: pairs, headers: { 'x-atlassian-token': 'no-check' }, files };
  }
  if (body === undefined) return { method, path, query: pairs, headers: {} };
  const json = JSON.stringify(fillProperty(body, place));
  return { method, path, query: pairs, headers: { 'content-type': 'application/json' }, body: json };
}

/** Where a value is made for: a call, and the nearest property or parameter; empty for a body as a whole. */
interface Place {
  readonly call: string;
  readonly name: string;
  readonly tenant: Tenant;
  readonly choices: Choices;
}

/** A value that fits a request schema and, as far as names tell, what the tracker holds; undefined to leave it out. */
function fillSchema(schema: z.core.$ZodType, place: Place): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { choices } = place;
  const isHere = isKnown(place.call, place.name);
  switch (def.type) {
    case 'optional':
    case 'default':
      return choices.below(3) === 0 ? undefined : fillSchema(def.innerType, place);
    case 'nullable':
      return fillSchema(def.innerType, place);
    case 'pipe':
      return fillSchema(def.out, place);
    case 'undefined':
      return undefined;
    case 'object': {
      const properties = Object.entries(def.shape).map(
        ([name, inner]) => [name, fillProperty(inner, { ...place, name })] as const,
      );
      return Object.fromEntries(properties.filter(([, value]) => value !== undefined));
    }
    case 'array':
      return Array.from({ length: 1 + choices.below(3) }, () => fillSchema(def.element, place));
    case 'literal':
      return choices.of(def.values);
    case 'enum':
      return choices.of(Object.values(def.entries));
    case 'boolean':
      return choices.below(2) === 1;
    case 'union':
      return isHere ? known(place) : fillSchema(def.options[choices.below(def.options.length)] as z.ZodType, place);
    case 'string': {
      const value = isHere ? known(place) : `Text ${choices.below(100)}`;
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    }
    case 'number':
      return isHere ? known(place) : choices.below(100);
    default:
      return {};
  }
}

/** Lists and objects that have a value as a whole are not put together from their parts. */
function fillProperty(schema: z.core.$ZodType, place: Place): unknown {
  const whole = isKnown(place.call, place.name, true) || (isWhole(schema) && isKnown(place.call, place.name));
  return whole ? known(place) : fillSchema(schema, place);
}

function isWhole(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable') return isWhole(def.innerType);
  return def.type === 'record' || def.type === 'object' || (def.type === 'array' && isWhole(def.element));
}

function known({ call, name, tenant, choices }: Place): unknown {
  return knownValue(call, name, tenant, choices);
}
