import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { parseJson } from '../../contracts/parse-json.js';
import { messageOf } from '../../contracts/thrown.js';
import { knownFailuresSchema } from '../../contracts/report/known-failures.js';
import type { KnownFailures } from '../../contracts/report/known-failures.js';
import type { Shard } from '../../contracts/report/run.js';
import { describeUnknownKeys } from '../../contracts/nearest.js';
import type { PlacedFailure } from './known-entries.js';
import { lineAndColumn, scanJson } from './scan-json.js';

/** A file of known failures. */
export interface KnownList {
  readonly file: string;
  readonly text: string;
  /** The content of the file. */
  readonly document: KnownFailures;
  /** Its entries, each with its place. */
  readonly failures: readonly PlacedFailure[];
}

/** A file of known failures, or a sentence for each reason why it can't be used, with the line of it. */
export type KnownReading = KnownList | { readonly problems: readonly string[] };

/** Reads a file of known failures. */
export function readKnown(file: string): KnownReading {
  try {
    return parseKnown(file, readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return {
      problems: [
        `The known failures can't be read (${messageOf(error)}): name a file that \`tracker-e2e known --update\` wrote.`,
      ],
    };
  }
}

/** Reads the text of a file of known failures. */
export function parseKnown(file: string, text: string): KnownReading {
  const places = scanJson(text);
  if ('offset' in places) {
    const { line, column } = lineAndColumn(text, places.offset);
    return {
      problems: [
        `${file}:${String(line)}:${String(column)} is no JSON: ${places.expected} was expected. Correct it there, or take the file from version control.`,
      ],
    };
  }
  const lineOf = (path: readonly PropertyKey[]): number => {
    const offset = places.get(path.map(String).join('.'));
    return offset === undefined && path.length > 0 ? lineOf(path.slice(0, -1)) : lineAndColumn(text, offset ?? 0).line;
  };
  const parsed = knownFailuresSchema.safeParse(parseJson(text), { error: describeUnknownKeys });
  if (!parsed.success) return { problems: parsed.error.issues.map((issue) => schemaProblem(file, issue, lineOf)) };
  const failures = parsed.data.failures.map((entry, index) => ({
    ...entry,
    place: { file, line: lineOf(['failures', index]) },
    failures: entry.failures.map((way, position) => ({
      ...way,
      line: lineOf(['failures', index, 'failures', position]),
    })),
  }));
  return { file, text, document: parsed.data, failures };
}

/** The known failures of the shards of a run; undefined if they had no file of them. */
export function knownOfShards([first]: readonly Pick<Shard, 'known'>[]): KnownList | undefined {
  if (first?.known === undefined) return undefined;
  const known = parseKnown(first.known.file, first.known.text);
  return 'problems' in known ? undefined : known;
}

function schemaProblem(
  file: string,
  { path, message }: z.core.$ZodIssue,
  lineOf: (path: readonly PropertyKey[]) => number,
): string {
  const where = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
  return `${file}:${String(lineOf(path))} is no known failure: ${where}${message}. \`tracker-e2e schema known\` prints what is allowed.`;
}

/** The day of a moment, as a file of known failures writes it. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
