/**
 * Installs the packed package in a copy of examples/consumer, elsewhere, and runs its tests; `npm run test:consumer`.
 * `-- --playwright 1.62.0` does so with another version of Playwright.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './ensure-built.js';
import { packProject } from './pack-project.js';

const { playwright } = parseArgs({ options: { playwright: { type: 'string' } } }).values;
ensureBuilt(process.cwd());
const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-consumer-'));
try {
  cpSync('examples/consumer', folder, {
    recursive: true,
    filter: (path) => !/node_modules|test-results|package-lock\.json$/.test(path),
  });
  const packs = mkdtempSync(join(tmpdir(), 'tracker-e2e-pack-'));
  writeFileSync(join(folder, 'tracker-e2e.tgz'), packProject(process.cwd(), packs).tarball);
  rmSync(packs, { recursive: true });
  const other = playwright === undefined ? [] : ['--save-dev', `@playwright/test@${playwright}`];
  npm(['install', ...other, '--prefer-offline', '--no-audit', '--no-fund']);
  if (process.exitCode === undefined) npm(['test']);
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs npm there. Settings for a tracker of this checkout are none of theirs. */
function npm(args: readonly string[]): void {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('TRACKER_') || name === 'TRACKER_TALLY'),
  );
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
