import type { z } from 'zod';
import { basePathOf, defaultBasePaths } from '../../../contracts/index.js';
import type { Endpoint } from '../../../contracts/index.js';
import type { State } from '../../../fake/state/state.js';
import { isKnown, knownValue } from './known-value.js';
import type { Choices } from './known-value.js';
import type { FilePart } from './request.js';

/** A request that makes sense, its body still a value. */
export interface SensibleRequest {
  readonly method: string;
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly files: readonly FilePart[] | undefined;
}

/** The parts of issues, by the parameter of their id. */
const partsOfIssues: Readonly<
  Record<string, (state: State) => readonly { readonly id: number; readonly issueId: number }[]>
> = {
  commentId: ({ tables }) => tables.comments.all(),
  worklogId: ({ tables }) => tables.worklogs.all(),
  remoteLinkId: ({ tables }) => tables.remoteLinks.all(),
};

/** A request to an endpoint that fits its row of the table and, for the most part, the data of the tracker. */
export function sensibleRequest(name: string, endpoint: Endpoint, state: State, choices: Choices): SensibleRequest {
  const place = { endpoint: name, name, state, choices };
  const base = basePathOf(endpoint.family, defaultBasePaths);
  // A part of an issue is requested below that issue.
  const below = Object.entries(partsOfIssues).find(([parameter]) => endpoint.path.includes(`{${parameter}}`));
  const part = below && choices.of(below[1](state));
  const path = `${base}${endpoint.path}`.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (part !== undefined) return String(parameter === below?.[0] ? part.id : part.issueId);
    return encodeURIComponent(String(knownValue(name, parameter, state, choices)));
  });
  const multipart = endpoint.encoding === 'multipart';
  const files = Array.from({ length: 1 + choices.below(2) }, (_, index) => ({
    part: 'file',
    filename: `file-${index}.txt`,
    text: `Bytes ${choices.below(100)}`,
  }));
  return {
    method: endpoint.method,
    segments: path.split('/'),
    query: endpoint.query === undefined ? [] : pairsOf(fillSchema(endpoint.query, place)),
    headers: multipart ? { 'x-atlassian-token': 'no-check' } : {},
    json: endpoint.body === undefined ? undefined : fillSchema(endpoint.body, place),
    files: multipart ? files : undefined,
  };
}

function pairsOf(query: unknown): (readonly [string, string])[] {
  return Object.entries(query as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
  );
}

/** Where a value is made for. */
interface Place {
  /** The name of the endpoint. */
  readonly endpoint: string;
  /** The name of the nearest property or parameter. */
  readonly name: string;
  readonly state: State;
  readonly choices: Choices;
}

/** A value that fits a request schema and, as far as names tell, what the tracker holds; undefined to leave it out. */
function fillSchema(schema: z.core.$ZodType, place: Place): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { choices, endpoint, name, state } = place;
  switch (def.type) {
    case 'optional':
    case 'default':
      return choices.below(3) === 0 ? undefined : fillSchema(def.innerType, place);
    case 'nullable':
      return fillSchema(def.innerType, place);
    case 'object': {
      const properties = Object.entries(def.shape).map(
        ([property, inner]) => [property, fillProperty(inner, { ...place, name: property })] as const,
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
      if (isKnown(endpoint, name)) return knownValue(endpoint, name, state, choices);
      return fillSchema(def.options[choices.below(def.options.length)] as z.core.$ZodType, place);
    case 'string':
      return isKnown(endpoint, name) ? textOrNothing(place) : `Text ${choices.below(100)}`;
    case 'number':
      return isKnown(endpoint, name) ? knownValue(endpoint, name, state, choices) : choices.below(100);
    default:
      return {};
  }
}

/** Lists and objects that have a value as a whole are not put together from their parts. */
function fillProperty(schema: z.core.$ZodType, place: Place): unknown {
  const whole = isWhole(schema) && isKnown(place.endpoint, place.name);
  return whole ? knownValue(place.endpoint, place.name, place.state, place.choices) : fillSchema(schema, place);
}

function isWhole(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable') return isWhole(def.innerType);
  return def.type === 'record' || def.type === 'object' || (def.type === 'array' && isWhole(def.element));
}

function textOrNothing({ endpoint, name, state, choices }: Place): string | undefined {
  const value = knownValue(endpoint, name, state, choices);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
