import { expect, test } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { defaultAssumptions, defaultBasePaths, openApiDocument, withAssumptions } from '../../../contracts/index.js';
import { defaultTemplatesEndpoints } from '../../../contracts/default-templates/endpoints.js';
import { directorySyncEndpoints } from '../../../contracts/directory-sync/endpoints.js';
import { testManagementEndpoints } from '../../../contracts/test-management/endpoints.js';
import type { CatalogueEndpoint, OpenApiOptions } from '../../../contracts/index.js';

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

for (const { title, given } of [
  { title: 'of the documents’ paths and the defaults', given: options },
  { title: 'of other paths and answers', given: moved },
]) {
  test(`a validator of OpenAPI 3.1 accepts the document ${title}`, async () => {
    const validator = new Validator();

    expect(await validator.validate({ ...openApiDocument(given) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });
}

test('every row of the three tables is an operation, with its rules', () => {
  const tables: readonly Readonly<Record<string, CatalogueEndpoint>>[] = [
    defaultTemplatesEndpoints,
    directorySyncEndpoints,
    testManagementEndpoints,
  ];
  const rows = tables.flatMap((table) => Object.entries(table));
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

test('an entry of an issue type has no requestTypeId, and a file is sent in parts named file', () => {
  const { paths, components } = openApiDocument(options);
  const list = paths[`${defaultBasePaths['default-templates']}/project/{projectIdOrKey}`]?.['get'];
  const upload = paths[`${defaultBasePaths['test-management']}/steps/attachment`]?.['post'];

  expect(JSON.stringify(list?.responses['2XX'])).toContain('"items":{"$ref":"#/components/schemas/Entry"}');
  expect(components).toMatchObject({ schemas: { IssueTypeEntry: { properties: { requestTypeId: { not: {} } } } } });
  expect(upload?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({ required: ['file'] });
  expect(upload?.parameters.map(({ name, required }) => ({ name, required }))).toEqual([
    { name: 'issueId', required: true },
    { name: 'rowIndex', required: true },
  ]);
});

test('bodies have names: each is used, and each that is used is there', () => {
  const document = openApiDocument(options);
  const used = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const { schemas } = document.components as { readonly schemas: Readonly<Record<string, object>> };

  expect([...new Set([...used].map(([, name]) => name))].sort()).toEqual(Object.keys(schemas).sort());
  expect(JSON.stringify(document)).not.toContain('$defs');
});
