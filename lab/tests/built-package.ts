import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The package as the global set-up of the harness's tests bundles it: a process starts in half the time it takes from the sources. */
export const builtPackage = join(root, 'tracker-output/lab/built/node_modules/tracker-e2e');

/** Its command, as arguments of Node. */
export const builtCommand = join(builtPackage, 'dist/cli/main.js');

export const builtSuite = join(builtPackage, 'dist/specs/playwright.config.js');

/** A module of it in the notation of imports, by the path of its source. */
export function builtModule(source: string): string {
  return join(builtPackage, 'dist', source.replace(/\.ts$/, '.js')).replaceAll('\\', '/');
}

const entries = {
  'tracker-e2e': 'fixtures/index.ts',
  'tracker-e2e/builders': 'builders/index.ts',
  'tracker-e2e/fake': 'fake/index.ts',
  'tracker-e2e/reporters': 'reports/tracker-reporters.ts',
  'tracker-e2e/results': 'reports/results/index.ts',
};

export function withBuiltImports(text: string): string {
  return Object.entries(entries).reduce(
    (source, [entry, module]) => source.replaceAll(`'${entry}'`, `'${builtModule(module)}'`),
    text,
  );
}

/** Global set-up: bundles the sources for the tests that start processes. */
export default async function buildPackage(): Promise<void> {
  const { bundlePackage, stripSpecs } = await import('../tools/bundle.js');
  await bundlePackage(root, builtPackage);
  stripSpecs(join(root, 'specs'), join(builtPackage, 'dist/specs'));
}
