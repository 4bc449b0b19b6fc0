import { statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { judgedMatrixSchema } from '../../contracts/index.js';
import type { FoundMatrix } from './find-matrix.js';
import { readJsonFileOrUsageError } from './files.js';
import { UsageError } from './usage-error.js';

/** How much is shown of what is wrong with a file, in characters. */
const SHOWN = 300;

const sayingSchema = z.object({ schemaVersion: z.number(), about: z.unknown().optional() });

/**
 * Reads a run to be judged beside others: its `rules.json`, or the folder of it.
 *
 * @param what what the run is, at the start of a sentence
 * @throws UsageError if it is none, or does not say which tracker it was and how it is repeated
 */
export function readRun(what: string, path: string): FoundMatrix {
  const read = readRunOrReason(what, path);
  if ('matrix' in read) return read;
  throw new UsageError(`${what} ${read.file} can't be used: ${read.reason}. ${read.remedy}`);
}

/** A run, or the reason why it can't be compared, as the end of a sentence, with what to do. */
type ReadRun = FoundMatrix | { readonly file: string; readonly reason: string; readonly remedy: string };

/** The same, with the reason if it can't be used. @throws UsageError if it can't be read, or is no JSON */
export function readRunOrReason(what: string, path: string): ReadRun {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'rules.json') : path;
  const json = readJsonFileOrUsageError(what, file);
  const saying = sayingSchema.safeParse(json).data;
  const again = 'Run the tests again with this version of tracker-e2e.';
  if (saying !== undefined && saying.about === undefined) {
    return { file, reason: 'it does not say what it was, as an older tracker-e2e wrote it', remedy: again };
  }
  const parsed = judgedMatrixSchema.safeParse(json);
  if (!parsed.success) {
    const reason = `it is no rule matrix of this version of tracker-e2e (${z
      .prettifyError(parsed.error)
      .replaceAll(/\s*\n\s*/g, ' ')
      .slice(0, SHOWN)})`;
    return { file, reason, remedy: again };
  }
  const { tracker, command } = parsed.data.about;
  const missing = untold(tracker, command);
  if (missing.length > 0) {
    return {
      file,
      reason: `it does not say its ${missing.join(', ')}, so nobody knows what it tells about`,
      remedy:
        'Run the tests again, by `tracker-e2e run` or `playwright test`, on a tracker that answers GET /serverInfo.',
    };
  }
  return { file, matrix: parsed.data };
}

function untold(tracker: FoundMatrix['matrix']['about']['tracker'], command: string | undefined): string[] {
  const { product, version, build, edition } = tracker;
  return Object.entries({ product, version, build, edition, command }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
}
