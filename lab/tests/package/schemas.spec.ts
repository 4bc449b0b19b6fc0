import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { defaultAssumptions } from '../../../contracts/index.js';
import { documentNames, jsonSchemaOf } from '../../../cli/schema.js';
import type { DocumentName } from '../../../cli/schema.js';
import { documentsWorld } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';
import { sandboxSchema } from '../../../fixtures/settings/sandbox.js';
import { compareMatrices } from '../../../reports/compare/compare-matrices.js';
import { judgeRelease } from '../../../reports/release/judge-release.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { test } from './installed-package.js';

const root = join(import.meta.dirname, '../../..');
const $schema = './node_modules/tracker-e2e/dist/schemas/some.schema.json';

function validatorOf(name: DocumentName): ValidateFunction {
  // Formats are for editors: zod's own patterns stand beside them.
  return new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(jsonSchemaOf(name));
}

const profile = {
  schemaVersion: 1,
  observedAt: '2026-01-01T00:00:00.000Z',
  harness: '0.1.0',
  tracker: { title: 'Tracker', version: '9.12.0', edition: 'Server', build: 1 },
  assumptions: { 'DT-N01': defaultAssumptions['DT-N01'] },
  partlyObserved: {},
  notObserved: { 'DT-N02': 'No test of it ran.' },
  conflicts: {},
};

const known = {
  schemaVersion: 1,
  failures: [
    {
      ...{ rule: 'DT-01', versions: ['9.12.*'], ticket: 'QA-7', owner: 'qa', since: '2026-11-01', until: '2026-12-01' },
      failures: [{ test: 'specs/a.spec.ts › lists', fingerprint: '0123456789ab', shows: '' }],
    },
  ],
};

const documents = [
  { name: 'known', document: known, typo: { ...known, failures: [{ ...known.failures[0], tickets: [] }] } },
  { name: 'world', document: documentsWorld, typo: { ...documentsWorld, projcts: [] } },
  { name: 'sandbox', document: readSample(), typo: { ...readSample(), project: [] } },
  { name: 'profile', document: profile, typo: { ...profile, notObserved: { 'DT-N99': 'No such question.' } } },
] as const;

function readSample(): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(root, 'examples/sandbox.json'), 'utf8')) as Readonly<Record<string, unknown>>;
}

for (const { name, document, typo } of documents) {
  test(`the JSON Schema of a ${name} takes a good document, with $schema, and refuses a mistyped one`, () => {
    const validate = validatorOf(name);

    const accepted = validate({ $schema, ...document });

    expect(validate.errors, `errors of the ${name}`).toBeNull();
    expect(accepted).toBe(true);
    expect(validate(typo), `whether the mistyped ${name} is accepted`).toBe(false);
  });
}

test('the JSON Schemas of rules.json, compare and gate take what is written, and refuse what lacks a part', () => {
  const matrix = judgedMatrix([sampleTest({ rules: ['DT-01', 'DT-N01'] })]);
  const run = { file: 'rules.json', startedAt: matrix.startedAt, about: matrix.about };
  const files = { candidate: 'rules.json', baseline: 'rules.json' };
  const judged = judgeRelease({ candidate: matrix, baseline: matrix, files, known: [], today: '2026-11-23' });
  const compared = compareMatrices([{ file: 'rules.json', matrix }]);
  const released = { schemaVersion: 1, ...judged, candidate: run, baseline: run };

  for (const [name, written, wrong] of [
    ['rules', matrix, { ...matrix, verdict: undefined }],
    ['compare', compared, { ...compared, schemaVersion: 2 }],
    ['gate', released, { ...released, schemaVersion: 2 }],
  ] as const) {
    const validate = validatorOf(name);
    const accepted = validate(JSON.parse(JSON.stringify(written)));
    expect(validate.errors, `errors of ${name}`).toBeNull();
    expect([accepted, validate(wrong)], name).toEqual([true, false]);
  }
});

test('a sandbox may name a project by its key or as an object, and nothing else', () => {
  const validate = validatorOf('sandbox');

  expect(validate({ projects: ['PLAIN', { key: 'DEMO', templatePostFunction: 'overwrite' }] })).toBe(true);
  expect(validate({ projects: [42] })).toBe(false);
  expect(validate({ projects: [{ kee: 'DEMO' }] })).toBe(false);
});

test('documents that name their schema can be read', () => {
  expect(loadWorld({ $schema, ...documentsWorld }).basePaths).toEqual(loadWorld(documentsWorld).basePaths);
  expect(sandboxSchema.parse({ $schema, ...readSample() })).toMatchObject(sandboxSchema.parse(readSample()));
});

test('the package has each schema as a file', ({ packed }) => {
  const files = packed.files.filter((file) => file.startsWith('dist/schemas/'));

  expect(files.sort()).toEqual(documentNames.map((name) => `dist/schemas/${name}.schema.json`).sort());
});
