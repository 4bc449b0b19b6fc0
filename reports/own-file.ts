import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A file of the reports, by its path without the ending of TypeScript: the source, or the built file. */
export function ownFile(name: string): string {
  const folder = dirname(createRequire(import.meta.url).resolve('tracker-e2e/package.json'));
  const extension = name.endsWith('.js') ? '' : import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return join(folder, import.meta.url.endsWith('.ts') ? 'reports' : 'dist/reports', `${name}${extension}`);
}
