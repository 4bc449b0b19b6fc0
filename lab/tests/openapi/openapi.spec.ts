import { expect, test } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fetch } from 'undici';
import { defaultAssumptions, defaultBasePaths, openApiDocument, withAssumptions } from '../../../contracts/index.js';
import { defaultTemplatesEndpoints } from '../../../contracts/default-templates/endpoints.js';
import { directorySyncEndpoints } from '../../../contracts/directory-sync/endpoints.js';
import { testManagementEndpoints } from '../../../contracts/test-management/endpoints.js';
import type { CatalogueEndpoint, OpenApiOptions } from '../../../contracts/index.js';
import { controlOpenApi } from '../../../fake/control/control-openapi.js';
import type { ControlDocument } from '../../../fake/control/control-openapi.js';
import { startFake } from '../../../fake/index.js';

const control = controlOpenApi('http://127.0.0.1:8099/control');

const options: OpenApiOptions = {
  version: '1.2.3',
  serverUrl: 'http://127.0.0.1:8099',
  basePaths: defaultBasePaths,
  assumptions: defaultAssumptions,
};

/** Options for a tracker that answers open questions in another way and serves the APIs at other paths. */
const moved: OpenApiOptions = {
  ...options,
  basePaths: { ...defaultBasePaths, 'directory-sync': '/rest/other/ad' },
  assumptions: withAssumptions({ 'DT-N11': { method: 'POST', path: '/template/{templateId}/remove' } }),
};

for (const [title, given] of [
  ['of the documents’ paths and the defaults', openApiDocument(options)],
  ['of other paths and answers', openApiDocument(moved)],
  ['of the control API', control],
] as const) {
  test(`a validator of OpenAPI 3.1 accepts the document ${title}`, async () => {
    const validator = new Validator();

    expect(await validator.validate({ ...given })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });
}

test('every documented row of the three tables is an operation, with its rules', () => {
  const tables: readonly Readonly<Record<string, CatalogueEndpoint>>[] = [
    defaultTemplatesEndpoints,
    directorySyncEndpoints,
    testManagementEndpoints,
  ];
  const rows = tables.flatMap((table) => Object.entries(table)).filter(([, { rules }]) => rules.length > 0);
  const { paths } = openApiDocument(options);
  const operations = Object.values(paths).flatMap((path) => Object.values(path));

  expect(operations.flatMap(({ operationId }) => operationId.split('Or')).sort()).toEqual(
    rows.map(([name]) => name).sort(),
  );
  for (const [name, { family, path, method, rules }] of rows) {
    const operation = paths[`${defaultBasePaths[family]}${path}`]?.[method.toLowerCase()];
    expect(operation?.operationId.split('Or'), name).toContain(name);
    expect(operation?.['x-rules'], name).toEqual(expect.arrayContaining([...rules]));
    expect(operation?.summary, name).not.toBe('');
  }
});

test('paths follow the settings, and a removal with a body the open question that says where it is sent', () => {
  const { paths } = openApiDocument(moved);

  expect(paths['/rest/other/ad/connection']?.['get']?.operationId).toBe('listConnections');
  const home = defaultBasePaths['default-templates'];
  expect(paths[`${home}/template/{templateId}/remove`]?.['post']?.requestBody).toMatchObject({ required: true });
  expect(paths[`${home}/template/{templateId}`]?.['delete']).toMatchObject({ operationId: 'deleteByTemplate' });
});

test('the fake serves the document, with its own address', async () => {
  const fake = await startFake();

  const served = (await (await fetch(`${fake.url}/control/openapi.json`)).json()) as ControlDocument;
  await fake.close();

  expect(served).toEqual({ ...control, servers: [{ url: `${fake.url}/control` }] });
});

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: object } };
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** What the fake answers to calls of the document, each with whether its body and its answer fit the document. */
async function compare(calls: readonly (readonly [route: string, at: string, body?: unknown])[]) {
  const fake = await startFake();
  const ajv = new Ajv2020({ strict: false, logger: false });
  const fits = (schema: object | undefined, value: unknown) =>
    schema === undefined || ajv.validate({ ...schema, components: control.components }, value);
  const outcomes = [];
  for (const [route, at, body] of calls) {
    const [method = '', path = ''] = route.split(' ');
    const operation = control.paths[path]?.[method.toLowerCase()] as Operation | undefined;
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${fake.url}/control${at}`, { method, ...sent });
    const text = await response.text();
    const answer = operation?.responses[response.status];
    const schema = answer?.content?.['application/json'].schema;
    outcomes.push([
      route,
      answer !== undefined,
      fits(operation?.requestBody?.content?.['application/json'].schema, body),
      fits(schema, text === '' ? undefined : JSON.parse(text)),
    ]);
  }
  await fake.close();
  return outcomes;
}

test('every call of the document is served, and takes and answers what it says', async () => {
  const user = { key: 'new', name: 'new', displayName: 'New', emailAddress: 'new@example.com', password: 'new' };
  const remove = [{ connectionId: 1, userKey: 'JIRAUSER10001' }];
  const calls = [
    ['POST /tenants', '/tenants', { name: 'one', assumptions: { 'DT-N09': 404 }, faults: [{ kind: 'malformed' }] }],
    ['GET /tenants', '/tenants'],
    ['GET /tenants/{tenant}', '/tenants/one'],
    ['GET /tenants/{tenant}/faults', '/tenants/one/faults'],
    ['POST /tenants/{tenant}/faults', '/tenants/one/faults', { kind: 'latency', milliseconds: 5, count: 1 }],
    ['DELETE /tenants/{tenant}/faults/{fault}', '/tenants/one/faults/malformed-1'],
    ['DELETE /tenants/{tenant}/faults', '/tenants/one/faults'],
    ['POST /tenants/{tenant}/rows', '/tenants/one/rows', { users: [user] }],
    ['GET /tenants/{tenant}/state', '/tenants/one/state'],
    ['GET /tenants/{tenant}/tables/{table}', '/tenants/one/tables/users?limit=2&count=active'],
    ['POST /tenants/{tenant}/clock', '/tenants/one/clock', { milliseconds: 1_000 }],
    ['POST /tenants/{tenant}/synchronize', '/tenants/one/synchronize', { connection: 'Corporate AD' }],
    ['POST /tenants/{tenant}/work', '/tenants/one/work', { reads: 2 }],
    ['POST /tenants/{tenant}/directory', '/tenants/one/directory', { remove }],
    ['POST /tenants/{tenant}/users', '/tenants/one/users', { name: 'tess', password: 'other' }],
    ['POST /tenants/{tenant}/properties', '/tenants/one/properties', { 'jira.title': 'Mine' }],
    ['POST /tenants/{tenant}/restart', '/tenants/one/restart'],
    ['POST /tenants/{tenant}/reset', '/tenants/one/reset'],
    ['GET /tenants/{tenant}/journal', '/tenants/main/journal?since=0'],
    ['DELETE /tenants/{tenant}', '/tenants/one'],
    ['GET /unmatched', '/unmatched'],
    ['GET /openapi.json', '/openapi.json'],
  ] as const;

  expect(await compare(calls)).toEqual(calls.map(([route]) => [route, true, true, true]));
  const tried = new Set<string>(calls.map(([route]) => route));
  const all = Object.entries(control.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // Routes of single requests have tests of their own, because a request has no id before it is made.
  expect(all.filter((route) => !tried.has(route))).toEqual([
    'GET /tenants/{tenant}/journal/{request}',
    'GET /unmatched/{request}',
  ]);
});
