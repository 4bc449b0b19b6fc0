import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from '@playwright/test';
import { carryOut } from '../../../cli/carry-out.js';
import { loadSettings } from '../../../fixtures/index.js';
import type { ExternalTracker } from '../../../client/settings/settings.js';
import { builtCommand } from '../built-package.js';
import { environmentOf } from '../fixtures/run-specs.js';

export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Settings = Readonly<Record<string, string>>;

/** Starts `tracker-e2e` in a folder, with these settings and no other. */
export function start(folder: string, args: readonly string[], settings: Settings = {}) {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [builtCommand, ...args], {
    cwd: folder,
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr }));
  });
  /** What it has written to its standard output up to and including a text; fails if it ends before. */
  const until = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (stdout.includes(text)) resolve(stdout);
      };
      check();
      child.stdout.on('data', check);
      child.once('close', () => reject(new Error(`It ended without "${text}": ${stdout}${stderr}`)));
    });
  return {
    until,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Sends a signal to it and all that it has started, as a terminal does. */
    killAll: (signal: NodeJS.Signals) => void process.kill(-(child.pid ?? 0), signal),
    /** Reads no more of its standard output: what it writes from now on fails. */
    closeOutput: () => child.stdout.destroy(),
    ended,
  };
}

/**
 * Carries out a command line of `tracker-e2e` that starts no process, in this process, with these settings and no other.
 * What is a secret of it stays one, so give it passwords that are no words.
 */
export async function runHere(
  args: readonly string[],
  settings: Settings = {},
  folder = test.info().outputPath('cwd'),
): Promise<Ending> {
  mkdirSync(folder, { recursive: true });
  const [{ env, exitCode }, cwd] = [process, process.cwd()];
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  const written = { stdout: '', stderr: '' };
  const outputs = ['stdout', 'stderr'] as const;
  const code = () => Number(process.exitCode ?? 0);
  try {
    process.chdir(folder);
    setEnvironment(environmentOf(settings));
    process.exitCode = undefined;
    for (const output of outputs) {
      process[output].write = (chunk: string | Uint8Array) => {
        written[output] += String(chunk);
        return true;
      };
    }
    await carryOut(args);
    return { code: code(), ...written };
  } finally {
    for (const output of outputs) process[output].write = writes[output];
    process.exitCode = exitCode;
    setEnvironment(env);
    process.chdir(cwd);
  }
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  // oxlint-disable-next-line syntax/no-restricted-syntax -- a command has the environment of its process
  process.env = env;
}

export function run(folder: string, args: readonly string[], settings?: Settings): Promise<Ending> {
  return start(folder, args, settings).ended;
}

export function settingsFor({
  url,
  login,
  sandbox,
}: Pick<ExternalTracker, 'url' | 'login'> & { sandbox: object }): Settings {
  const named =
    'token' in login
      ? { TRACKER_TOKEN: login.token }
      : { TRACKER_USERNAME: login.username, TRACKER_PASSWORD: login.password };
  return { TRACKER_URL: url, TRACKER_SANDBOX: JSON.stringify(sandbox), ...named };
}

/**
 * Reads the settings as a run in that folder would with this environment and no other.
 *
 * @returns the settings or the error from reading them, and the environment after that
 */
export function settingsIn(directory: string, environment: Readonly<Record<string, string>>) {
  mkdirSync(directory, { recursive: true });
  const before = process.cwd();
  const env: NodeJS.ProcessEnv = { ...environment };
  process.chdir(directory);
  try {
    return { settings: loadSettings(env), error: undefined, env };
  } catch (error) {
    return { settings: undefined, error: error as Error, env };
  } finally {
    process.chdir(before);
  }
}
