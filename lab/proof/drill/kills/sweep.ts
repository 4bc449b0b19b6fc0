import { z } from 'zod';
import { parseJson } from '../../../../contracts/parse-json.js';
import { runHarness } from '../harness.js';
import type { Environment } from '../environment.js';
import { SETTLING_TIME } from '../world/external-world.js';

/** The part of the output of `sweep --json` that the drill reads. */
const reportSchema = z.object({
  rows: z.array(z.object({ what: z.string(), where: z.string(), outcome: z.enum(['listed', 'deleted', 'left']) })),
  foreign: z.array(z.unknown()),
  remaining: z.int(),
});

/** The result of a sweep. */
export interface Swept {
  /** How many items of killed runs it found, and how many of these it cleaned up. */
  readonly found: number;
  readonly cleanedUp: number;
  /** Whether it says that nothing is left. */
  readonly passed: boolean;
  /** Its output. */
  readonly output: string;
}

/** Cleans up the data that killed runs have left. @param folder the output folder of those runs */
export async function sweep({ settings }: Environment, folder: string): Promise<Swept> {
  const words = ['sweep', '--yes', '--json', '--older-than', '0s', '--settle', `${SETTLING_TIME / 1_000}s`];
  const { code, output } = await runHarness(words, { ...settings, TRACKER_OUTPUT: folder });
  const report = reportSchema.safeParse(parseJson(output)).data;
  if (report === undefined) return { found: 0, cleanedUp: 0, passed: false, output };
  const cleanedUp = report.rows.filter(({ outcome }) => outcome === 'deleted').length;
  return { found: report.rows.length, cleanedUp, passed: code === 0 && report.remaining === 0, output };
}
