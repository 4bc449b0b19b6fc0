import { apiNames } from '../rules/rule.js';
import type { Api } from '../rules/rule.js';
import type { BasePaths } from '../endpoints/base-paths.js';
import type { CatalogueEndpoint } from '../endpoints/endpoint.js';
import { defaultTemplatesEndpoints } from '../default-templates/endpoints.js';
import { directorySyncEndpoints } from '../directory-sync/endpoints.js';
import { testManagementEndpoints } from '../test-management/endpoints.js';
import type { Assumptions } from '../assumptions/assumptions.js';
import { componentSchemas } from './json-schema.js';
import { operationOf } from './operation.js';
import type { Operation, Rows } from './operation.js';

/** Options of an OpenAPI document, besides the endpoint table. */
export interface OpenApiOptions {
  /** The version of the document, which is that of the package. */
  readonly version: string;
  /** The base URL of the tracker, context path included. */
  readonly serverUrl: string;
  readonly basePaths: BasePaths;
  readonly assumptions: Assumptions;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

const tables: Readonly<Record<Api, Readonly<Record<string, CatalogueEndpoint>>>> = {
  'default-templates': defaultTemplatesEndpoints,
  'directory-sync': directorySyncEndpoints,
  'test-management': testManagementEndpoints,
};

const description =
  'Made from the endpoint table that the specs, their clients and the bundled fake are made from. Statuses of success ' +
  'stand as 2XX: the documents do not show them.';

/** The three APIs as an OpenAPI 3.1 document. DT-N11 decides the method and path of the removal with a body. */
export function openApiDocument({ version, serverUrl, basePaths, assumptions }: OpenApiOptions): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [api, table] of Object.entries(tables) as [Api, Readonly<Record<string, CatalogueEndpoint>>][]) {
    for (const [address, rows] of rowsByAddress(table, assumptions)) {
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

/** The rows of a table by method and path. */
function rowsByAddress(
  table: Readonly<Record<string, CatalogueEndpoint>>,
  assumptions: Assumptions,
): Map<string, Rows> {
  const byAddress = new Map<string, Rows>();
  for (const [name, row] of Object.entries(table)) {
    const endpoint = name === 'deleteSelected' ? ({ ...row, ...assumptions['DT-N11'] } as CatalogueEndpoint) : row;
    const address = `${endpoint.method} ${endpoint.path}`;
    byAddress.set(address, [...(byAddress.get(address) ?? []), [name, endpoint]]);
  }
  return byAddress;
}

const securitySchemes = { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } };

const refusal = {
  description: 'The call was refused.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          errorMessages: { type: 'array', items: { type: 'string' } },
          errors: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
  },
};
