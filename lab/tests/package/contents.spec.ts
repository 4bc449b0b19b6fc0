import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { findPackageProblems } from '../../tools/find-package-problems.js';
import { test } from './installed-package.js';

const root = join(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

/** What the build says of itself. */
interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>;
}

const wanted = [
  /^dist\/(builders|cli|contracts|fake|fixtures|reports)\/[a-z\d/-]+\.(js|d\.ts)$/,
  /^dist\/shared\/[A-Z\d]+\.js$/,
  /^dist\/specs\/(playwright\.config|((default-templates|directory-sync|test-management)\/)?(support\/(sequences\/)?)?[a-z-]+(\.questions)?(\.spec)?)\.js$/,
  /^specs\/((default-templates|directory-sync|test-management)\/)?(support\/(sequences\/)?)?[a-z-]+(\.questions)?(\.spec)?\.ts$/,
  /^dist\/licenses\.txt$/,
  /^dist\/schemas\/(compare|gate|known|profile|results|rules|sandbox|world)\.schema\.json$/,
  /^docs\/(decisions\/)?[a-z-]+\.md$/,
  /^docs\/images\/[a-z-]+\.png$/,
  /^examples\/any-language\/(example\.(sh|py)|Example\.java)$/,
  /^examples\/ci\/(github-actions|gitlab-ci|kubernetes|tracker-e2e)\.yml$/,
  /^examples\/page\/(playwright\.config\.ts|bug-(app|form\.spec)\.ts|bug-form\.html)$/,
  /^examples\/results\/(playwright\.config\.ts|shop\.(html|spec\.ts))$/,
  /^(\.env\.example|examples\/(first\.spec\.ts|sandbox\.json)|CHANGELOG\.md|LICENSE|README\.md|package\.json)$/,
];

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

test('the package holds the build, the docs and nothing that development needs', ({ packed }) => {
  expect(packed.files.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(
    packed.files
      .filter((path) => !/^(dist\/)?specs\//.test(path))
      .filter((path) => /spec|test-results|node_modules|\.map$/.test(path)),
  ).toEqual([
    'docs/writing-a-spec.md',
    'examples/first.spec.ts',
    'examples/page/bug-form.spec.ts',
    'examples/results/shop.spec.ts',
  ]);
});

test('the package stays small, and runs nothing where it is installed', ({ packed }) => {
  expect(packed.unpackedSize).toBeLessThan(6_200_000);
  expect(packed.tarball.length).toBeLessThan(1_500_000);
  expect(Object.keys(manifest.scripts)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/install$|^prepare$/)]),
  );
});

test('the package holds every file that its manifest names', ({ packed }) => {
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  );
  const named = [...entries, ...Object.values(manifest.bin)].map((path) => path.replace(/^\.\//, ''));

  // `*` in a path of `exports` stands for any file.
  expect(
    named.filter(
      (path) =>
        !packed.files.some(
          (file) => file === path || (file.startsWith(path.split('*')[0] ?? '') && path.includes('*')),
        ),
    ),
  ).toEqual([]);
});

test('the package imports what its manifest has installed, and of zod the types alone', () => {
  const { outputs } = JSON.parse(readFileSync(join(root, 'dist/metafile.json'), 'utf8')) as Metafile;
  const imported = Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const packages = imported.filter((path) => !/^(node:|\.|dist\/)/.test(path) && !isBuiltin(path));
  const names = new Set(packages.map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')));

  expect([...names].sort()).toEqual(
    [
      ...Object.keys(manifest.dependencies).filter((name) => name !== 'zod'),
      ...Object.keys(manifest.peerDependencies).filter((name) => names.has(name)),
    ].sort(),
  );
});

test('the types of the package take only packages that their users have', ({ packed }) => {
  const declarations = packed.files.filter((path) => path.endsWith('.d.ts'));
  const packages = declarations.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/from '([^'.][^']*)'/g)].map(([, name]) => name ?? ''),
  );
  const known = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];

  expect(
    [...new Set(packages)].filter((name) => !isBuiltin(name) && !known.some((one) => name.startsWith(one))),
  ).toEqual([]);
});

test('the package has the license of every package that is in its bundle', () => {
  const { inputs } = JSON.parse(readFileSync(join(root, 'dist/metafile.json'), 'utf8')) as Metafile;
  const bundled = Object.keys(inputs).flatMap((path) => /node_modules\/([^@/]+|@[^/]+\/[^/]+)\//.exec(path)?.[1] ?? []);
  const licensed = readFileSync(join(root, 'dist/licenses.txt'), 'utf8').matchAll(/^(\S+) \d+\.\d+\.\d+$/gm);

  expect([...licensed].map(([, name]) => name).sort()).toEqual([...new Set(bundled)].sort());
  expect(bundled).toContain('zod');
});

test('publint and are-the-types-wrong find nothing in the package', async ({ packed }) => {
  expect(await findPackageProblems(packed.tarball)).toEqual([]);
});
