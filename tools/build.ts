/** Builds the package into `dist`: bundled modules, so that importing them takes little, and a declaration of each. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { licensesOf } from './licenses-of.js';

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

/** What package.json has users install, or leaves to them. Of it only zod is bundled too: its types are what users need. */
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'peerDependencies',
  Record<string, string>
>;
const installed = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== 'zod');

/** zod's messages in English alone: importing those in all other languages takes longer than all else of zod. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

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
  plugins: [englishOnly],
  // Packages in CommonJS ask for Node's own modules with `require`, which a module of ECMAScript has to make.
  banner: {
    js: "import { createRequire as madeHere } from 'node:module';\nconst require = madeHere(import.meta.url);",
  },
  // `fixtures/index.ts` is about what is loaded first, and what a module shares is loaded before all it imports itself.
  external: ['./refuse-second-playwright.js', './exports.js', ...installed],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  metafile: true,
  logLevel: 'warning',
});
// Which sources went where; not packed.
writeFileSync(join(root, 'dist/metafile.json'), JSON.stringify(metafile));
writeFileSync(join(root, 'dist/licenses.txt'), licensesOf(root, Object.keys(metafile.inputs)));
