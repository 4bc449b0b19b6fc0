import type { Equivalent } from './equivalents.js';
import type { KeptResults } from './kept-results.js';
import type { Mutant } from './mutants.js';
import type { Tried } from './try-batch.js';

/** A mutant and its outcome. */
export interface JudgedMutant extends Mutant, Tried {
  readonly state: 'killed' | 'survived' | 'equivalent' | 'open';
  /** Why it is no gap of the tests, for an equivalent one. */
  readonly reason: string | undefined;
}

/** The outcome of all mutants. */
export interface Judged {
  readonly mutants: readonly JudgedMutant[];
  /** Problems of the list of equivalent mutants. */
  readonly problems: readonly string[];
}

/** Judges the outcome of each mutant, and whether each entry of the equivalent ones still holds. */
export function judgeMutants(
  mutants: readonly Mutant[],
  kept: Pick<KeptResults, 'get'>,
  equivalents: readonly Equivalent[],
): Judged {
  const files = new Set(mutants.map(({ file }) => file));
  const listed = equivalents
    .filter(({ file }) => files.has(file))
    .flatMap(({ file, line, mutants: changes, reason }) => changes.map((change) => ({ file, line, change, reason })));
  const unused = new Set(listed);
  const judged = mutants.map((mutant): JudgedMutant => {
    const tried = kept.get(mutant);
    if (tried === undefined) return { ...mutant, ...untried, state: 'open' };
    if (tried.killedBy !== undefined) return { ...mutant, ...tried, reason: undefined, state: 'killed' };
    const entry = [...unused].find((one) => isOf(one, mutant));
    if (entry === undefined) return { ...mutant, ...tried, reason: undefined, state: 'survived' };
    unused.delete(entry);
    return { ...mutant, ...tried, reason: entry.reason, state: 'equivalent' };
  });
  // What is not tried yet may be what an entry means.
  const open = judged.filter(({ state }) => state === 'open');
  const stale = [...unused].filter((entry) => !open.some((mutant) => isOf(entry, mutant)));
  const problems = stale.map((entry) => {
    const place = `${entry.file}: ${entry.line}: ${entry.change}`;
    const killer = judged.find((mutant) => mutant.state === 'killed' && isOf(entry, mutant))?.killedBy;
    return killer === undefined
      ? `It is listed as equivalent, but there is no such mutant: ${place}`
      : `It is listed as equivalent, but ${killer} kills it: ${place}`;
  });
  return { mutants: judged, problems };
}

const untried = { ran: 0, killedBy: undefined, message: '', reason: undefined };

/** Whether an entry lists a mutant, or one that looks like it. */
export function isMeant({ file, line, mutants }: Equivalent, mutant: Mutant): boolean {
  return mutants.some((change) => isOf({ file, line, change }, mutant));
}

function isOf(
  entry: { readonly file: string; readonly line: string; readonly change: string },
  mutant: Mutant,
): boolean {
  const { file, text, mutator, replacement } = mutant;
  return entry.file === file && entry.line === text && entry.change === `${mutator}: ${oneLine(replacement)}`;
}

/** A replacement as it stands in the list: without line breaks. */
export function oneLine(code: string): string {
  return code.replace(/\s+/g, ' ');
}
