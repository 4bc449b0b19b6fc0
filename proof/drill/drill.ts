import { appendFileSync } from 'node:fs';
import type { Difference } from './judge/difference.js';
import { renderDifferences } from './judge/difference.js';
import type { Ending } from './harness.js';
import type { Environment } from './environment.js';

/** What all parts of the drill have in common. */
export interface Drill {
  readonly seed: number;
  /** Where what the drill leaves is written to. */
  readonly folder: string;
  /** The file that numbers of runs are added to, a line of JSON each. */
  readonly runTotals: string | undefined;
}

/** Tells who watches. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Tells what the harness printed, and how it ended. */
export function printEnded({ code, output }: Ending): void {
  const lines = output.trimEnd().split('\n');
  print(...lines.map((line) => `  | ${line}`), `  ended with ${code ?? 'a signal'}`);
}

/** Compares the tracker with what it would be without the harness, and says what differs. */
export async function compareAloud(environment: Environment): Promise<readonly Difference[]> {
  const { differences, rows, done } = await environment.compare();
  const verdict = differences.length === 0 ? 'as it would be without the harness' : `${differences.length} differences`;
  const strikes = Object.entries(await environment.fake.strikes()).map(
    ([id, struck]) => `${id} struck ${struck} times`,
  );
  print(
    `  the tracker: ${verdict} (${rows} rows; the background user has done ${done} things so far; ${strikes.join(', ')})`,
  );
  print(...renderDifferences(differences).map((line) => `    - ${line}`));
  return differences;
}

/** Adds what the drill itself has found out to the numbers of the runs. */
export function addToRunTotals({ runTotals }: Drill, run: string, outcomes: readonly boolean[]): void {
  if (runTotals === undefined) return;
  const passed = outcomes.filter(Boolean).length;
  const line = { run: `drill (${run})`, passed, failed: outcomes.length - passed, skipped: 0 };
  appendFileSync(runTotals, `${JSON.stringify(line)}\n`);
}
