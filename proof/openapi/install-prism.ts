import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const wanted = join(import.meta.dirname, 'prism');

/**
 * Installs Prism outside this project, as its lock file here says, where that has not been done yet.
 *
 * @returns the file of its command
 */
export function installPrism(): string {
  const lock = readFileSync(join(wanted, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `prism-of-tracker-e2e-${userInfo().username}`, version);
  const command = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  // npm writes this file when everything else is there.
  if (existsSync(command) && existsSync(join(folder, 'node_modules/.package-lock.json'))) return command;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(wanted, name), join(folder, name));
  process.stdout.write(`Installing Prism in ${folder} …\n`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  return command;
}
