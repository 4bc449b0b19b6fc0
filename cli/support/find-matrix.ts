import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { judgedMatrixSchema } from '../../contracts/index.js';
import type { JudgedMatrix, RunTarget } from '../../contracts/index.js';
import { readJsonFileOrUsageError } from './files.js';
import { UsageError } from './usage-error.js';

/** A rule matrix and the file it is from. */
export interface FoundMatrix {
  readonly file: string;
  readonly matrix: JudgedMatrix;
}

/** Reads the matrix in a file. @throws UsageError if there is none */
export function readMatrix(file: string): FoundMatrix {
  const parsed = judgedMatrixSchema.safeParse(readJsonFileOrUsageError('The rule matrix', file));
  if (parsed.success) return { file, matrix: parsed.data };
  throw new UsageError(
    `${file} is no rule matrix of this version of tracker-e2e: run the tests again.\n${z.prettifyError(parsed.error)}`,
  );
}

/**
 * Finds the matrix of the last run, of those in a folder of reports.
 *
 * @param mode only of runs in that mode
 * @throws UsageError if there is none
 */
export function findMatrix(outputDir: string, mode: RunTarget['mode'] | undefined): FoundMatrix {
  const files = matrixFiles(outputDir);
  for (const file of files) {
    const found = readMatrix(file);
    if (mode === undefined || found.matrix.target.mode === mode) return found;
  }
  const which = mode === undefined ? 'There is no run yet' : `There is no run in mode ${mode} yet`;
  throw new UsageError(`${which}: no rules.json in a folder of ${outputDir}. \`tracker-e2e run\` writes one.`);
}

/** When a run last wrote its matrix, in milliseconds since 1970; 0 if none did. */
export function lastMatrix(outputDir: string): number {
  return datedMatrices(outputDir)[0]?.written ?? 0;
}

/** The files with a matrix, the last written first. */
function matrixFiles(outputDir: string): string[] {
  return datedMatrices(outputDir).map(({ file }) => file);
}

function datedMatrices(outputDir: string): readonly { readonly file: string; readonly written: number }[] {
  return folders(outputDir)
    .map((folder) => join(outputDir, folder, 'rules.json'))
    .flatMap((file) => {
      const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return written === undefined ? [] : [{ file, written }];
    })
    .sort((a, b) => b.written - a.written);
}

function folders(outputDir: string): string[] {
  if (statSync(outputDir, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(outputDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
