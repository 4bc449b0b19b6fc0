import * as z from 'zod';
import type { Assumptions } from './assumptions/assumptions.js';
import { parameterNames } from './endpoints/endpoint.js';
import type { BasePaths, CatalogueEndpoint, Route } from './endpoints/endpoint.js';
import { endpoints } from './endpoints/endpoints.js';
import { apiNames, apis } from './rules/rule.js';
import type { Api } from './rules/rule.js';
import { ruleIds, rules } from './rules/rules.js';
import * as defaultTemplates from './default-templates/bodies.js';
import * as directorySync from './directory-sync/bodies.js';
import * as testManagement from './test-management/bodies.js';

export interface OpenApiOptions {
  /** The version of the document, which is that of the package. */
  readonly version: string;
  /** The base URL of the tracker, context path included. */
  readonly serverUrl: string;
  readonly basePaths: BasePaths;
  readonly assumptions: Assumptions;
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const description =
  'Made from the endpoint table that the specs, their clients and the bundled fake are made from. Statuses of success ' +
  'stand as 2XX: the documents do not show them.';

/** The three APIs as an OpenAPI 3.1 document. DT-N11 decides the method and path of the removal with a body. */
export function openApiDocument({ version, serverUrl, basePaths, assumptions }: OpenApiOptions) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const api of apis) {
    for (const [address, rows] of rowsByAddress(api, assumptions)) {
      const [method = '', path = ''] = address.split(' ');
      const full = `${basePaths[api]}${path}`;
      paths[full] = { ...paths[full], [method.toLowerCase()]: operationOf(rows, apiNames[api]) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Default templates, directory sync and test management', version, description },
    servers: [{ url: serverUrl }],
    tags: Object.values(apiNames).map((name) => ({ name })),
    security: [{ basic: [] }, { bearer: [] }],
    paths,
    components: { securitySchemes, responses: { refusal }, schemas: componentSchemas() },
  };
}

function rowsByAddress(api: Api, assumptions: Assumptions): Map<string, Rows> {
  const byAddress = new Map<string, Rows>();
  for (const [name, row] of Object.entries<CatalogueEndpoint>(endpoints)) {
    if (row.family !== api || row.rules.length === 0) continue;
    const endpoint = name === 'deleteSelected' ? ({ ...row, ...assumptions['DT-N11'] } as CatalogueEndpoint) : row;
    const address = `${endpoint.method} ${endpoint.path}`;
    byAddress.set(address, [...(byAddress.get(address) ?? []), [name, endpoint]]);
  }
  return byAddress;
}

const securitySchemes = { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } };

const refusal = { description: 'The call was refused. The documents do not show the body.' };

type Operation = ReturnType<typeof operationOf>;

/** The rows of the endpoint table at one method and path: the one without a body, the one with, or both. */
type Rows = readonly [name: string, endpoint: CatalogueEndpoint][];

/**
 * The operation of the rows at one method and path. If one of them takes a body and the other takes none, the body is
 * optional; if the documents leave the status of an answer open, the answer counts for all statuses of its kind.
 */
function operationOf(rows: Rows, tag: string) {
  const served = rows.map(([, endpoint]) => endpoint);
  const ofRows = new Set(served.flatMap((endpoint) => endpoint.rules));
  const called = ruleIds.filter((id) => ofRows.has(id));
  return {
    operationId: rows.map(([name]) => name).join('Or'),
    summary: served.map(({ summary = '' }) => summary).join(' '),
    description: [
      `Document: ${[...new Set(served.map(({ section }) => section))].join('; ')}.`,
      ...called.map((id) => `- ${id}: ${rules[id].text}`),
    ].join('\n'),
    tags: [tag],
    parameters: served[0] === undefined ? [] : parametersOf(served[0]),
    ...requestBodyOf(served),
    responses: { '2XX': answerOf(served), '4XX': { $ref: '#/components/responses/refusal' } },
    // The rules whose tests call it.
    'x-rules': called,
  };
}

function requestBodyOf(endpoints: readonly CatalogueEndpoint[]): { readonly requestBody?: object } {
  const taking = endpoints.find(({ body, encoding }) => body !== undefined || encoding === 'multipart');
  if (taking === undefined) return {};
  const required = endpoints.length === 1;
  if (taking.encoding === 'multipart') return { requestBody: { required, content: filesOf() } };
  const schema = taking.body === undefined ? {} : toJsonSchema(taking.body, 'input');
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

/** A list tells writers of parts that there can be several; some readers do not accept a single part as a list. */
function filesOf(): object {
  const one = { type: 'string', contentMediaType: 'application/octet-stream' };
  const file = { anyOf: [{ type: 'array', items: one }, one] };
  return { 'multipart/form-data': { schema: { type: 'object', properties: { file }, required: ['file'] } } };
}

function answerOf(endpoints: readonly CatalogueEndpoint[]): object {
  const response = endpoints.find((endpoint) => endpoint.response !== undefined)?.response;
  const description = 'The call succeeded.';
  if (response === undefined) return { description };
  return { description, content: { 'application/json': { schema: toJsonSchema(response, 'output') } } };
}

function parametersOf(route: Route): object[] {
  const schema = { type: 'string', minLength: 1 };
  const ofPath = parameterNames(route).map((name) => ({ name, in: 'path', required: true, schema }));
  return [...ofPath, ...(route.query === undefined ? [] : queryParameters(route.query))];
}

function queryParameters(query: z.ZodObject): object[] {
  const schema = toJsonSchema(query, 'input') as z.core.JSONSchema.ObjectSchema;
  const { properties = {}, required = [], additionalProperties } = schema;
  const named = Object.entries(properties).map(([name, value]) => {
    return { name, in: 'query', required: required.includes(name), schema: value };
  });
  return typeof additionalProperties === 'object' ? [...named, freeFilters(additionalProperties)] : named;
}

/** `explode` makes each property of the object a query parameter of its own. */
function freeFilters(values: JsonSchema): object {
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

/** A JSON Schema of the 2020-12 draft, which OpenAPI 3.1 uses as it is. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const COMPONENTS = '#/components/schemas/';

const options = { unrepresentable: 'any', override: tidy } as const;

/** It refers to named schemas as components of the document. @param io `input` for requests, `output` for answers */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, { ...options, io, metadata: namedSchemas[io] });
  return bare(JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${COMPONENTS}`)) as JsonSchema);
}

function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const both = (['input', 'output'] as const).flatMap((io) => {
    const { schemas } = z.toJSONSchema(namedSchemas[io], { ...options, io, uri: (id) => `${COMPONENTS}${id}` });
    return Object.entries(schemas).map(([name, schema]) => [name, bare(schema as JsonSchema)] as const);
  });
  return Object.fromEntries(both);
}

/** A schema without the parts that the document has elsewhere. */
function bare({ $schema: _draft, $id: _id, $defs: _components, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  // A property that must be absent: JSON has no undefined.
  if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
  // The limits of JavaScript's numbers are not limits of the service.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** The schemas of bodies that have a name in the OpenAPI document, for users who generate types from it. */
const namedSchemas = {
  input: registryOf({
    DefaultsItem: defaultTemplates.defaultsItemSchema,
    DefaultsRequest: defaultTemplates.defaultsRequestSchema,
    BulkTransitionRequest: defaultTemplates.bulkTransitionRequestSchema,
    ConnectionDetails: directorySync.connectionDetailsSchema,
    UserUpdate: directorySync.userUpdateSchema,
    UpdateElement: directorySync.updateElementSchema,
    UpdateRequest: directorySync.updateRequestSchema,
    StepStatusRequest: testManagement.stepStatusRequestSchema,
    StepStatusesRequest: testManagement.stepStatusesRequestSchema,
    StepCommentRequest: testManagement.stepCommentRequestSchema,
    StepCellRequest: testManagement.stepCellRequestSchema,
    CopyPlanRequest: testManagement.copyPlanRequestSchema,
    AddTemplatesRequest: testManagement.addTemplatesRequestSchema,
  }),
  output: registryOf({
    IssueTypeEntry: defaultTemplates.issueTypeEntrySchema,
    RequestTypeEntry: defaultTemplates.requestTypeEntrySchema,
    Entry: defaultTemplates.entrySchema,
    RemovalResult: defaultTemplates.removalResultSchema,
    CreatedAssignment: defaultTemplates.createdAssignmentSchema,
    CreationResult: defaultTemplates.creationResultSchema,
    BulkTransitionResult: defaultTemplates.bulkTransitionResultSchema,
    UserAttributes: directorySync.userAttributesSchema,
    UserListElement: directorySync.userListElementSchema,
    PageDescriptor: directorySync.pageDescriptorSchema,
    UserPage: directorySync.userPageSchema,
  }),
};

function registryOf(schemas: Readonly<Record<string, z.ZodType>>): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  return registry;
}
