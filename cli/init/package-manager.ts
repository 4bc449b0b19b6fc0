import { existsSync, readFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { spawnSync } from 'node:child_process';
import { isObject, parseJson } from '../../contracts/find-in-json.js';

export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn';
  readonly lockFile: string;
  /** The start of the command that adds packages for development. */
  readonly add: readonly string[];
  /** The commands that install the package manager on a CI machine. */
  readonly setUp: readonly string[];
  /** The command that installs the packages in the lock file. It fails if they are not those in package.json. */
  readonly installLocked: string;
  readonly run: string;
}

/** The package manager whose lock file is in a folder, or nearest around it within its repository; else what they declare. */
export function packageManagerOf(folder: string, root: string): PackageManager {
  const around = foldersUpFrom(folder);
  const within = around.slice(0, around.indexOf(root) + 1);
  const found = within.flatMap((up) =>
    [npm, pnpm, yarn].filter(({ lockFile }) => existsSync(join(up, lockFile))).map((one) => ({ one, up })),
  )[0];
  if (found === undefined) return declaredBy(within);
  const isModern = found.one === yarn && readFileSync(join(found.up, yarn.lockFile), 'utf8').includes('__metadata:');
  if (isModern) return modernYarn;
  return withFlag(folder, found.one);
}

/** The package manager that the nearest of some folders names in package.json or by a workspace; else npm. */
function declaredBy(folders: readonly string[]): PackageManager {
  const [folder, ...around] = folders;
  if (folder === undefined) return npm;
  const { packageManager = existsSync(join(folder, 'pnpm-workspace.yaml')) ? 'pnpm@' : '' } = manifestIn(folder);
  const [, name, major = ''] = /^(npm|pnpm|yarn)@(\d*)/.exec(packageManager) ?? [];
  if (name === undefined) return declaredBy(around);
  if (name === 'yarn' && Number(major) > 1) return modernYarn;
  return withFlag(folder, { npm, pnpm, yarn }[name as PackageManager['name']]);
}

/** A package manager with the option without which it adds nothing to the root of a workspace. */
function withFlag(folder: string, manager: PackageManager): PackageManager {
  const add = (flag: string) => ({ ...manager, add: [...manager.add, flag] });
  if (manager === pnpm && existsSync(join(folder, 'pnpm-workspace.yaml'))) return add('-w');
  return manager === yarn && manifestIn(folder).workspaces !== undefined ? add('-W') : manager;
}

const npm: PackageManager = {
  name: 'npm',
  lockFile: 'package-lock.json',
  add: ['npm', 'install', '--save-dev'],
  setUp: [],
  installLocked: 'npm ci',
  run: 'npx',
};

const pnpm: PackageManager = {
  name: 'pnpm',
  lockFile: 'pnpm-lock.yaml',
  add: ['pnpm', 'add', '--save-dev'],
  setUp: ['corepack enable'],
  installLocked: 'pnpm install --frozen-lockfile',
  run: 'pnpm exec',
};

const yarn: PackageManager = {
  name: 'yarn',
  lockFile: 'yarn.lock',
  add: ['yarn', 'add', '--dev'],
  setUp: [],
  installLocked: 'yarn install --frozen-lockfile',
  run: 'yarn',
};

const modernYarn: PackageManager = {
  ...yarn,
  setUp: ['corepack enable'],
  installLocked: 'yarn install --immutable',
};

type Manifest = Partial<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>> & {
  readonly workspaces?: unknown;
  readonly packageManager?: string;
};

/** The command that installs the packages that a suite needs; undefined if all are named and installed. */
export function installCommand(
  folder: string,
  specs: Readonly<Record<string, string>>,
  { name: manager, add }: PackageManager,
): readonly string[] | undefined {
  const named = dependenciesOf(folder);
  const unnamed = Object.keys(specs).filter((name) => !(name in named) || isOldPlaywright(name, named[name]));
  if (unnamed.length > 0) return [...add, ...unnamed.map((name) => specs[name] ?? name)];
  return Object.keys(specs).every((name) => isInstalled(folder, name)) ? undefined : [manager, 'install'];
}

function isOldPlaywright(name: string, range = ''): boolean {
  const [, minor = '62'] = /^[\^~]?1\.(\d+)/.exec(range) ?? [];
  return name === '@playwright/test' && Number(minor) < 62;
}

export function runInstall(folder: string, [program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

export function isInstalled(folder: string, name: string): boolean {
  return foldersUpFrom(folder).some((up) => existsSync(join(up, 'node_modules', name, 'package.json')));
}

/** The packages and versions in a folder's package.json. A CI does not install packages of the folders around it. */
export function dependenciesOf(folder: string): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = manifestIn(folder);
  return { ...dependencies, ...devDependencies };
}

function manifestIn(folder: string): Manifest {
  const file = join(folder, 'package.json');
  try {
    const manifest = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
    return isObject(manifest) ? manifest : {};
  } catch {
    // A package manager could not read it either: it will say so.
    return {};
  }
}

export function findRepository(folder: string) {
  const rootBy = (name: string) => foldersUpFrom(folder).find((up) => existsSync(join(up, name)));
  const root = rootBy('.git') ?? rootBy('pnpm-workspace.yaml') ?? folder;
  const file = join(root, '.git', 'config');
  return { root, config: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

export function foldersUpFrom(folder: string): readonly string[] {
  const up = dirname(folder);
  return up === folder ? [folder] : [folder, ...foldersUpFrom(up)];
}
