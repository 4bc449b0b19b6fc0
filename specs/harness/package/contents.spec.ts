import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { findPackageProblems } from '../../../tools/find-package-problems.js';
import { packProject } from '../../../tools/pack-project.js';
import { test } from './installed-package.js';

const root = join(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
};

const wanted = [
  /^dist\/(builders|cli|contracts|fake|fixtures|reports)\/[a-z\d/-]+\.(js|d\.ts)$/,
  /^dist\/shared\/[A-Z\d]+\.js$/,
  /^docs\/(decisions\/)?[a-z-]+\.md$/,
  /^examples\/ci\/(github-actions|gitlab-ci)\.yml$/,
  /^(\.env\.example|examples\/(first\.spec\.ts|sandbox\.json)|CHANGELOG\.md|LICENSE|README\.md|package\.json)$/,
];

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

test('the package holds the build, the docs and nothing that development needs', ({ packed }) => {
  expect(packed.files.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(packed.files.filter((path) => /spec|test-results|node_modules|\.map$/.test(path))).toEqual([
    'docs/writing-a-spec.md',
    'examples/first.spec.ts',
  ]);
});

test('the package stays small, and runs nothing where it is installed', ({ packed }) => {
  expect(packed.unpackedSize).toBeLessThan(3_000_000);
  expect(packed.tarball.length).toBeLessThan(800_000);
  expect(Object.keys(manifest.scripts)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/install$|^prepare$/)]),
  );
});

test('the package holds every file that its manifest names', ({ packed }) => {
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  );
  const named = [...entries, ...Object.values(manifest.bin)].map((path) => path.replace(/^\.\//, ''));

  expect(named.filter((path) => !packed.files.includes(path))).toEqual([]);
});

test('publint and are-the-types-wrong find nothing in the package', async ({ packed }) => {
  expect(await findPackageProblems(packed.tarball)).toEqual([]);
});

test('publint and are-the-types-wrong are asked: they find what is wrong with another package', async ({
  consumer,
}) => {
  const exports = { '.': { default: './index.js', types: './index.d.ts' }, './gone': './gone.js' };
  consumer.write({
    'bad/package.json': JSON.stringify({ name: 'bad', version: '1.0.0', type: 'module', exports }),
    'bad/index.js': 'export const it = 1;\n',
    'bad/index.d.ts': 'export const it: number;\nexport default it;\n',
  });

  const problems = await findPackageProblems(
    packProject(join(consumer.folder, 'bad'), join(consumer.folder, 'bad')).tarball,
  );

  expect(problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^publint: .*\.\/gone\.js/),
      expect.stringMatching(/^are-the-types-wrong: /),
    ]),
  );
});
