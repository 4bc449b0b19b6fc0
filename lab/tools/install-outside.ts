import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Installs packages outside this project, if that has not been done yet.
 *
 * @param wanted a package with its exact version, such as `fastify@5.12.8`, or a folder with package.json,
 *   package-lock.json and the packages of its own that they name
 * @returns the folder of what is installed, its `node_modules`
 */
export function installOutside(wanted: string): string {
  const lock = join(wanted, 'package-lock.json');
  const isFolder = existsSync(lock);
  const version = createHash('sha256').update(isFolder ? readFileSync(lock) : wanted);
  const folder = join(tmpdir(), `installed-by-tracker-e2e-${userInfo().username}`, version.digest('hex').slice(0, 12));
  const installed = join(folder, 'node_modules');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isFolder) cpSync(wanted, folder, { recursive: true });
  // npm writes this file when everything else is there.
  if (existsSync(join(installed, '.package-lock.json'))) return installed;
  if (!isFolder) writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  process.stdout.write(`Installing ${wanted} in ${folder} …\n`);
  const args = [
    ...(isFolder ? ['ci'] : ['install', wanted]),
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  return installed;
}
