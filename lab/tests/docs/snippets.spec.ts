import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { assumptionOverridesSchema, parseProfile, worldSchema } from '../../../contracts/index.js';
import { knownFailuresSchema } from '../../../reports/documents/known-failures.js';
import { sandboxSchema } from '../../../client/settings/sandbox.js';
import { root, tsc } from '../fixtures/run-specs.js';
import { test } from '../package/installed-package.js';
import { readSnippets, hasTests, quotedFile, snippetFiles } from './snippets.js';

const snippets = readSnippets();
const files = snippetFiles(snippets);

const compilerOptions = {
  ...{ target: 'es2023', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true },
  ...{ exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true, types: ['node'] },
};

test('every snippet says what it is written in', () => {
  const languages = ['ts', 'sh', 'json', 'yaml', 'mermaid', 'dockerfile', ''];

  expect(snippets.filter(({ language }) => !languages.includes(language))).toStrictEqual([]);
  expect(files.length).toBeGreaterThan(10);
  expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
});

test('every snippet of TypeScript compiles where the package is installed', async ({ consumer }) => {
  consumer.write({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    ...Object.fromEntries(files.map(({ path, text }) => [path, text])),
  });

  expect(await consumer.node([tsc])).toMatchObject({ code: 0, output: '' });
});

test('every test of a snippet passes on the fake', async ({ consumer }) => {
  const specs = files.filter(({ snippet }) => hasTests(snippet));
  consumer.write({
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(specs.map(({ path, text }) => [path, text])),
  });

  const { code, output } = await consumer.playwright();

  expect(output).toMatch(/^ +\d+ passed/m);
  expect(output).not.toMatch(/^ +\d+ (failed|skipped|flaky|did not run)/m);
  expect(code).toBe(0);
  expect(specs.map(({ path }) => path).filter((path) => !output.includes(path))).toStrictEqual([]);
});

test('every snippet without a test runs in Node', async ({ consumer }) => {
  const scripts = files.filter(({ snippet }) => !hasTests(snippet));
  consumer.write({
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(scripts.map(({ path, text }) => [path, text])),
    'all.ts': scripts.map(({ path }) => `await import('./${path}');\n`).join(''),
  });

  const { code, output } = await consumer.node(['--import', import.meta.resolve('tsx'), 'all.ts']);

  expect({ code, output: code === 0 ? '' : output }).toStrictEqual({ code: 0, output: '' });
});

test('every quotation of a file of this project stands there', () => {
  const quotations = snippets.flatMap((snippet) => {
    const file = quotedFile(snippet);
    return file === undefined ? [] : [{ snippet, file }];
  });
  const missing = quotations.filter(({ snippet, file }) => {
    const source = readFileSync(join(root, file), 'utf8');
    // What is left out stands as a comment of three dots.
    const parts = snippet.text.split(/^.*\n/)[1]?.split(/^ *\/\/ …\n/m) ?? [];
    return !parts.every((part) => source.includes(part));
  });

  expect(quotations.length).toBeGreaterThan(5);
  expect(missing.map(({ snippet: { page, line } }) => `${page}:${line}`)).toStrictEqual([]);
});

test('every snippet of JSON is a sandbox, a world, a profile, a list of known failures or answers to open questions', () => {
  const accepted = (value: unknown) =>
    [sandboxSchema, worldSchema, knownFailuresSchema, assumptionOverridesSchema].some(
      (schema) => schema.safeParse(value).success,
    ) || 'profile' in parseProfile(value);

  const json = snippets.filter(({ language }) => language === 'json');

  expect(json.length).toBeGreaterThan(1);
  expect(
    json.filter(({ text }) => !accepted(JSON.parse(text))).map(({ page, line }) => `${page}:${line}`),
  ).toStrictEqual([]);
  expect(accepted({ 'DT-N99': 404 })).toBe(false);
});
