import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { addToRunTotals } from '../processes.js';
import type { Environment } from './environment.js';
import { renderDifferences } from './judge.js';
import type { Difference } from './judge.js';
import type { Ending } from './tracker-e2e.js';

/** The settings that all parts of the drill share. */
export interface Drill {
  readonly seed: number;
  /** The output folder of the drill. */
  readonly folder: string;
}

/** Prints lines for the person who watches. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Prints the output of the harness, and how it ended. */
export function printEnded({ code, output }: Ending): void {
  const lines = output.trimEnd().split('\n');
  print(...lines.map((line) => `  | ${line}`), `  ended with ${code ?? 'a signal'}`);
}

/** Compares the tracker with its state without the harness, and prints the differences. */
export async function compareAloud(environment: Environment): Promise<readonly Difference[]> {
  const { differences, rows, done } = await environment.compare();
  const verdict =
    differences.length === 0 ? 'as it would be without the harness' : counted(differences.length, 'difference');
  const strikes = Object.entries(await environment.fake.strikes()).map(
    ([id, struck]) => `${id} struck ${counted(struck, 'time')}`,
  );
  print(
    `  the tracker: ${verdict} (${counted(rows, 'row')}; the background user has done ${counted(done, 'thing')} so far; ${strikes.join(', ')})`,
  );
  print(...renderDifferences(differences).map((line) => `    - ${line}`));
  return differences;
}

/**
 * Compares the tracker after a part of the drill, and adds its findings to the run totals.
 *
 * @param outcomes whether each thing that the part looked at is as it has to be
 * @returns whether all of them are, and the tracker is as it would be without the harness
 */
export async function conclude(environment: Environment, part: string, outcomes: readonly boolean[]): Promise<boolean> {
  const all = [...outcomes, (await compareAloud(environment)).length === 0];
  addOutcomes(part, all);
  return all.every(Boolean);
}

/** The settings of a run that say where it writes to, and where it adds its numbers. */
export function outputOf({ folder }: Drill, name: string): Readonly<Record<string, string>> {
  const { TRACKER_RUN_TOTALS: runTotals } = process.env;
  return { TRACKER_OUTPUT: join(folder, name), ...(runTotals !== undefined && { TRACKER_RUN_TOTALS: runTotals }) };
}

/** Adds the findings of the drill itself to the run totals. */
export function addOutcomes(part: string, outcomes: readonly boolean[]): void {
  const passed = outcomes.filter(Boolean).length;
  addToRunTotals(`drill (${part})`, { passed, failed: outcomes.length - passed, skipped: 0 });
}
