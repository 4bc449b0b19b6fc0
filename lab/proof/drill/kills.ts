import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../../../contracts/counted.js';
import type { Running } from '../processes.js';
import { randomOf } from '../random.js';
import type { Environment } from './environment.js';
import { SETTLING_TIME } from './external-world.js';
import { compareAloud, conclude, print, runOf, startHarness } from './runs.js';
import type { Drill } from './runs.js';

/**
 * Runs the suite in as many parts as there are kills, ends each with its whole process group at another moment, sweeps,
 * and compares.
 *
 * @returns whether every sweep left the tracker as it would be without the harness
 * @throws Error if a part fails before anything is killed
 */
export async function runKills({ folder, seed }: Drill, environment: Environment, count: number): Promise<boolean> {
  print('', `${counted(count, 'run that is', 'runs that are')} killed, each followed by a sweep:`);
  const settings = { ...environment.settings, TRACKER_OUTPUT: join(folder, 'kills') };
  const start = (slice: number) => startHarness(runOf('kills', `--shard=${slice}/${count}`, '--workers=2'), settings);
  const began = performance.now();
  const whole = await start(1).ended;
  if (whole.code !== 0) throw new Error(`A part of the suite failed before anything was killed:\n${whole.output}`);
  const duration = performance.now() - began;
  print(`  a part takes ${seconds(duration)} without a kill`);
  const areClean: boolean[] = [];
  for (const { slice, at } of killMoments(count, seed)) {
    const after = await killRun(() => start(slice), at * duration);
    // What was on its way arrives, and searches find it: a sweep an hour later would see no less.
    await sleep(SETTLING_TIME);
    const { differences } = await environment.compare();
    print(
      `  part ${slice} was killed after ${seconds(after)}; ${counted(differences.length, 'difference')} before a sweep`,
    );
    const words = ['sweep', '--yes', '--older-than', '0s', '--settle', `${SETTLING_TIME / 1_000}s`];
    const swept = await startHarness(words, settings).ended;
    const isClean = (await compareAloud(environment)) === 0 && swept.code === 0;
    if (!isClean) print('  the sweep said:', swept.output);
    areClean.push(isClean);
    print(`  ${areClean.length} of ${count}: ${isClean ? 'clean' : 'NOT CLEAN'}`);
  }
  return conclude('kills', areClean);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

interface KillMoment {
  /** Which part of the suite runs, from 1: all of them together are the suite. */
  readonly slice: number;
  /** How far the run is then, from 0 at its start to 1 at its end. */
  readonly at: number;
}

/** Spreads moments evenly over a run and, by chance, over the parts of the suite. */
function killMoments(count: number, seed: number): KillMoment[] {
  const random = randomOf(seed);
  const slices = Array.from({ length: count }, (_, index) => index + 1);
  return Array.from({ length: count }, (_, index) => {
    const [slice] = slices.splice(random.int(0, slices.length - 1), 1);
    // One moment in each stretch, anywhere in it.
    return { slice: slice as number, at: (index + random.int(0, 999) / 1_000) / count };
  });
}

/**
 * Kills a run after some time. One that is over before is started again and killed earlier: parts of the suite differ in
 * length.
 *
 * @param after in milliseconds
 * @returns how many milliseconds after its start it was killed
 */
async function killRun(start: () => Running, after: number): Promise<number> {
  const running = start();
  const over = await Promise.race([running.ended.then(() => true), sleep(after, false)]);
  running.kill();
  await running.ended;
  return over ? killRun(start, after * 0.8) : after;
}
