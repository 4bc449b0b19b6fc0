import type { z } from 'zod';
import type { State } from '../../../../fake/state/state.js';
import type { Choices } from './choices.js';
import { isKnown, knownValue } from './known-value.js';

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
export function fillSchema(schema: z.core.$ZodType, place: Place): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { choices, endpoint, name, state } = place;
  switch (def.type) {
    case 'optional':
      return choices.below(2) === 0 ? undefined : fillSchema(def.innerType, place);
    case 'default':
      return choices.below(3) === 0 ? undefined : fillSchema(def.innerType, place);
    case 'object': {
      const properties = Object.entries(def.shape).map(
        ([property, inner]) => [property, fillProperty(inner, { ...place, name: property })] as const,
      );
      return Object.fromEntries(properties.filter(([, value]) => value !== undefined));
    }
    case 'array':
      return Array.from({ length: 1 + choices.below(3) }, () => fillSchema(def.element, place));
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
  if (def.type === 'optional' || def.type === 'default') return isWhole(def.innerType);
  return def.type === 'record' || def.type === 'object' || (def.type === 'array' && isWhole(def.element));
}

function textOrNothing({ endpoint, name, state, choices }: Place): string | undefined {
  const value = knownValue(endpoint, name, state, choices);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
