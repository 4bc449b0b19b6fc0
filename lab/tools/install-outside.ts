import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The dependencies of packages are the newest of this day: they stay the same without a lock file. */
const AS_OF = '2026-11-27';

/**
 * Installs a package outside this project, if that has not been done yet.
 *
 * @param wanted the package with its exact version, such as `@stoplight/prism-cli@5.12.0`
 * @returns the folder of what is installed, its `node_modules`
 */
export function installOutside(wanted: string): string {
  const version = createHash('sha256').update(`${AS_OF} ${wanted}`);
  const folder = join(tmpdir(), `installed-by-tracker-e2e-${userInfo().username}`, version.digest('hex').slice(0, 12));
  const installed = join(folder, 'node_modules');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // npm writes this file when everything else is there.
  if (existsSync(join(installed, '.package-lock.json'))) return installed;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  process.stdout.write(`Installing ${wanted} in ${folder} …\n`);
  const options = [`--before=${AS_OF}`, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', wanted, ...options], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return installed;
}
