import { statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { judgedMatrixSchema } from '../../contracts/index.js';
import type { FoundMatrix } from './find-matrix.js';
import { readJsonFileOrUsageError } from './files.js';
import { UsageError } from './usage-error.js';

const sayingSchema = z.object({ schemaVersion: z.number(), about: z.unknown().optional() });

/**
 * Reads a run to be judged beside others: its `rules.json`, or the folder of it.
 *
 * @param what what the run is, at the start of a sentence
 * @throws UsageError if it is none, or does not say which tracker it was and how it is repeated
 */
export function readRun(what: string, path: string): FoundMatrix {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'rules.json') : path;
  const json = readJsonFileOrUsageError(what, file);
  const saying = sayingSchema.safeParse(json).data;
  if (saying !== undefined && saying.about === undefined) {
    throw new UsageError(
      `${what} ${file} does not say what it was, as an older tracker-e2e wrote it: run the tests again with this one.`,
    );
  }
  const parsed = judgedMatrixSchema.safeParse(json);
  if (!parsed.success) {
    throw new UsageError(
      `${what} ${file} is no rule matrix of this version of tracker-e2e: run the tests again.\n${z.prettifyError(parsed.error)}`,
    );
  }
  const { tracker, command } = parsed.data.about;
  const missing = untold(tracker, command);
  if (missing.length > 0) {
    throw new UsageError(
      `${what} ${file} does not say its ${missing.join(', ')}, so nobody knows what it tells about: run the tests again, by \`tracker-e2e run\` or \`playwright test\`, on a tracker that answers GET /serverInfo.`,
    );
  }
  return { file, matrix: parsed.data };
}

function untold(tracker: FoundMatrix['matrix']['about']['tracker'], command: string | undefined): string[] {
  const { product, version, build, edition } = tracker;
  return Object.entries({ product, version, build, edition, command }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
}
