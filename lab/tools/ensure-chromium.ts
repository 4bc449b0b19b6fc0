/**
 * Installs a Chromium for the tests of the report pages if there is none; `npm run chromium`. Ends with 1 if it can't be
 * installed.
 */
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.js';

const named = process.env['TRACKER_CHROMIUM'] ?? '';
const there = findChromium(process.env);

if (there !== undefined) console.error(`Chromium is ${there}.`);
else {
  process.exitCode = 1;
  if (named !== '') console.error(`TRACKER_CHROMIUM names ${named}, and that is no program.`);
  else install();
}

function install(): void {
  console.error('There is no Chromium yet, so apt-get installs it: the tests of the report pages open them in it.');
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status, error, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: 600_000 });
    if (status === 0) continue;
    const problem = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
    console.error(`Chromium could not be installed: apt-get ${args.join(' ')}: ${problem}`);
    console.error('Install it by hand, or name one that is there: TRACKER_CHROMIUM=/path/to/chromium');
    return;
  }
  const installed = findChromium(process.env);
  console.error(
    installed === undefined ? 'apt-get installed Chromium to an unknown place.' : `Chromium is now ${installed}.`,
  );
  if (installed !== undefined) process.exitCode = 0;
}
