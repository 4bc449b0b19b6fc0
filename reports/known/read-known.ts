import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { parseJson } from '../../contracts/parse-json.js';
import { knownFailuresSchema } from '../../contracts/report/known-failures.js';
import type { KnownFailures } from '../../contracts/report/known-failures.js';
import { messageOf } from '../../contracts/thrown.js';

/** What a file of known failures says, or a sentence why it can't be used. */
export type KnownReading = KnownFailures | { readonly problem: string };

/** Reads a file of known failures. */
export function readKnown(file: string): KnownReading {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return {
      problem: `The known failures can't be read (${messageOf(error)}): name a file that \`tracker-e2e known --update\` wrote.`,
    };
  }
  const parsed = knownFailuresSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  return {
    problem: `${file} is no file of known failures: ${z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, ' ')}`,
  };
}

/** The day of a moment, as a file of known failures writes it. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
