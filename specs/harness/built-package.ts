import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * The package as the global set-up of the harness's tests bundles it from the sources. It lies in a `node_modules`, as
 * in a suite that has it installed, so that Playwright loads it as it is: a process starts in half the time it takes
 * from the sources.
 */
export const builtPackage = join(root, 'test-results/built/node_modules/tracker-e2e');

/** Its command, as arguments of Node. */
export const builtCommand = join(builtPackage, 'dist/cli/main.js');

/** A module of it in the notation of imports, by the path of its source. */
export function builtModule(source: string): string {
  return join(builtPackage, 'dist', source.replace(/\.ts$/, '.js')).replaceAll('\\', '/');
}
