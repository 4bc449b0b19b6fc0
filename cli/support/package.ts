import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../fixtures/package-folder.js';

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

export function shippedConfig(): string {
  return import.meta.url.endsWith('.ts')
    ? join(packageFolder(), 'specs/playwright.config.ts')
    : join(packageFolder(), 'dist/specs/playwright.config.js');
}

export function shippedSpecs(): string {
  return join(packageFolder(), 'specs');
}
