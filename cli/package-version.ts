import { readFileSync } from 'node:fs';

/** The version of the package this file is in, whether it runs from the sources or from `dist`. */
export function packageVersion(): string {
  for (const up of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as { version: string }).version;
    } catch {
      // Not at this level.
    }
  }
  return 'unknown';
}
