import { readFile } from 'node:fs/promises';
import { defectMatrixSchema } from '../../contracts/report/defect-matrix.js';
import type { DefectMatrix } from '../../contracts/report/defect-matrix.js';

/** The last run of the suite against the defects, or a sentence why there is nothing to read. */
export type DefectRunReading = DefectMatrix | { readonly missing: string };

const howTo = '`npm run defects` makes one.';

/** Reads a `defects.json`. It may be missing, because a run against every defect takes longer than one of the suite. */
export async function readDefectRun(path: string | undefined): Promise<DefectRunReading> {
  const json = path === undefined ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  if (json === undefined) return { missing: `No run against the defects has been made here: ${howTo}` };
  try {
    return defectMatrixSchema.parse(JSON.parse(json));
  } catch {
    return { missing: `The last run against the defects can't be read, or another version wrote it: ${howTo}` };
  }
}
