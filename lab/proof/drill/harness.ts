import { spawn } from 'node:child_process';
import { COMMAND, processEnv, ROOT } from './tracker-e2e.js';

/** How a command ended. */
export interface Ending {
  /** Its exit code; undefined if it was killed. */
  readonly code: number | undefined;
  /** Its output. */
  readonly output: string;
}

/** A command of the harness that runs. */
export interface Running {
  readonly ended: Promise<Ending>;
  /** Resolves when a run begins its tests, and never if it does not. */
  readonly testing: Promise<void>;
  /** Kills the command and everything it has started, at once. */
  kill(): void;
}

/**
 * Starts `tracker-e2e` in a process group of its own.
 *
 * @param settings the only settings of the process
 * @param wrap the command that runs it, such as `unshare`; nothing if it is left out
 */
export function startHarness(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  wrap: readonly string[] = [],
): Running {
  const [command = process.execPath, ...args] = [...wrap, process.execPath, ...COMMAND, ...words];
  const child = spawn(command, args, {
    env: processEnv(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: ROOT,
    detached: true,
  });
  let output = '';
  const testing = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
        if (/^Running \d+ tests? using/m.test(output)) resolve();
      });
  });
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      process.off('exit', kill);
      resolve({ code: code ?? undefined, output });
    });
  });
  return { ended, testing, kill };
}

/** Runs `tracker-e2e` to its end. */
export function runHarness(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<Ending> {
  return startHarness(words, settings).ended;
}
