import { existsSync } from 'node:fs';
import { readKnown } from '../../reports/known/read-known.js';
import type { KnownList } from '../../reports/known/read-known.js';
import { UsageError } from '../support/usage-error.js';

/** The default file of known failures. */
export const KNOWN_FILE = 'known-failures.json';

/** Reads a file of known failures. @throws UsageError */
export function knownOrUsageError(file: string): KnownList {
  const known = readKnown(file);
  if ('problems' in known) throw new UsageError(known.problems.join('\n'));
  return known;
}

/** What a file of known failures holds, or nothing if there is no such file yet. @throws UsageError */
export function knownOrNone(file: string): KnownList['document'] {
  return existsSync(file) ? knownOrUsageError(file).document : { schemaVersion: 1, failures: [] };
}
