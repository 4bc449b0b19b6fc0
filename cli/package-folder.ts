import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the package this file is in, whether it runs from the sources or from `dist`. */
export function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('tracker-e2e/package.json'));
}
