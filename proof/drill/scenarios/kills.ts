import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addToTally, compareAloud, say } from '../drill.js';
import type { Drill } from '../drill.js';
import { runHarness, startHarness } from '../harness.js';
import { flightOf } from '../kills/flight.js';
import { killMoments } from '../kills/kill-moment.js';
import type { KillMoment } from '../kills/kill-moment.js';
import { renderKills } from '../kills/render-kills.js';
import type { Kill } from '../kills/render-kills.js';
import { sweep } from '../kills/sweep.js';
import type { Site } from '../site.js';
import { SETTLING_TIME } from '../world/foreign-world.js';

/** Kills on one tracker. */
interface Range {
  readonly site: Site;
  /** Where the runs write to, their ledgers included. */
  readonly output: string;
  /** In how many parts the suite is run. */
  readonly slices: number;
  /** How long a part takes, in milliseconds. */
  readonly length: number;
}

/**
 * Runs the suite in as many parts as there are kills, ends each with its whole process group at another moment, sweeps,
 * and compares.
 *
 * @returns whether every sweep left the tracker as it would be without the harness
 */
export async function runKills(drill: Drill, site: Site, count: number): Promise<boolean> {
  say('', `${count} runs that are killed, each followed by a sweep:`);
  const output = join(drill.folder, 'kills');
  const length = await measure(site, output, count);
  const kills: Kill[] = [];
  for (const moment of killMoments(count, drill.seed)) {
    const kill = await killOnce({ site, output, slices: count, length }, moment);
    kills.push(kill);
    say(`  ${kills.length} of ${count}: ${kill.passed ? 'clean' : 'NOT CLEAN'}`);
  }
  say('', ...renderKills(kills).map((line) => `  ${line}`));
  const outcomes = kills.map(({ passed }) => passed);
  addToTally(drill, 'kills', outcomes);
  return outcomes.every(Boolean);
}

/** How long a part of the suite takes when nobody kills it, in milliseconds. */
async function measure(site: Site, output: string, slices: number): Promise<number> {
  const started = performance.now();
  const { code, output: text } = await runHarness(wordsOf(1, slices), settingsOf(site, output));
  const length = performance.now() - started;
  if (code !== 0) throw new Error(`A part of the suite failed before anything was killed:\n${text}`);
  say(`  one part of ${slices} takes ${(length / 1_000).toFixed(1)} s when nobody kills it`);
  return length;
}

async function killOnce(range: Range, moment: KillMoment): Promise<Kill> {
  const { site, output, slices } = range;
  const { from, to } = await runUntil(range, moment.slice, moment.at * range.length);
  const flight = flightOf(await site.fake.journal(), { username: site.username, from, to });
  say(`  killed after ${to - from} ms, ${flight.phase}, last ${flight.last ?? 'nothing'}`);
  // What was on its way arrives, and searches find it: a sweep an hour later would see no less.
  await sleep(SETTLING_TIME);
  const left = (await site.compare()).differences.length;
  const swept = await sweep(site, output);
  const remaining = (await compareAloud(site)).length;
  const passed = remaining === 0 && swept.passed;
  if (!passed) say('  the sweep said:', swept.output);
  return {
    slice: `${moment.slice}/${slices}`,
    after: to - from,
    flight,
    left,
    remaining,
    found: swept.found,
    takenBack: swept.takenBack,
    passed,
  };
}

/** Kills a run of a part of the suite; one that was over before is run again and killed earlier. */
async function runUntil(range: Range, slice: number, after: number): Promise<{ from: number; to: number }> {
  const from = Date.now();
  const running = startHarness(wordsOf(slice, range.slices), settingsOf(range.site, range.output));
  const over = await Promise.race([running.ended.then(() => true), sleep(after).then(() => false)]);
  const to = Date.now();
  running.kill();
  await running.ended;
  if (!over) return { from, to };
  say(`  part ${slice} was over before it could be killed: again, and earlier`);
  return runUntil(range, slice, (to - from) * 0.8);
}

function wordsOf(slice: number, slices: number): string[] {
  return ['run', `--shard=${slice}/${slices}`, '--workers=2', '--retries=2', '--output=test-results/drill/kills'];
}

function settingsOf({ settings }: Site, output: string): Record<string, string> {
  return { ...settings, TRACKER_OUTPUT: output };
}
