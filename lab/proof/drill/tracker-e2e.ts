import { join } from 'node:path';
import { TSX } from './tsx.js';

/** The folder of the project, from which the suite runs. */
export const ROOT = join(import.meta.dirname, '../../..');

/** The arguments of Node that run the command `tracker-e2e` from the sources. */
export const COMMAND: readonly string[] = ['--import', TSX, join(ROOT, 'cli/main.ts')];

/** Settings of the harness, and settings of Node and proxies that would affect a run. */
const SETTING = /^(TRACKER_|NODE_OPTIONS$|(https?|no|all)_proxy$)/i;

/** The environment of a process without the settings of this one. */
export function processEnv(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(([name]) => !SETTING.test(name));
  return { ...Object.fromEntries(plain), ...settings };
}
