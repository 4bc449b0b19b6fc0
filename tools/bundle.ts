import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';

/** What is loaded by its path: the entries of package.json, the command, and what Playwright is told to load. */
const entries = [
  'builders/index.ts',
  'cli/main.ts',
  'contracts/index.ts',
  'fake/index.ts',
  'fixtures/exports.ts',
  'fixtures/index.ts',
  'fixtures/playwright-internals/refuse-second-playwright.ts',
  'fixtures/target/begin-external-run.ts',
  'fixtures/target/start-shared-fake.ts',
  'reports/allure/allure-options.ts',
  'reports/allure/results/allure-reporter.ts',
  'reports/allure/report/make-report.js',
  'reports/known-reporter.ts',
  'reports/matrix-reporter.ts',
  'reports/observation-reporter.ts',
  'reports/run-notes-reporter.ts',
  'reports/run-totals-reporter.ts',
  'reports/status-reporter.ts',
  'reports/tracker-reporters.ts',
  'results/index.ts',
];

/** zod's messages in English alone: importing those in all other languages takes longer than all else of zod. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** What the sources of a page return, in place of the module that bundles them: the package has no bundler. */
const bundledPages: Plugin = {
  name: 'bundled-pages',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]page-sources\.ts$/ }, async ({ path }) => {
      const { pageSources } = (await import(pathToFileURL(path).href)) as { readonly pageSources: () => object };
      const contents = `const sources = ${JSON.stringify(pageSources())};\nexport const pageSources = () => sources;`;
      return { contents, loader: 'js' };
    });
  },
};

/**
 * Bundles the modules of the package, so that importing them takes little.
 *
 * @param root the project's own folder
 * @param outdir where the modules are written to
 * @returns which sources went into which module
 */
export async function bundle(root: string, outdir: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    outbase: '.',
    bundle: true,
    splitting: true,
    // What two entries share they share when both are loaded, too: a class is one class, a registry one registry.
    chunkNames: 'shared/[hash]',
    plugins: [englishOnly, bundledPages],
    // Packages in CommonJS ask for Node's own modules with `require`, which a module of ECMAScript has to make.
    banner: {
      js: "import { createRequire as madeHere } from 'node:module';\nconst require = madeHere(import.meta.url);",
    },
    // `fixtures/index.ts` depends on its import order, and a bundled module loads shared modules before its imports.
    external: ['./playwright-internals/refuse-second-playwright.js', './exports.js', ...installedBeside(root)],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/** What package.json has users install, or leaves to them. Of it only zod is bundled too: its types are what users need. */
function installedBeside(root: string): string[] {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'peerDependencies',
    Record<string, string>
  >;
  return Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== 'zod');
}
