import * as z from 'zod';
import { toJsonSchema } from '../../contracts/openapi.js';
import { controlOperations } from './control-operations.js';
import type { ControlOperation } from './control-operations.js';

export interface ControlDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>>;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: object;
}

/** @param serverUrl the URL of the fake, with `/control` */
export function controlOpenApi(serverUrl: string): ControlDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, operation] of Object.entries(controlOperations)) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: renderOperation(path, operation) };
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
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        refusal: { description: 'The call was refused.', content: jsonOf(toJsonSchema(refusalSchema, 'output')) },
      },
    },
  };
}

const refusalSchema = z.looseObject({ errorMessages: z.array(z.string()), errors: z.record(z.string(), z.string()) });

function renderOperation(
  path: string,
  { operationId, summary, query, body, documentedBody = body, answer, status }: ControlOperation,
) {
  const success = {
    description: 'The call succeeded.',
    ...(answer && { content: jsonOf(toJsonSchema(answer, 'output')) }),
  };
  return {
    operationId,
    summary,
    parameters: [...pathParameters(path), ...queryParameters(query)],
    ...(documentedBody && {
      requestBody: { required: true, content: jsonOf(toJsonSchema(documentedBody, 'input')) },
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
  const { properties = {} } = toJsonSchema(query, 'output') as {
    readonly properties?: Readonly<Record<string, object>>;
  };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function jsonOf(schema: object) {
  return { 'application/json': { schema } };
}
