import type { Equivalent } from './equivalents.js';
import type { KeptResults } from './kept-results.js';
import type { Mutant } from './mutants.js';
import type { Tried } from './try-batch.js';

/** A mutant and what became of it. */
export interface JudgedMutant extends Mutant, Tried {
  readonly state: 'killed' | 'survived' | 'equivalent';
  /** Why it is no gap of the tests, for an equivalent one. */
  readonly reason: string | undefined;
}

/** What became of all mutants. */
export interface Judged {
  readonly mutants: readonly JudgedMutant[];
  /** What is wrong with the list of equivalent mutants. */
  readonly problems: readonly string[];
}

/** Says of each mutant what became of it, and of each entry of the equivalent ones whether it still holds. */
export function judgeMutants(
  mutants: readonly Mutant[],
  kept: Pick<KeptResults, 'get'>,
  equivalents: readonly Equivalent[],
): Judged {
  const files = new Set(mutants.map(({ file }) => file));
  const entries = equivalents.filter(({ file }) => files.has(file));
  const judged = mutants.map((mutant): JudgedMutant => {
    const tried = kept.get(mutant) ?? { ran: 0, killedBy: undefined, message: '' };
    const reason = entries.find((entry) => isMeant(entry, mutant))?.reason;
    const survived = reason === undefined ? 'survived' : 'equivalent';
    return { ...mutant, ...tried, reason, state: tried.killedBy === undefined ? survived : 'killed' };
  });
  return { mutants: judged, problems: entries.flatMap((entry) => problemsOf(entry, judged)) };
}

/** Whether an entry lists a mutant. */
export function isMeant({ file, line, mutants }: Equivalent, mutant: Mutant): boolean {
  const { mutator, replacement } = mutant;
  return file === mutant.file && line === mutant.text && mutants.includes(`${mutator}: ${oneLine(replacement)}`);
}

/** A replacement as it stands in the list: without line breaks. */
export function oneLine(code: string): string {
  return code.replace(/\s+/g, ' ');
}

function problemsOf(entry: Equivalent, judged: readonly JudgedMutant[]): string[] {
  return entry.mutants.flatMap((wanted) => {
    const place = `${entry.file}: ${entry.line}: ${wanted}`;
    const meant = judged.filter((mutant) => isMeant({ ...entry, mutants: [wanted] }, mutant));
    if (meant.length === 0) return [`There is no such mutant any more: ${place}`];
    if (meant.some(({ state }) => state === 'equivalent')) return [];
    return [`It is listed as equivalent, but ${meant[0]?.killedBy ?? ''} kills it: ${place}`];
  });
}
