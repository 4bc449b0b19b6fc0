import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AUTHORIZATION, requests } from './jobs.js';
import type { Job } from './jobs.js';

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
export function wrkVersion(): string {
  // wrk ends with code 1 after printing its version.
  const { stdout, stderr } = spawnSync('wrk', ['-v'], { encoding: 'utf8' });
  const [version] = /^wrk \S+/m.exec(`${stdout}${stderr}`) ?? [];
  if (version === undefined) throw new Error('wrk sends the requests: install it, such as with apt-get install wrk.');
  return version;
}

/**
 * Sends requests with wrk, which takes less of the machine than a process of Node does, so the servers get more.
 *
 * @param folder where the requests are written to
 * @returns the average milliseconds of one
 * @throws Error if a request is refused
 */
export async function millisecondsEach(load: Load, folder: string): Promise<number> {
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
