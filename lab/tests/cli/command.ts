import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { test } from '@playwright/test';
import { carryOut } from '../../../cli/carry-out.js';
import { loadSettings } from '../../../fixtures/index.js';
import type { ExternalTracker } from '../../../client/settings/settings.js';
import { startCommand } from '../../proof/processes.js';
import type { Ending as CommandEnding } from '../../proof/processes.js';
import { builtCommand } from '../built-package.js';
import { environmentOf } from '../fixtures/run-specs.js';

export type Ending = Omit<CommandEnding, 'output'>;

type Settings = Readonly<Record<string, string>>;

/** Starts `tracker-e2e` in a folder, with these settings and no other. */
export function start(folder: string, args: readonly string[], settings: Settings = {}) {
  mkdirSync(folder, { recursive: true });
  const command = [process.execPath, builtCommand, ...args];
  const running = startCommand(command, { cwd: folder, env: environmentOf(settings) });
  const { child, written } = running;
  /** What it has written to its standard output up to and including a text; fails if it ends before. */
  const until = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (written.stdout.includes(text)) resolve(written.stdout);
      };
      check();
      child.stdout.on('data', check);
      child.once('close', () => reject(new Error(`It ended without "${text}": ${written.output}`)));
    });
  return { ...running, until };
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

/** Puts a script in the place of a command, for the shells of a folder. @returns their environment */
export function standIn(folder: string, command: string, script: string): Settings {
  const bin = join(folder, 'bin');
  writeFiles(bin, { [command]: `#!/bin/sh\n${script}\n` });
  chmodSync(join(bin, command), 0o755);
  return { PATH: `${bin}${delimiter}${process.env['PATH']}` };
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
