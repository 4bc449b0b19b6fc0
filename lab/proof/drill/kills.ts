import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { counted } from '../../../contracts/counted.js';
import { parseJson } from '../../../contracts/find-in-json.js';
import type { Running } from '../processes.js';
import { randomOf } from '../random.js';
import type { Environment } from './environment.js';
import { compareAloud, conclude, print, runOf, startHarness } from './runs.js';
import type { Drill } from './runs.js';
import { SETTLING_TIME } from './external-world.js';

interface Range {
  readonly environment: Environment;
  /** Where the runs write to, their ledgers included. */
  readonly output: string;
  /** In how many parts the suite is run. */
  readonly slices: number;
  /** How long a part takes without a kill, in milliseconds. */
  readonly duration: number;
}

/**
 * Runs the suite in as many parts as there are kills, ends each with its whole process group at another moment, sweeps,
 * and compares.
 *
 * @returns whether every sweep left the tracker as it would be without the harness
 */
export async function runKills(drill: Drill, environment: Environment, count: number): Promise<boolean> {
  print('', `${counted(count, 'run that is', 'runs that are')} killed, each followed by a sweep:`);
  const output = join(drill.folder, 'kills');
  const parts = { environment, output, slices: count };
  const duration = await measureDuration(() => startSlice(parts, 1));
  print(`  a part takes ${seconds(duration)} without a kill`);
  const kills = [];
  for (const moment of killMoments(count, drill.seed)) {
    const kill = await killOnce({ ...parts, duration }, moment);
    kills.push(kill);
    print(`  ${kills.length} of ${count}: ${kill.verdict}`);
  }
  console.table(kills);
  return conclude(
    'kills',
    kills.map(({ verdict }) => verdict === CLEAN),
  );
}

const CLEAN = 'clean';

/** @returns a row of the table for a person; `left` counts differences before the sweep */
async function killOnce(range: Range, moment: KillMoment) {
  const { environment, output, slices } = range;
  const after = await killRun(() => startSlice(range, moment.slice), moment.at * range.duration);
  print(`  killed after ${seconds(after)}`);
  // What was on its way arrives, and searches find it: a sweep an hour later would see no less.
  await sleep(SETTLING_TIME);
  const left = (await environment.compare()).differences.length;
  const swept = await sweep(environment, output);
  const remaining = await compareAloud(environment);
  const passed = remaining === 0 && swept.passed;
  if (!passed) print('  the sweep said:', swept.output);
  return {
    slice: `${moment.slice}/${slices}`,
    after: seconds(after),
    left,
    found: swept.found,
    'cleaned up': swept.cleanedUp,
    verdict: passed ? CLEAN : `${remaining} LEFT`,
  };
}

function startSlice({ environment, output, slices }: Omit<Range, 'duration'>, slice: number): Running {
  const words = runOf('kills', `--shard=${slice}/${slices}`, '--workers=2');
  return startHarness(words, { ...environment.settings, TRACKER_OUTPUT: output });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

const reportSchema = z.object({
  rows: z.array(z.object({ what: z.string(), where: z.string(), outcome: z.enum(['listed', 'deleted', 'left']) })),
  foreign: z.array(z.unknown()),
  remaining: z.int(),
});

/**
 * Cleans up the data that killed runs have left.
 *
 * @returns how many items it found and cleaned up, whether it says that nothing is left, and its output
 */
async function sweep({ settings }: Environment, folder: string) {
  const words = ['sweep', '--yes', '--json', '--older-than', '0s', '--settle', `${SETTLING_TIME / 1_000}s`];
  const { code, output } = await startHarness(words, { ...settings, TRACKER_OUTPUT: folder }).ended;
  const report = reportSchema.safeParse(parseJson(output)).data;
  if (report === undefined) return { found: 0, cleanedUp: 0, passed: false, output };
  const cleanedUp = report.rows.filter(({ outcome }) => outcome === 'deleted').length;
  return { found: report.rows.length, cleanedUp, passed: code === 0 && report.remaining === 0, output };
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

/** Lets a run come to its end. @returns how long it takes, in milliseconds @throws Error if it fails */
async function measureDuration(start: () => Running): Promise<number> {
  const from = performance.now();
  const { code, output } = await start().ended;
  if (code !== 0) throw new Error(`A part of the suite failed before anything was killed:\n${output}`);
  return performance.now() - from;
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
