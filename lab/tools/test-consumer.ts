/**
 * Installs the packed package in a copy of examples/consumer, elsewhere, and runs its tests and some specs of the suite;
 * `npm run consumer`. It does so with the oldest Playwright that package.json allows, and with the newest if this project is
 * developed with another one; `-- --playwright 1.62.0` names another one.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './ensure-built.js';
import { packProject } from './pack-project.js';

type Versions = Readonly<Record<'@playwright/test', string>>;

interface Manifest {
  readonly peerDependencies: Versions;
  readonly devDependencies: Versions;
}

const { playwright } = parseArgs({ options: { playwright: { type: 'string' } } }).values;
const { peerDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const versions =
  playwright === undefined
    ? oldestAndNewest(peerDependencies['@playwright/test'], devDependencies['@playwright/test'])
    : [playwright];

ensureBuilt(process.cwd());
const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-consumer-'));
try {
  cpSync('examples/consumer', folder, {
    recursive: true,
    filter: (path) => !/node_modules|test-results|tracker-output|package-lock\.json$/.test(path),
  });
  const packs = mkdtempSync(join(tmpdir(), 'tracker-e2e-pack-'));
  writeFileSync(join(folder, 'tracker-e2e.tgz'), packProject(process.cwd(), packs).tarball);
  rmSync(packs, { recursive: true });
  for (const version of versions) {
    console.log(`The packed package with Playwright ${version}:`);
    npm('install', '--save-dev', `@playwright/test@${version}`, '--prefer-offline', '--no-audit', '--no-fund');
    if (process.exitCode === undefined) npm('test');
    if (process.exitCode === undefined) npm('run', 'verify', '--', 'get-user', 'delete-selected', 'steps.spec');
    if (process.exitCode !== undefined) break;
  }
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * The first and the last version in a range that the registry has, prereleases left out.
 *
 * @param own the version that this project is developed with, which is left out
 */
function oldestAndNewest(range: string, own: string): readonly string[] {
  const shell = process.platform === 'win32';
  // A shell would take the signs of a range for redirections.
  const named = shell ? `"@playwright/test@${range}"` : `@playwright/test@${range}`;
  const { status, stdout } = spawnSync('npm', ['view', named, 'version', '--json'], { encoding: 'utf8', shell });
  if (status !== 0)
    throw new Error(`npm can't tell which versions of @playwright/test are ${range}: name one with --playwright.`);
  const found = [JSON.parse(stdout) as string | readonly string[]]
    .flat()
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const [oldest, newest] = [found[0], found.at(-1)];
  if (oldest === undefined || newest === undefined) throw new Error(`No version of @playwright/test is ${range}.`);
  return [...new Set([oldest, newest])].filter((version) => version !== own);
}

/** Runs npm there, without the settings that this checkout has for a tracker. */
function npm(...args: readonly string[]): void {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('TRACKER_') || name === 'TRACKER_RUN_TOTALS'),
  );
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
