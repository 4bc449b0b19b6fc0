import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { startServer } from '../proof/processes.js';
import { formatRatio, interleave, ratioOf } from './interleave.js';
import type { Costs } from './interleave.js';
import { AUTHORIZATION, jobs, jobsWorld, requests } from './jobs.js';
import type { Job } from './jobs.js';

const ROUNDS = 7;
const SECONDS = 1;

/** What a server prints when it listens. */
const LISTENING = /(http:\/\/127\.0\.0\.1:\d+)/;

/**
 * The fake as it is packed, with a tenant that was opened as tests open theirs, against the limit: a server that does
 * the jobs by hand, without a login, checks and a journal.
 */
export async function fake(): Promise<void> {
  const wrk = wrkVersion();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-bench-'));
  const world = join(folder, 'world.json');
  writeFileSync(world, JSON.stringify(jobsWorld()));
  const subject = await startServer(['dist/cli/main.js', 'fake', '--port', '0', '--world', world], LISTENING);
  const script = join(import.meta.dirname, 'bare-server.ts');
  const bare = await startServer(['--import', 'tsx', script, world], LISTENING);
  try {
    await openTenant(subject.url);
    console.log(`Requests per second, ${ROUNDS} rounds of ${SECONDS} s each in turns, asked by ${wrk}`);
    const urls = { subject: `${subject.url}/measured`, bare: bare.url };
    for (const job of Object.keys(jobs) as Job[]) {
      const turns = { subject: 0, bare: 0 };
      for (const connections of [1, 16]) {
        const measure = (server: keyof typeof urls) => async () => {
          const load = { url: urls[server], job, connections, seconds: SECONDS, from: turns[server] };
          const each = await millisecondsEach(load, folder);
          // No two creations are alike, so each continues after the last one.
          turns[server] += Math.ceil((2_000 * SECONDS) / each);
          return each;
        };
        const costs = await interleave({ subject: measure('subject'), bare: measure('bare') }, ROUNDS);
        const ratio = formatRatio(ratioOf(costs.bare, costs.subject));
        const [own, limit] = [rateOf(costs.subject), rateOf(costs.bare)] as const;
        console.log(`${jobs[job]}, over ${connections}: ${own}, bare node:http ${limit}; ${ratio} times as fast`);
      }
    }
  } finally {
    await Promise.all([subject.stop(), bare.stop()]);
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

function rateOf({ median }: Costs): string {
  return Math.round(1_000 / median).toLocaleString('en-US');
}

async function openTenant(url: string): Promise<void> {
  const { statusCode, body } = await request(`${url}/control/tenants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'measured' }),
  });
  const answer = await body.text();
  if (statusCode >= 300)
    throw new Error(`The tenant was not opened: POST ${url}/control/tenants: ${statusCode} ${answer}`);
}

/** More requests than any server here answers in a second. */
const MOST_A_SECOND = 60_000;

const script = join(import.meta.dirname, 'wrk-requests.lua');

/** The requests to send, how long and over how many connections. */
interface Load {
  readonly url: string;
  readonly job: Job;
  readonly connections: number;
  readonly seconds: number;
  /** The turn of the first request. */
  readonly from: number;
}

/** The output of the script. */
interface Told {
  readonly answered: number;
  readonly microseconds: number;
  readonly refused: number;
  readonly broken: number;
}

/** The version of wrk on this machine. @throws Error if there is none */
function wrkVersion(): string {
  // wrk ends with code 1 after printing its version.
  const { stdout, stderr } = spawnSync('wrk', ['-v'], { encoding: 'utf8' });
  const [version] = /^wrk \S+/m.exec(`${stdout}${stderr}`) ?? [];
  if (version === undefined) throw new Error('wrk sends the requests: install it, such as with apt-get install wrk.');
  return version;
}

/**
 * Sends requests with wrk, which takes less of the machine than a process of Node does, so the servers get more.
 *
 * @param folder the folder to write the requests to
 * @returns the average milliseconds of one
 * @throws Error if a request is refused
 */
async function millisecondsEach(load: Load, folder: string): Promise<number> {
  const { url, job, connections, seconds } = load;
  const file = join(folder, 'requests');
  writeFileSync(file, linesOf(load));
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script];
  const args = [...options, new URL(url).origin, '--', file, AUTHORIZATION];
  const { stdout } = await promisify(execFile)('wrk', args);
  const { answered, microseconds, refused, broken } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Told;
  if (refused + broken > 0 || answered === 0) {
    const asked = `${job} at ${url}, ${connections} connections`;
    throw new Error(`Of ${answered} requests ${refused} were refused and ${broken} broke off: ${asked}`);
  }
  return microseconds / 1_000 / answered;
}

function linesOf({ url, job, from, seconds }: Load): string {
  const { pathname } = new URL(url);
  const before = pathname === '/' ? '' : pathname;
  const make = requests[job];
  return Array.from({ length: MOST_A_SECOND * seconds }, (_, index) => {
    const { method, path, body = '' } = make(from + index);
    return `${method}\t${before}${path}\t${body}\n`;
  }).join('');
}
