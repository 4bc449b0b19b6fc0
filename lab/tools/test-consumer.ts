/**
 * Installs the packed package in a copy of examples/consumer, elsewhere, and runs its tests and some specs of the suite;
 * `npm run -w lab consumer`. It does so with the oldest Playwright that package.json allows, and with the newest if this
 * project is developed with another one. `-- --versions` does it with each minor version of Playwright and of TypeScript,
 * with newer versions of Node, and with pnpm, and prints the table of docs/decisions/package.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packProject } from './pack-project.js';

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly version: string;
  readonly peerDependencies: Versions;
  readonly devDependencies: Versions;
}

/** A suite: what it installs other than examples/consumer does, and how. */
interface Suite {
  readonly packages: Versions;
  /** Whether only its types are checked. */
  readonly onlyTypes?: boolean;
  readonly manager?: 'npm' | 'pnpm';
}

const PLAYWRIGHT = '@playwright/test';
const OLDEST_TYPESCRIPT = '5.5';
const NODES = ['22', '24', '26'];
const PNPM = 'pnpm@10';

const shell = process.platform === 'win32';
const { versions = false } = parseArgs({ options: { versions: { type: 'boolean' } } }).values;

const packs = mkdtempSync(join(tmpdir(), 'tracker-e2e-pack-'));
const { tarball } = packProject(process.cwd(), packs);
rmSync(packs, { recursive: true });

const rows = suites().map((suite) => {
  const { installed, passed } = consume(suite);
  if (!passed) process.exitCode = 1;
  return `| ${[...installed, suite.onlyTypes === true ? 'types' : 'all', passed ? 'passed' : '**failed**'].join(' | ')} |`;
});
if (versions) {
  const head = [
    '| Node | Playwright | TypeScript | installed with | tried | |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  console.log(['', ...head, ...rows].join('\n'));
}

function suites(): Suite[] {
  const { peerDependencies, devDependencies } = manifestOf('.');
  const [oldest = ''] = /\d+\.\d+/.exec(peerDependencies[PLAYWRIGHT] ?? '') ?? [];
  const minors = minorsOf(PLAYWRIGHT, oldest);
  if (!versions) {
    const newest = minors.slice(-1).filter((version) => version !== devDependencies[PLAYWRIGHT]);
    return [`${oldest}.0`, ...newest].map((version) => ({ packages: { [PLAYWRIGHT]: version } }));
  }
  return [
    ...minors.map((version) => ({ packages: { [PLAYWRIGHT]: version } })),
    ...NODES.map((node) => ({ packages: { node } })),
    ...minorsOf('typescript', OLDEST_TYPESCRIPT).map((typescript) => ({ packages: { typescript }, onlyTypes: true })),
    { packages: {}, manager: 'pnpm' },
  ];
}

/** The last version of each minor one, from this on. */
function minorsOf(name: string, first: string): string[] {
  // What npm has in its cache may not know the newest.
  const args = ['view', name, 'versions', '--json', '--prefer-online'];
  const stable = JSON.parse(spawnSync('npm', args, { encoding: 'utf8', shell }).stdout) as readonly string[];
  const last = new Map(
    stable.flatMap((version) => (version.includes('-') ? [] : [[version.replace(/\.\d+$/, ''), version]])),
  );
  const { compare } = new Intl.Collator('en', { numeric: true });
  return [...last].flatMap(([minor, version]) => (compare(minor, first) < 0 ? [] : [version])).sort(compare);
}

function consume({ packages, onlyTypes = false, manager = 'npm' }: Suite) {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-consumer-'));
  try {
    cpSync('examples/consumer', folder, {
      recursive: true,
      filter: (path) => !/node_modules|test-results|tracker-output|package-lock\.json$/.test(path),
    });
    writeFileSync(join(folder, 'tracker-e2e.tgz'), tarball);
    const manifest = manifestOf(folder);
    const devDependencies = { ...manifest.devDependencies, ...packages };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies }));
    const isThere =
      manager === 'npm'
        ? run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
        : run(folder, 'npx', '--yes', PNPM, 'install');
    const installed = [nodeOf(folder), ...[PLAYWRIGHT, 'typescript'].map((name) => versionOf(folder, name)), manager];
    console.log(`The packed package with Node ${installed.join(', ')}:`);
    const verify = ['run', 'verify', '--', 'get-user', 'delete-selected', 'steps.spec'];
    const test = () => run(folder, 'npm', 'test') && run(folder, 'npm', ...verify);
    return { installed, passed: isThere && (onlyTypes ? run(folder, 'npx', 'tsc') : test()) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function versionOf(folder: string, name: string): string {
  const there = join(folder, 'node_modules', name);
  return existsSync(there) ? manifestOf(there).version : 'none';
}

function nodeOf(folder: string): string {
  const version = versionOf(folder, 'node');
  return version === 'none' ? process.versions.node : version;
}

/** Runs a program there, without the settings that this checkout has for a tracker. @returns whether it succeeded */
function run(folder: string, program: string, ...args: readonly string[]): boolean {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRACKER_')));
  return spawnSync(program, args, { cwd: folder, env, stdio: 'inherit', shell }).status === 0;
}
