import { expect, test } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
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
