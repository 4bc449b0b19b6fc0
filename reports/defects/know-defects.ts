import type { DefectRow, RuleDefect } from '../../contracts/report/defect-matrix.js';
import type { DefectKnowledge } from '../matrix/build-matrix.js';
import type { DefectRunReading } from './read-defect-run.js';

/** A defect the fake can be started with. */
export interface KnownDefect {
  readonly name: string;
  /** The id of the rule it breaks. */
  readonly rule: string;
  /** What the tracker does wrong, in a sentence. */
  readonly breaks: string;
}

/** Puts together which defects there are and what a run against them found out. */
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
