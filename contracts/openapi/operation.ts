import { rules } from '../rules/rules.js';
import type { CatalogueEndpoint } from '../endpoints/endpoint.js';
import { toJsonSchema } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';
import { parametersOf } from './parameters.js';
import type { Parameter } from './parameters.js';

/** The body of a request or of an answer, by content type. */
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** An operation of the document: one method at one path. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, object>>;
  /** The rules whose tests call it, by id. */
  readonly 'x-rules': readonly string[];
}

/** The rows of the endpoint table at one method and path: the one without a body, the one with, or both. */
export type Rows = readonly [name: string, endpoint: CatalogueEndpoint][];

/**
 * The operation of the rows at one method and path. If one of them takes a body and the other takes none, the body is
 * optional; if the documents leave the status of an answer open, the answer counts for all statuses of its kind.
 */
export function operationOf(rows: Rows, tag: string): Operation {
  const endpoints = rows.map(([, endpoint]) => endpoint);
  const ruleIds = [...new Set(endpoints.flatMap((endpoint) => endpoint.rules))];
  return {
    operationId: rows.map(([name]) => name).join('Or'),
    summary: endpoints.map(({ summary = '' }) => summary).join(' '),
    description: [
      `Document: ${[...new Set(endpoints.map(({ section }) => section))].join('; ')}.`,
      ...ruleIds.map((id) => `- ${id}: ${rules[id].text}`),
    ].join('\n'),
    tags: [tag],
    parameters: endpoints[0] === undefined ? [] : parametersOf(endpoints[0]),
    ...requestBodyOf(endpoints),
    responses: { '2XX': answerOf(endpoints), '4XX': { $ref: '#/components/responses/refusal' } },
    'x-rules': ruleIds,
  };
}

function requestBodyOf(endpoints: readonly CatalogueEndpoint[]): Pick<Operation, 'requestBody'> {
  const taking = endpoints.find(({ body, encoding }) => body !== undefined || encoding === 'multipart');
  if (taking === undefined) return {};
  const required = endpoints.length === 1;
  if (taking.encoding === 'multipart') return { requestBody: { required, content: filesOf() } };
  const schema = taking.body === undefined ? {} : toJsonSchema(taking.body, 'input');
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

/**
 * Any number of parts named `file`. A list tells writers of parts that there can be several; some readers do not accept
 * a single part as a list.
 */
function filesOf(): Content {
  const one = { type: 'string', contentMediaType: 'application/octet-stream' };
  const file = { anyOf: [{ type: 'array', items: one }, one] };
  return { 'multipart/form-data': { schema: { type: 'object', properties: { file }, required: ['file'] } } };
}

function answerOf(endpoints: readonly CatalogueEndpoint[]): object {
  const response = endpoints.find((endpoint) => endpoint.response !== undefined)?.response;
  const schema = response === undefined ? {} : toJsonSchema(response, 'output');
  return { description: 'The call succeeded.', content: { 'application/json': { schema } } };
}
