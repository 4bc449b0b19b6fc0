import { spawn } from 'node:child_process';
import type { ChildProcessByStdio, SpawnOptions } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import { playwrightCommand } from '../../cli/support/playwright.js';
import { ownBundle } from '../tools/own-bundle.js';

export const ROOT = join(import.meta.dirname, '../..');

/** What Node runs as the command `tracker-e2e` of these sources. */
export const COMMAND = join(ROOT, 'lab/tools/start.js');

/** Settings of the harness, and settings of Node and proxies that would affect a run. */
const SETTING = /^(TRACKER_|NODE_OPTIONS$|(https?|no|all)_proxy$)/i;

/** The environment of this process without the settings of a run. A process gets only the settings it is given. */
export function withoutSettings(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(([name]) => !SETTING.test(name));
  return { ...Object.fromEntries(plain), ...settings };
}

/** Runs Node in a process of its own. @returns its exit code; 1 if a signal ended it */
export function runNode(args: readonly string[], options: SpawnOptions): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', ...options });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}

export interface Ending {
  /** Its exit code; undefined if it was killed. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** What it wrote to stdout and stderr, in order. */
  readonly output: string;
}

export interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** What it has written so far. */
  readonly written: Readonly<Omit<Ending, 'code'>>;
  readonly ended: Promise<Ending>;
  /** Kills the command and everything it has started, at once. */
  kill(): void;
}

/** Starts a command in a process group of its own, which ends with this process at the latest. */
export function startCommand(
  [program = '', ...args]: readonly string[],
  { timeout, ...options }: Pick<SpawnOptions, 'cwd' | 'env' | 'timeout'>,
): Running {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const written = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      written.output += text;
    });
  }
  const kill = (): void => {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (child.pid !== undefined && !isOver) process.kill(-child.pid, 'SIGKILL');
  };
  // A signal alone would end this process without the event `exit`.
  const stop = (): never => process.exit(1);
  process.once('exit', kill).once('SIGINT', stop).once('SIGTERM', stop);
  const timer = timeout === undefined ? undefined : setTimeout(kill, timeout);
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', kill).off('SIGINT', stop).off('SIGTERM', stop);
      resolve({ code: code ?? undefined, ...written });
    });
  });
  return { child, written, ended, kill };
}

/** Prints the numbers of a proof, and a line such as a run closes with; `.ci/run` sums those lines up. */
export function printTotals(proof: string, numbers: Readonly<Record<'passed' | 'failed' | 'skipped', number>>): void {
  const { passed, failed, skipped } = numbers;
  process.stdout.write(`${proof}:\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
}

/** Runs Playwright's own command in a process of its own, with the bundle of the sources. @returns its exit code */
export function runPlaywright(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runNode([playwrightCommand(), ...args], { env: { ...env, ...ownBundle().env } });
}

/** Reads an option of a proof, such as a seed. @throws InvalidArgumentError if it is no whole number */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
}
