import { readFile } from 'node:fs/promises';
import { defectMatrixSchema } from '../contracts/report/defect-matrix.js';
import type { DefectMatrix, DefectRow, RuleDefect } from '../contracts/report/defect-matrix.js';
import type { DefectKnowledge } from './matrix/build-matrix.js';

export type DefectRunReading = DefectMatrix | { readonly missing: string };

const howTo = '`npm run -w lab defects` makes one.';

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

/** A defect the fake can be started with. */
export interface KnownDefect {
  readonly name: string;
  /** The id of the rule it breaks. */
  readonly rule: string;
  /** The error of the tracker, in a sentence. */
  readonly breaks: string;
}

export function knowDefects(defects: readonly KnownDefect[], reading: DefectRunReading): DefectKnowledge {
  const rows = new Map('missing' in reading ? [] : reading.defects.map((row) => [row.name, row]));
  const byRule = new Map<string, RuleDefect[]>();
  for (const { name, rule, breaks } of defects) {
    const known = { name, breaks, ...outcomeOf(rows.get(name)) };
    byRule.set(rule, [...(byRule.get(rule) ?? []), known]);
  }
  const run = 'missing' in reading ? reading : { startedAt: reading.startedAt, mode: reading.mode };
  return { run, byRule };
}

function outcomeOf(row: DefectRow | undefined): Pick<RuleDefect, 'state' | 'reason' | 'caughtBy'> {
  if (row === undefined) return {};
  const caughtBy = row.caughtBy.map(({ title, file, line, message }) => ({ title, file, line, message }));
  return { state: row.state, caughtBy, ...(row.reason !== undefined && { reason: row.reason }) };
}
