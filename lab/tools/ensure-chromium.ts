/**
 * Installs the headless Chromium for the tests of pages, unless it is there or TRACKER_CHROMIUM names one; `npm run chromium`.
 * Ends with 1 if there is no Chromium at all afterwards.
 */
import { spawnSync } from 'node:child_process';
import { findChromium, headlessShell } from './find-chromium.js';

const named = process.env['TRACKER_CHROMIUM'] ?? '';
const there = findChromium(process.env);
const problem = named !== '' || there?.endsWith(headlessShell) === true ? undefined : install();
if (problem !== undefined) console.error(`${headlessShell} could not be installed: ${problem}`);

const chromium = findChromium(process.env);
if (chromium !== undefined) console.error(`Chromium is ${chromium}.`);
else {
  process.exitCode = 1;
  console.error(
    named === ''
      ? 'There is no Chromium: install one by hand, or name one: TRACKER_CHROMIUM=/path/to/chromium'
      : `TRACKER_CHROMIUM names ${named}, and that is no program.`,
  );
}

/** Installs it with apt-get. @returns the problem, if it can't be installed */
function install(): string | undefined {
  console.error(`apt-get installs ${headlessShell}: the tests of pages open them in it.`);
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', headlessShell]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status, error, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: 600_000 });
    if (status !== 0) return `apt-get ${args.join(' ')}: ${error?.message ?? stderr.trim().split('\n').at(-1) ?? ''}`;
  }
  return undefined;
}
