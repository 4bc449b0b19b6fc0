import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The script behind the command `playwright`. */
export function playwrightCommand(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
}
