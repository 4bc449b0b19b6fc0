import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** How packages are installed in a folder: by the package manager whose lock file is there, else by npm. */
export function installCommand(folder: string, packages: readonly string[]): readonly string[] {
  const has = (file: string) => existsSync(join(folder, file));
  if (has('pnpm-lock.yaml')) return ['pnpm', 'add', '--save-dev', ...packages];
  if (has('yarn.lock')) return ['yarn', 'add', '--dev', ...packages];
  return ['npm', 'install', '--save-dev', ...packages];
}

/** Of the packages a suite needs, those that a folder does not have. */
export function missingPackages(folder: string, names: readonly string[]): readonly string[] {
  return names.filter(
    (name) => !foldersUpFrom(folder).some((up) => existsSync(join(up, 'node_modules', name, 'package.json'))),
  );
}

/** Runs such a command. @returns whether it succeeded */
export function runInstall(folder: string, [program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

function foldersUpFrom(folder: string): readonly string[] {
  const up = join(folder, '..');
  return up === folder ? [folder] : [folder, ...foldersUpFrom(up)];
}
