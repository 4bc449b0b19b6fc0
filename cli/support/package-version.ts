import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../fixtures/package-folder.js';

/** The version of the package this file is in. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
