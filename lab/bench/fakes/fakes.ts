import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatRatio, interleave, ratioOf } from '../interleave.js';
import type { Costs } from '../interleave.js';
import { buildPackage } from '../servers.js';
import type { RunningServer } from '../servers.js';
import { bare, jsonServer, mockoon, prism, subject, wiremock } from './competitors.js';
import type { Competitor } from './competitors.js';
import { jobs } from './jobs.js';
import type { Job } from './jobs.js';
import type { Load, LoadOrder, LoadResult } from './load.js';
import { wrkLoad, wrkVersion } from './wrk-load.js';

const ROUNDS = 7;
const MILLISECONDS = 1_000;

/** All that are compared, by the names they are printed with. */
const competitors: Readonly<Record<string, Competitor>> = {
  'our fake': subject,
  'bare node:http': bare,
  WireMock: wiremock,
  Prism: prism,
  'json-server': jsonServer,
  Mockoon: mockoon,
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
  const load = wrk === undefined ? startLoad() : wrkLoad(wrk);
  const running: Running[] = [];
  try {
    for (const [name, competitor] of Object.entries(competitors)) {
      if (competitor === wiremock && !isThereJava()) {
        console.log('WireMock is left out: there is no java on this machine.');
        continue;
      }
      running.push({ name, competitor, ...(await competitor.start(mkdtempSync(join(folder, 'data-')))) });
    }
    console.log(
      `Requests per second, ${ROUNDS} rounds of ${MILLISECONDS / 1_000} s each in turns, asked by ${load.generator}`,
    );
    for (const { name, competitor } of running) console.log(`  ${name.padEnd(15)} ${competitor.without}`);
    const turns = new Map<string, number>();
    for (const job of Object.keys(jobs) as Job[]) {
      for (const connections of [1, 16]) await show(load, running, job, connections, turns);
    }
  } finally {
    load.stop();
    await Promise.all(running.map(({ stop }) => stop()));
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

async function show(
  load: Load,
  running: readonly Running[],
  job: Job,
  connections: number,
  turns: Map<string, number>,
): Promise<void> {
  const measures = running.map(({ name, url, competitor: { dialect } }) => {
    const measure = async () => {
      const turn = `${name} ${job}`;
      const from = turns.get(turn) ?? 0;
      const each = await load.millisecondsEach({ url, dialect, job, connections, milliseconds: MILLISECONDS, from });
      // No two creations are alike, so each goes on where the last one ended.
      turns.set(turn, from + Math.ceil((2 * MILLISECONDS) / each));
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

function isThereJava(): boolean {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts the process that sends requests. */
function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: ['--import', 'tsx'] });
  return {
    generator: 'another process',
    millisecondsEach: async (order: LoadOrder) => {
      const answer = once(child, 'message') as Promise<[LoadResult]>;
      child.send(order);
      const [result] = await answer;
      if ('fault' in result) throw new Error(result.fault);
      return result.milliseconds / result.answered;
    },
    stop: () => {
      child.disconnect();
    },
  };
}
