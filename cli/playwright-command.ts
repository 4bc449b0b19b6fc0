import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UsageError } from './usage-error.js';

/**
 * The script behind the command `playwright`: that of the project in the working directory, or else the one that this
 * package finds.
 *
 * @throws UsageError where there is none
 */
export function playwrightCommand(): string {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return join(dirname(createRequire(from).resolve('@playwright/test/package.json')), 'cli.js');
    } catch {
      // Not there.
    }
  }
  throw new UsageError('Playwright is not installed here: npm install --save-dev @playwright/test');
}
