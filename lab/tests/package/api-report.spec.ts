import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { apiReport } from '../../tools/api-report.js';

test('the report of an entry has each export with its first sentence and its declaration', ({}, testInfo) => {
  mkdirSync(testInfo.outputPath(), { recursive: true });
  writeFileSync(
    testInfo.outputPath('parts.d.ts'),
    [
      '/** Where something is.\n *\n * @example here */',
      'export interface Place {\n    /** The name. */\n    readonly name: string;\n}',
      'export declare const places: readonly Place[], none: 0;',
    ].join('\n'),
  );
  const entry = testInfo.outputPath('index.d.ts');
  writeFileSync(
    entry,
    "export { Place, places as known } from './parts.js';\n/** Finds it. */\nexport declare function find(name: string): Place;\n",
  );

  expect(apiReport('small', entry).split('\n')).toEqual([
    '# small',
    '',
    '## Place',
    '',
    'Where something is.',
    '',
    '```ts',
    'interface Place {',
    '    readonly name: string;',
    '}',
    '```',
    '',
    '## find',
    '',
    'Finds it.',
    '',
    '```ts',
    'function find(name: string): Place;',
    '```',
    '',
    '## known',
    '',
    '```ts',
    'const places: readonly Place[], none: 0;',
    '```',
    '',
  ]);
});

test('the reference has a page for every entry of the package', () => {
  const json = (path: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')) as unknown;
  const { exports } = json('package.json') as {
    exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const { entryPoints } = json('lab/typedoc.json') as { readonly entryPoints: readonly string[] };
  const types = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : entry.types));

  expect(entryPoints).toEqual(types.map((path) => path.replace(/^\.\/dist\/(.*)\.d\.ts$/, '../$1.ts')));
});
