import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { judgedMatrixSchema } from '../../reports/documents/matrix.js';
import type { JudgedMatrix } from '../../reports/documents/matrix.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { unfinishedRunReason } from '../../reports/run/begin-result.js';
import { readJsonFileOrUsageError } from './files.js';
import { UsageError } from './usage-error.js';

export interface FoundMatrix {
  readonly file: string;
  readonly matrix: JudgedMatrix;
}

export function readMatrix(file: string): FoundMatrix {
  const json = readJsonFileOrUsageError('The rule matrix', file);
  const parsed = judgedMatrixSchema.safeParse(json);
  if (parsed.success) return { file, matrix: parsed.data };
  const unfinished = unfinishedRunReason(json);
  if (unfinished !== undefined) throw new UsageError(`${file}: ${unfinished}.`, exitCodes.testsFailed);
  throw new UsageError(
    `${file} is no rule matrix of this version of tracker-e2e: run the tests again.\n${z.prettifyError(parsed.error)}`,
  );
}

/** The matrix of the last run in a folder of reports. @throws UsageError if there is none */
export function findMatrix(outputDir: string): FoundMatrix {
  const entries = existsSync(outputDir) ? readdirSync(outputDir, { withFileTypes: true }) : [];
  const [last] = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const file = join(outputDir, name, 'rules.json');
      const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return written === undefined ? [] : [{ file, written }];
    })
    .sort((a, b) => b.written - a.written);
  if (last !== undefined) return readMatrix(last.file);
  throw new UsageError(
    `There is no run yet: no rules.json in a folder of ${outputDir}. \`tracker-e2e run\` writes one.`,
  );
}

/** Reads a run, its `rules.json` or the folder of it, to be judged beside others. @throws UsageError */
export function readRun(what: string, path: string): FoundMatrix {
  const read = readRunOrReason(what, path);
  if ('matrix' in read) return read;
  throw new UsageError(`${what} ${read.file} can't be used: ${read.reason}. ${AGAIN}`);
}

const AGAIN =
  'Run the tests again with this version of tracker-e2e, by `tracker-e2e run` or `playwright test`, on a tracker that answers GET /serverInfo.';

const SHOWN = 300;

export function readRunOrReason(
  what: string,
  path: string,
): FoundMatrix | { readonly file: string; readonly reason: string } {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'rules.json') : path;
  const json = readJsonFileOrUsageError(what, file);
  const { data: matrix, error } = judgedMatrixSchema.safeParse(json);
  if (matrix === undefined) {
    const unfinished = unfinishedRunReason(json);
    if (unfinished !== undefined) return { file, reason: unfinished };
    const problems = z.prettifyError(error).replaceAll(/\s*\n\s*/g, ' ');
    return { file, reason: `it is no rule matrix of this version of tracker-e2e (${problems.slice(0, SHOWN)})` };
  }
  const { tracker, command } = matrix.about;
  const { product, version, build, edition } = tracker;
  const said = Object.entries({ product, version, build, edition, command });
  const untold = said.flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (untold.length === 0) return { file, matrix };
  return { file, reason: `it does not say its ${untold.join(', ')}, so nobody knows what it tells about` };
}
