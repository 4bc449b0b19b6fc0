import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AUTHORIZATION, dialects } from './jobs.js';
import type { Load, LoadOrder } from './load.js';

/** More requests than any server here answers in a second. */
const MOST_A_SECOND = 60_000;

const script = join(import.meta.dirname, 'wrk-requests.lua');

/** The output of the script. */
interface Told {
  readonly answered: number;
  readonly microseconds: number;
  readonly refused: number;
  readonly broken: number;
}

/** The version of wrk on this machine; undefined if there is none. */
export function wrkVersion(): string | undefined {
  // wrk ends with code 1 after printing its version.
  const { error, stdout, stderr } = spawnSync('wrk', ['-v'], { encoding: 'utf8' });
  return error === undefined ? /^wrk \S+/m.exec(stdout + stderr)?.[0] : undefined;
}

/** The load generator wrk. It takes less of the machine than a process of Node does, so the servers get more. */
export function wrkLoad(version: string): Load {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-wrk-'));
  return {
    generator: version,
    millisecondsEach: async (order) => {
      const file = join(folder, 'requests');
      writeFileSync(file, linesOf(order));
      const { answered, microseconds, refused, broken } = await runWrk(order, file);
      if (refused + broken > 0 || answered === 0) {
        const asked = `${order.job} at ${order.url}, ${order.connections} connections`;
        throw new Error(`Of ${answered} requests ${refused} were refused and ${broken} broke off: ${asked}`);
      }
      return microseconds / 1_000 / answered;
    },
    stop: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

function linesOf({ url, dialect, job, from, milliseconds }: LoadOrder): string {
  const { pathname } = new URL(url);
  const before = pathname === '/' ? '' : pathname;
  const make = dialects[dialect][job];
  const count = Math.ceil((MOST_A_SECOND * milliseconds) / 1_000);
  return Array.from({ length: count }, (_, index) => {
    const { method, path, body = '' } = make(from + index);
    return `${method}\t${before}${path}\t${body}\n`;
  }).join('');
}

async function runWrk({ url, connections, milliseconds }: LoadOrder, file: string): Promise<Told> {
  const seconds = `${Math.ceil(milliseconds / 1_000)}s`;
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}`,
    '-s',
    script,
    new URL(url).origin,
    '--',
    file,
    AUTHORIZATION,
  ];
  const { stdout } = await promisify(execFile)('wrk', args);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Told;
}
