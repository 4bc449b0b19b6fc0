/** Builds the package into `dist`: bundled modules, so that importing them takes little, and a declaration of each. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What is loaded by its path: the entries of package.json, the command, and what Playwright is told to load. */
const entries = [
  'builders/index.ts',
  'cli/main.ts',
  'contracts/index.ts',
  'fake/index.ts',
  'fixtures/exports.ts',
  'fixtures/index.ts',
  'fixtures/refuse-second-playwright.ts',
  'fixtures/target/start-shared-fake.ts',
  'reports/allure/allure-options.ts',
  'reports/matrix-reporter.ts',
  'reports/observation-reporter.ts',
  'reports/tally-reporter.ts',
  'reports/tracker-reporters.ts',
];

const root = join(import.meta.dirname, '..');
// A file whose source is gone would go on being packed.
rmSync(join(root, 'dist'), { recursive: true, force: true });

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: entries,
  outdir: 'dist',
  outbase: '.',
  bundle: true,
  splitting: true,
  // What two entries share they share when both are loaded, too: a class is one class, a registry one registry.
  chunkNames: 'shared/[hash]',
  packages: 'external',
  // `fixtures/index.ts` is about what is loaded first, and what a module shares is loaded before all it imports itself.
  external: ['./refuse-second-playwright.js', './exports.js'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  metafile: true,
  logLevel: 'warning',
});
// Which sources went where; not packed.
writeFileSync(join(root, 'dist/metafile.json'), JSON.stringify(metafile));
