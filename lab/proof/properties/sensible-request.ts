import type { z } from 'zod';
import type { State } from '../../../fake/state/state.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import type { Choices } from '../random.js';
import type { Call } from './calls.js';
import { isKnown, knownValue } from './known-value.js';
import type { SensibleRequest } from './request.js';

/** The parts of issues, by the parameter of their id. */
const partsOfIssues: Readonly<
  Record<string, (state: State) => readonly { readonly id: number; readonly issueId: number }[]>
> = {
  commentId: ({ tables }) => tables.comments.all(),
  remoteLinkId: ({ tables }) => tables.remoteLinks.all(),
};

/**
 * A request that fits the row of its call and, for the most part, the data of the tracker.
 *
 * @param jql the query of a search; without it one that makes sense
 */
export function sensibleRequest(call: Call, tenant: Tenant, choices: Choices, jql?: string): SensibleRequest {
  const place = { call: call.name, name: '', tenant, choices, jql };
  // A part of an issue is requested below that issue.
  const below = Object.entries(partsOfIssues).find(([parameter]) => call.path.includes(`{${parameter}}`));
  const part = below && choices.of(below[1](tenant.state));
  const path = call.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (part !== undefined) return String(parameter === below?.[0] ? part.id : part.issueId);
    return encodeURIComponent(String(knownValue(call.name, parameter, tenant, choices)));
  });
  const files = Array.from({ length: 1 + choices.below(2) }, (_, index) => ({
    part: 'file',
    filename: `file-${index}.txt`,
    text: `Bytes ${choices.below(100)}`,
  }));
  return {
    method: call.method,
    segments: path.split('/'),
    query: call.query === undefined ? [] : pairsOf(fillSchema(call.query, place)),
    headers: call.isMultipart ? { 'x-atlassian-token': 'no-check' } : {},
    json: call.body === undefined ? undefined : fillProperty(call.body, place),
    files: call.isMultipart ? files : undefined,
  };
}

function pairsOf(query: unknown): (readonly [string, string])[] {
  return Object.entries(query as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
  );
}

/** Where a value is made for. */
interface Place {
  /** The name of the call. */
  readonly call: string;
  /** The name of the nearest property or parameter; empty for a body as a whole. */
  readonly name: string;
  readonly tenant: Tenant;
  readonly choices: Choices;
  readonly jql: string | undefined;
}

/** A value that fits a request schema and, as far as names tell, what the tracker holds; undefined to leave it out. */
function fillSchema(schema: z.core.$ZodType, place: Place): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { choices } = place;
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
      if (isKnown(place.call, place.name)) return known(place);
      return fillSchema(def.options[choices.below(def.options.length)] as z.core.$ZodType, place);
    case 'string':
      return isKnown(place.call, place.name) ? textOrNothing(place) : `Text ${choices.below(100)}`;
    case 'number':
      return isKnown(place.call, place.name) ? known(place) : choices.below(100);
    default:
      return {};
  }
}

/** Lists and objects that have a value as a whole are not put together from their parts. */
function fillProperty(schema: z.core.$ZodType, place: Place): unknown {
  const { call, name, jql } = place;
  if (name === 'jql' && jql !== undefined) return jql;
  const whole = isKnown(call, name, true) || (isWhole(schema) && isKnown(call, name));
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

function textOrNothing(place: Place): string | undefined {
  const value = known(place);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
