import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The dependencies of packages are the newest of this day: they stay the same without a lock file. */
const AS_OF = '2026-11-27';

/**
 * Installs packages outside this project, if that has not been done yet.
 *
 * @param wanted a package with its exact version, such as `@stoplight/prism-cli@5.12.0`, or a folder with a package.json
 *   that names exact versions, and with the packages of its own that it names
 * @returns the folder of what is installed, its `node_modules`
 */
export function installOutside(wanted: string): string {
  const manifest = join(wanted, 'package.json');
  const isFolder = existsSync(manifest);
  const version = createHash('sha256').update(`${AS_OF} ${isFolder ? readFileSync(manifest, 'utf8') : wanted}`);
  const folder = join(tmpdir(), `installed-by-tracker-e2e-${userInfo().username}`, version.digest('hex').slice(0, 12));
  const installed = join(folder, 'node_modules');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isFolder) cpSync(wanted, folder, { recursive: true });
  // npm writes this file when everything else is there.
  if (existsSync(join(installed, '.package-lock.json'))) return installed;
  if (!isFolder) writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  process.stdout.write(`Installing ${wanted} in ${folder} …\n`);
  const packages = isFolder ? [] : [wanted];
  const options = [`--before=${AS_OF}`, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...packages, ...options], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return installed;
}
