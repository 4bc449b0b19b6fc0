import { existsSync } from 'node:fs';
import type { KnownFailures } from '../../contracts/index.js';
import { readKnown } from '../../reports/known/read-known.js';
import { UsageError } from '../support/usage-error.js';

/** The file of known failures if none is named. */
export const KNOWN_FILE = 'known-failures.json';

/** Reads a file of known failures. @throws UsageError */
export function knownOrUsageError(file: string): KnownFailures {
  const known = readKnown(file);
  if ('problem' in known) throw new UsageError(known.problem);
  return known;
}

/** The same, or no failures if there is no such file yet. @throws UsageError */
export function knownOrNone(file: string): KnownFailures {
  return existsSync(file) ? knownOrUsageError(file) : { schemaVersion: 1, failures: [] };
}
