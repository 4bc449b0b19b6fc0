import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { withoutSettings } from '../playwright/without-settings.js';
import { OUTCOMES_FILE } from './plan.js';
import type { EndedTest, OutcomeLine } from './plan.js';

/** How many megabytes of objects a process may hold. It would end on its own at more, and nothing be lost but its batch. */
const HEAP_LIMIT = 768;

/** How long a run may be without a test that begins or ends: no time limit of Playwright ends a loop without an end. */
const IDLE_LIMIT_MS = 180_000;

/** The outcome of the tests of a run. */
export interface Ran {
  readonly tests: readonly EndedTest[];
  /** The test that had begun if the run was stopped because nothing happened any more. */
  readonly endless: Extract<OutcomeLine, { readonly begun: string }> | undefined;
  /** Whether Playwright came to its end. */
  readonly done: boolean;
  /** The most memory that one of its processes has had. */
  readonly megabytes: number;
  /** Errors outside the tests. */
  readonly errors: readonly string[];
}

/**
 * Runs Playwright in a copy of the project.
 *
 * @param home a folder of the run
 */
export async function runTests(copy: string, home: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const outcomes = join(home, 'outcomes.jsonl');
  rmSync(outcomes, { force: true });
  const child = spawn(process.execPath, [playwrightCommand(), 'test', '-c', 'lab/proof/mutation'], {
    cwd: copy,
    // A group of its own, so that its workers can be stopped with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...withoutSettings(process.env),
      NODE_OPTIONS: `--max-old-space-size=${HEAP_LIMIT}`,
      ...env,
      [OUTCOMES_FILE]: outcomes,
    },
  });
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', stop);
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const begun = Date.now();
  let silent = false;
  const watch = setInterval(() => {
    const last = existsSync(outcomes) ? statSync(outcomes).mtimeMs : begun;
    silent = Date.now() - last > IDLE_LIMIT_MS;
    if (silent) stop();
  }, 1_000);
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  clearInterval(watch);
  process.off('exit', stop);
  return resultOf(linesOf(outcomes), silent, Buffer.concat(said).toString());
}

function linesOf(file: string): OutcomeLine[] {
  if (!existsSync(file)) return [];
  // The last line may be half of one if the run was stopped.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as OutcomeLine);
}

function resultOf(lines: readonly OutcomeLine[], silent: boolean, said: string): Ran {
  const tests = lines.filter((line) => 'ended' in line);
  const last = lines.filter((line) => 'begun' in line).at(-1);
  const errors = lines.flatMap((line) => ('error' in line ? [line.error] : []));
  const done = lines.some((line) => 'done' in line);
  return {
    tests,
    endless: silent ? last : undefined,
    done,
    megabytes: Math.max(0, ...lines.flatMap((line) => ('megabytes' in line ? [line.megabytes] : []))),
    errors: done || silent ? errors : [...errors, said.trim() || 'Playwright ended without a word.'],
  };
}
