import { readFile } from 'node:fs/promises';
import { judgedMatrixSchema } from '../../contracts/report/matrix.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import type { RunTarget } from '../../contracts/report/run.js';

/** The matrix of the run before, or a sentence that says why there is none. */
export type PreviousRun = JudgedMatrix | { readonly missing: string };

/** Reads the `rules.json` that a run is about to replace. What can't be compared is no error. */
export async function readPreviousRun(path: string, target: RunTarget): Promise<PreviousRun> {
  const json = await readFile(path, 'utf8').catch(() => undefined);
  if (json === undefined)
    return { missing: 'This is the first run whose report lies here, so there is nothing to compare with.' };
  const previous = parse(json);
  if (previous === undefined) {
    return {
      missing: 'The report of the previous run can’t be read, or another version wrote it, so nothing is compared.',
    };
  }
  if (!isSameTracker(previous.target, target)) {
    return {
      missing: `The previous run was against another tracker, ${previous.target.name}, so nothing is compared.`,
    };
  }
  return previous;
}

function parse(json: string): JudgedMatrix | undefined {
  try {
    return judgedMatrixSchema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** The name of a fake holds its seed, which is another one each run. */
function isSameTracker(one: RunTarget, other: RunTarget): boolean {
  return one.kind === other.kind && one.mode === other.mode && (one.kind === 'fake' || one.name === other.name);
}
