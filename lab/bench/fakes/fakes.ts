import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatRatio, interleave, ratioOf } from '../interleave.js';
import type { Costs } from '../interleave.js';
import { buildPackage } from '../servers.js';
import type { RunningServer } from '../servers.js';
import { bare, prism, subject, wiremock } from './competitors.js';
import type { Competitor } from './competitors.js';
import { jobs } from './jobs.js';
import type { Job } from './jobs.js';
import { millisecondsEach, wrkVersion } from './wrk.js';

const ROUNDS = 7;
const SECONDS = 1;

/** All that are compared, by the names they are printed with. */
const competitors: Readonly<Record<string, Competitor>> = {
  'our fake': subject,
  'bare node:http': bare,
  WireMock: wiremock,
  Prism: prism,
};

interface Running extends RunningServer {
  readonly name: string;
  readonly competitor: Competitor;
}

/** Measures our fake against its competitors, and against a bare server as the limit. */
export async function fakes(): Promise<void> {
  buildPackage();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-bench-'));
  const wrk = wrkVersion();
  const running: Running[] = [];
  try {
    for (const [name, competitor] of Object.entries(competitors)) {
      if (competitor === wiremock && spawnSync('java', ['-version']).status !== 0) {
        console.log('WireMock is left out: there is no java on this machine.');
        continue;
      }
      running.push({ name, competitor, ...(await competitor.start(mkdtempSync(join(folder, 'data-')))) });
    }
    console.log(`Requests per second, ${ROUNDS} rounds of ${SECONDS} s each in turns, asked by ${wrk}`);
    for (const { name, competitor } of running) console.log(`  ${name.padEnd(15)} ${competitor.without}`);
    const turns = new Map<string, number>();
    for (const job of Object.keys(jobs) as Job[]) {
      for (const connections of [1, 16]) await show(folder, running, job, connections, turns);
    }
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

async function show(
  folder: string,
  running: readonly Running[],
  job: Job,
  connections: number,
  turns: Map<string, number>,
): Promise<void> {
  const measures = running.map(({ name, url }) => {
    const measure = async () => {
      const turn = `${name} ${job}`;
      const from = turns.get(turn) ?? 0;
      const each = await millisecondsEach({ url, job, connections, seconds: SECONDS, from }, folder);
      // No two creations are alike, so each goes on where the last one ended.
      turns.set(turn, from + Math.ceil((2_000 * SECONDS) / each));
      return each;
    };
    return [name, measure] as const;
  });
  const costs = await interleave<string>(Object.fromEntries(measures), ROUNDS);
  const own = costs['our fake'] as Costs;
  console.log(`${jobs[job]}, ${connections === 1 ? 'one connection' : `${connections} connections`}`);
  for (const [name, cost] of Object.entries(costs)) {
    const perSecond = ` ${rate(cost.median)} (${rate(cost.highest)} to ${rate(cost.lowest)})`;
    const ratio = name === 'our fake' ? '' : `   our fake is ${formatRatio(ratioOf(cost, own))} times as fast`;
    console.log(`  ${name.padEnd(15)} ${perSecond.padEnd(30)}${ratio}`);
  }
}

function rate(millisecondsEach: number): string {
  return Math.round(1_000 / millisecondsEach).toLocaleString('en-US');
}
