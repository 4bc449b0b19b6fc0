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
const [oldest = '', major = ''] = /(\d+)\.\d+/.exec(peerDependencies['@playwright/test']) ?? [];
const versions = playwright === undefined ? [`${oldest}.0`, `${major}.x`] : [playwright];

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
    // What npm has in its cache may not know the newest.
    const source = version.endsWith('.x') ? '--prefer-online' : '--prefer-offline';
    if (!npm('install', '--save-dev', `@playwright/test@${version}`, source, '--no-audit', '--no-fund')) break;
    const installed = installedVersion();
    if (version !== playwright && installed === devDependencies['@playwright/test']) {
      console.log(`The newest Playwright is ${installed}, with which this project is developed.`);
      continue;
    }
    console.log(`The packed package with Playwright ${installed}:`);
    if (!npm('test') || !npm('run', 'verify', '--', 'get-user', 'delete-selected', 'steps.spec')) break;
  }
} finally {
  rmSync(folder, { recursive: true });
}

function installedVersion(): string {
  const manifest = readFileSync(join(folder, 'node_modules/@playwright/test/package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Runs npm there, without the settings that this checkout has for a tracker. @returns whether it succeeded */
function npm(...args: readonly string[]): boolean {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRACKER_')));
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
}
