/**
 * Installs a Chromium for the tests of the report pages if there is none; `npm run chromium`. Ends with 1 if it can't be
 * installed.
 */
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.js';
import { installChromium } from './install-chromium.js';

const tenMinutes = 600_000;

function aptGet(args: readonly string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: tenMinutes });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
}

const named = process.env['TRACKER_CHROMIUM'] ?? '';
const find = () => findChromium(process.env);

if (named !== '' && find() === undefined) {
  console.error(`TRACKER_CHROMIUM names ${named}, and that is no program.`);
  process.exitCode = 1;
} else if (!installChromium({ find, aptGet, print: (sentence) => console.error(sentence) })) process.exitCode = 1;
