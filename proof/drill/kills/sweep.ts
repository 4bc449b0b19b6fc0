import { runHarness } from '../harness.js';
import type { Site } from '../site.js';

/** What a sweep did. */
export interface Swept {
  /** Its exit code; undefined where it was killed. */
  readonly code: number | undefined;
  /** How many things it took back. */
  readonly takenBack: number;
  readonly output: string;
}

/** Takes back what killed runs have left. @param output the folder those runs wrote to */
export async function sweep({ settings }: Site, output: string): Promise<Swept> {
  const words = ['sweep', '--yes', '--older-than', '0s'];
  const ending = await runHarness(words, { ...settings, TRACKER_OUTPUT: output });
  return { ...ending, takenBack: 0 };
}
