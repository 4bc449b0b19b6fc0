import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../../../../contracts/counted.js';
import { addToRunTotals, compareAloud, print } from '../drill.js';
import type { Drill } from '../drill.js';
import { startHarness } from '../harness.js';
import type { Running } from '../harness.js';
import { flightOf } from '../kills/flight.js';
import { killMoments } from '../kills/kill-moment.js';
import type { KillMoment } from '../kills/kill-moment.js';
import { killRun, measurePace } from '../kills/kill-run.js';
import type { Pace } from '../kills/kill-run.js';
import { renderKills } from '../kills/render-kills.js';
import type { Kill } from '../kills/render-kills.js';
import { sweep } from '../kills/sweep.js';
import type { Environment } from '../environment.js';
import { SETTLING_TIME } from '../world/external-world.js';

/** Kills on one tracker. */
interface Range {
  readonly environment: Environment;
  /** Where the runs write to, their ledgers included. */
  readonly output: string;
  /** In how many parts the suite is run. */
  readonly slices: number;
  /** How long a part takes. */
  readonly pace: Pace;
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
  const pace = await measurePace(startSlice(parts, 1));
  print(
    `  a part takes ${seconds(pace.start)} to its first test, and ${seconds(pace.rest)} from there, when nobody kills it`,
  );
  const kills: Kill[] = [];
  for (const moment of killMoments(count, drill.seed)) {
    const kill = await killOnce({ ...parts, pace }, moment);
    kills.push(kill);
    print(`  ${kills.length} of ${count}: ${kill.passed ? 'clean' : 'NOT CLEAN'}`);
  }
  print('', ...renderKills(kills).map((line) => `  ${line}`));
  const outcomes = kills.map(({ passed }) => passed);
  addToRunTotals(drill, 'kills', outcomes);
  return outcomes.every(Boolean);
}

async function killOnce(range: Range, moment: KillMoment): Promise<Kill> {
  const { environment, output, slices } = range;
  const { from, to } = await killRun(() => startSlice(range, moment.slice), moment.at, range.pace);
  const flight = flightOf(await environment.fake.journal(), { username: environment.username, from, to });
  print(`  killed after ${seconds(to - from)}, ${flight.phase}, last ${flight.last ?? 'nothing'}`);
  // What was on its way arrives, and searches find it: a sweep an hour later would see no less.
  await sleep(SETTLING_TIME);
  const left = (await environment.compare()).differences.length;
  const swept = await sweep(environment, output);
  const remaining = (await compareAloud(environment)).length;
  const passed = remaining === 0 && swept.passed;
  if (!passed) print('  the sweep said:', swept.output);
  return {
    slice: `${moment.slice}/${slices}`,
    after: to - from,
    flight,
    left,
    remaining,
    found: swept.found,
    cleanedUp: swept.cleanedUp,
    passed,
  };
}

/** Starts a part of the suite. */
function startSlice({ environment, output, slices }: Omit<Range, 'pace'>, slice: number): Running {
  const words = [
    'run',
    `--shard=${slice}/${slices}`,
    '--workers=2',
    '--retries=3',
    '--output=tracker-output/lab/drill/kills',
  ];
  return startHarness(words, { ...environment.settings, TRACKER_OUTPUT: output });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
