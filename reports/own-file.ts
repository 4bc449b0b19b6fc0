import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * A file of the reports: the source if this runs from the sources, else the built file.
 *
 * @param name its path below the folder of the reports; one in TypeScript without its extension
 */
export function ownFile(name: string): string {
  const folder = dirname(createRequire(import.meta.url).resolve('tracker-e2e/package.json'));
  const extension = name.endsWith('.js') ? '' : import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return join(folder, import.meta.url.endsWith('.ts') ? 'reports' : 'dist/reports', `${name}${extension}`);
}
