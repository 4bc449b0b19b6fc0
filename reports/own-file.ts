import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A file of the reports, by its path without the ending of TypeScript: the source, or the built file. */
export function ownFile(name: string): string {
  const extension = name.endsWith('.js') ? '' : import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return join(ownFolder(), import.meta.url.endsWith('.ts') ? 'reports' : 'dist/reports', `${name}${extension}`);
}

export function ownFolder(): string {
  return dirname(manifestOf('tracker-e2e'));
}

export function packageVersion(name = 'tracker-e2e'): string {
  return (JSON.parse(readFileSync(manifestOf(name), 'utf8')) as { readonly version: string }).version;
}

function manifestOf(name: string): string {
  return createRequire(import.meta.url).resolve(`${name}/package.json`);
}
