import type { z } from 'zod';
import type { Route } from '../endpoints/endpoint.js';
import { toJsonSchema } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: 'form';
  readonly explode?: boolean;
}

/** The parameters of an endpoint: those of its path, each of its query, and one for query parameters of any name. */
export function parametersOf({ path, query }: Route): Parameter[] {
  return [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query))];
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters(query: z.ZodObject): Parameter[] {
  const { properties = {}, required = [], additionalProperties } = toJsonSchema(query, 'input') as ObjectSchema;
  const named = Object.entries(properties).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return typeof additionalProperties === 'object' ? [...named, freeFilters(additionalProperties)] : named;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** `explode` makes each property of the object a query parameter of its own. */
function freeFilters(values: JsonSchema): Parameter {
  return {
    name: 'filters',
    in: 'query',
    required: false,
    description: 'Filters whose names the document leaves open, each as a query parameter of its own.',
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: values },
  };
}
