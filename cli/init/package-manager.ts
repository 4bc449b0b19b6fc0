import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersUpFrom } from './find-repository.js';

/** What a new suite has to know of a package manager. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn';
  readonly lockFile: string;
  /** Begins the command that adds packages for development. */
  readonly add: readonly string[];
  /** The command that installs what package.json names. */
  readonly install: readonly string[];
  /** What a machine of a CI runs before it has it. */
  readonly setUp: readonly string[];
  /** Installs what the lock file names, or fails if that is not what package.json names. */
  readonly installLocked: string;
  /** Stands before a command that a package brings. */
  readonly run: string;
}

/** The package manager whose lock file is in a folder, or nearest around it within its repository; else npm. */
export function packageManagerOf(folder: string, root: string): PackageManager {
  const around = foldersUpFrom(folder);
  const within = around.slice(0, around.indexOf(root) + 1);
  const found = within.flatMap((up) =>
    [npm, pnpm, yarn].filter(({ lockFile }) => existsSync(join(up, lockFile))).map((one) => ({ one, up })),
  )[0];
  if (found === undefined) return npm;
  return found.one === yarn && isModern(join(found.up, yarn.lockFile)) ? modernYarn : found.one;
}

/** Whether Yarn 2 or newer wrote a lock file. */
function isModern(lockFile: string): boolean {
  return readFileSync(lockFile, 'utf8').includes('__metadata:');
}

const npm: PackageManager = {
  name: 'npm',
  lockFile: 'package-lock.json',
  add: ['npm', 'install', '--save-dev'],
  install: ['npm', 'install'],
  setUp: [],
  installLocked: 'npm ci',
  run: 'npx',
};

const pnpm: PackageManager = {
  name: 'pnpm',
  lockFile: 'pnpm-lock.yaml',
  add: ['pnpm', 'add', '--save-dev'],
  install: ['pnpm', 'install'],
  setUp: ['corepack enable'],
  installLocked: 'pnpm install --frozen-lockfile',
  run: 'pnpm exec',
};

const yarn: PackageManager = {
  name: 'yarn',
  lockFile: 'yarn.lock',
  add: ['yarn', 'add', '--dev'],
  install: ['yarn', 'install'],
  setUp: [],
  installLocked: 'yarn install --frozen-lockfile',
  run: 'yarn',
};

const modernYarn: PackageManager = {
  ...yarn,
  setUp: ['corepack enable'],
  installLocked: 'yarn install --immutable',
};
