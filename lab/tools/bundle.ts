import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';
import blankTypes from 'ts-blank-space';

/** The modules that are loaded by path: the entries of package.json, the command, and those that Playwright loads. */
const entries = [
  'builders/index.ts',
  'cli/main.ts',
  'fake/index.ts',
  'fixtures/index.ts',
  'provide/external/begin-external-run.ts',
  'provide/shared/start-shared-fake.ts',
  'reports/allure/results/allure-reporter.ts',
  'reports/matrix-reporter.ts',
  'reports/results/index.ts',
  'reports/status-reporter.ts',
  'reports/tracker-reporters.ts',
];

/** zod's messages in English only: importing the other languages takes longer than the rest of zod. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** The plugin that puts the bundled sources of a page in place of their bundling: the package has no bundler. */
const bundledPages: Plugin = {
  name: 'bundled-pages',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]page-sources\.ts$/ }, async ({ path }) => {
      const sources = (await import(pathToFileURL(path).href)) as Readonly<Record<string, () => object>>;
      const made = Object.entries(sources).map(
        ([name, make]) => `export const ${name} = () => (${JSON.stringify(make())});`,
      );
      const contents = made.join('\n');
      return { contents, loader: 'js' };
    });
  },
};

/** A program of its own, which imports nothing of ours. */
const reportMaker = 'reports/allure/report/make-report.js';

/**
 * Bundles the modules of the package, so that importing them is fast. They are CommonJS, as Playwright's own: each import
 * of an ES module asks the thread with Playwright's hooks, which costs a worker a tenth of a second for all of them.
 */
export async function bundle(root: string, outdir: string): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    outbase: '.',
    bundle: true,
    // Two entries that are loaded together share their common modules: a class is one class, a registry one registry.
    splitting: true,
    chunkNames: 'shared/[hash]',
    plugins: [englishOnly, bundledPages],
    external: installedBeside(root),
    // Only ES modules can be split.
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const outputs = Object.entries(metafile.outputs);
  for (const { path, text } of outputFiles) {
    const { exports = [], entryPoint } = outputs.find(([output]) => join(root, output) === path)?.[1] ?? {};
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path.replace(/js$/, 'cjs'), await asCommonJs(text));
    if (entries.includes(entryPoint ?? '')) writeFileSync(path, entryModule(basename(path, '.js'), exports));
  }
  const copy = join(outdir, reportMaker);
  mkdirSync(dirname(copy), { recursive: true });
  await copyFile(join(root, reportMaker), copy);
  return metafile;
}

/** A module of a bundle in CommonJS, with the modules beside it. */
async function asCommonJs(module: string): Promise<string> {
  const { code } = await transform(module.replace(/^#!.*\n/, ''), {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    define: { 'import.meta.url': 'moduleUrl' },
    banner: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;",
  });
  return code
    .replaceAll(/(require\("\.[^"]+\.)js"\)/g, '$1cjs")')
    .replaceAll(/import\("(\.[^"]+\.)js"\)/g, 'Promise.resolve().then(() => require("$1cjs"))');
}

/** The ES module that is imported, which Node would have to look for exported names in CommonJS without. */
function entryModule(name: string, exports: readonly string[]): string {
  const load = `createRequire(import.meta.url)('./${name}.cjs')`;
  const names = exports.map((each) => (each === 'default' ? 'default: main' : each));
  return [
    ...(exports.length === 0 ? ['#!/usr/bin/env node'] : []),
    "import { createRequire } from 'node:module';",
    exports.length === 0 ? `${load};` : `const { ${names.join(', ')} } = ${load};`,
    `export { ${exports.map((each) => (each === 'default' ? 'main as default' : each)).join(', ')} };\n`,
  ].join('\n');
}

/** The packages that users install: dependencies and peers. Of these only zod is bundled too: users need its types. */
function installedBeside(root: string): string[] {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'peerDependencies',
    Record<string, string>
  >;
  return Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== 'zod');
}

/**
 * Bundles the package into a folder below a `node_modules`, as in a suite that has it installed, so that Playwright loads
 * it as it is. `entries.json` says which module each source became.
 */
export async function bundlePackage(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of ['docs', 'examples', 'specs']) {
    const here = join(folder, name);
    if (!existsSync(here)) symlinkSync(join(root, name), here, 'junction');
  }
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  const { outputs } = await bundle(root, join(folder, 'dist'));
  const entries = Object.entries(outputs).flatMap(([module, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[join(root, entryPoint), relative(folder, join(root, module))] as const],
  );
  writeFileSync(join(folder, 'entries.json'), JSON.stringify(Object.fromEntries(entries)));
}

/**
 * Makes JavaScript of the suite, because Playwright compiles nothing below node_modules. Types become blanks, so lines
 * and columns stay as in the source.
 *
 * @param outdir the folder for the output; it lies beside the modules of the package as `specs` lies beside the sources
 */
export function stripSpecs(specs: string, outdir: string): void {
  for (const name of readdirSync(specs, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const script = blankTypes(readFileSync(join(specs, name), 'utf8'), (node) => {
      throw new Error(`${name} can't be made JavaScript by leaving types out: ${node.getText()}`);
    });
    const file = join(outdir, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script);
  }
}
