import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';

/**
 * Installs outside this project what a folder's lock file says, if that has not been done yet.
 *
 * @param wanted the folder with package.json and package-lock.json
 * @returns the folder of what is installed, its `node_modules`
 */
export function installOutside(wanted: string): string {
  const lock = readFileSync(join(wanted, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `${basename(wanted)}-of-tracker-e2e-${userInfo().username}`, version);
  const installed = join(folder, 'node_modules');
  // npm writes this file when everything else is there.
  if (existsSync(join(installed, '.package-lock.json'))) return installed;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(wanted, name), join(folder, name));
  process.stdout.write(`Installing ${basename(wanted)} in ${folder} …\n`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  return installed;
}
