import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { playwrightCommand } from '../../cli/support/playwright.js';
import { ownBundle } from '../tools/own-bundle.js';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');

/** The module that Node imports first to run sources. */
export const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

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

/** Runs Playwright's own command in a process of its own, with the bundle of the sources. @returns its exit code */
export function runPlaywright(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runNode([playwrightCommand(), ...args], { env: { ...env, ...ownBundle().env } });
}
