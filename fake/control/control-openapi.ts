import * as z from 'zod';
import { controlOperations } from './control-operations.js';
import type { ControlOperation } from './control-operations.js';

/** The control API as an OpenAPI 3.1 document. */
export interface ControlDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>>;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: object;
}

/**
 * The document of the control API.
 *
 * @param serverUrl the URL of the fake, with `/control`
 */
export function controlOpenApi(serverUrl: string): ControlDocument {
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Components = {};
  for (const [route, operation] of Object.entries(controlOperations)) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: renderOperation(path, operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of the fake',
      version: '1',
      description:
        'Opens and changes the trackers of a fake, and reads what they were asked. It is no part of a tracker.',
    },
    servers: [{ url: serverUrl }],
    // A fake that only its own machine can reach needs no token.
    security: [{ bearer: [] }, {}],
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        refusal: { description: 'The call was refused.', content: jsonOf(schemaOf(refusalSchema, 'output', schemas)) },
      },
    },
  };
}

const refusalSchema = z.looseObject({ errorMessages: z.array(z.string()), errors: z.record(z.string(), z.string()) });

function renderOperation(
  path: string,
  { operationId, summary, query, body, documentedBody = body, answer, status }: ControlOperation,
  schemas: Components,
) {
  const success = {
    description: 'The call succeeded.',
    ...(answer && { content: jsonOf(schemaOf(answer, 'output', schemas)) }),
  };
  return {
    operationId,
    summary,
    parameters: [...pathParameters(path), ...queryParameters(query)],
    ...(documentedBody && {
      requestBody: { required: true, content: jsonOf(schemaOf(documentedBody, 'input', schemas)) },
    }),
    responses: {
      [status ?? (answer === undefined ? 204 : 200)]: success,
      '4XX': { $ref: '#/components/responses/refusal' },
    },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const schema = name === 'request' ? { type: 'integer' } : { type: 'string' };
    return { name, in: 'path', required: true, schema };
  });
}

function queryParameters(query: z.ZodObject | undefined) {
  if (query === undefined) return [];
  const { properties = {} } = schemaOf(query, 'output', {}) as {
    readonly properties?: Readonly<Record<string, object>>;
  };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function jsonOf(schema: object) {
  return { 'application/json': { schema } };
}

/**
 * The JSON Schema of a zod schema. Rules that JSON Schema can't express are left out. A recursive schema becomes a
 * component.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): object {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override });
  const known = Object.keys(components).length;
  const text = JSON.stringify(json).replaceAll(/"#\/\$defs\/\w*?(\d+)"/g, (_, number: string) => {
    return `"#/components/schemas/Json${known + Number(number)}"`;
  });
  const { $schema: _draft, $defs = {}, ...rest } = JSON.parse(text) as JsonSchema;
  for (const [name, definition] of Object.entries($defs)) {
    components[`Json${known + Number(/\d+$/.exec(name)?.[0])}`] = definition;
  }
  return rest;
}

interface JsonSchema {
  readonly $schema?: string;
  readonly $defs?: Readonly<Record<string, object>>;
}

/** The recursive schemas, by name. */
type Components = Record<string, object>;

/** Describes a property that must be absent: JSON has no undefined. */
function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
}
