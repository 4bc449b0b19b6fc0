import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The script behind the command `playwright`. */
export const PLAYWRIGHT = join(
  dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
);

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');
