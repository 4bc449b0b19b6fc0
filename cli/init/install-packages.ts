import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersUpFrom } from './find-repository.js';
import type { PackageManager } from './package-manager.js';

type Manifest = Partial<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>;

/**
 * How a suite gets the packages that it needs.
 *
 * @param specs what is installed as each of them, by name
 * @returns the command; nothing if its package.json names all of them and all are there
 */
export function installCommand(
  folder: string,
  specs: Readonly<Record<string, string>>,
  { add, install }: PackageManager,
): readonly string[] | undefined {
  const named = dependenciesOf(folder);
  const unnamed = Object.keys(specs).filter((name) => !(name in named));
  if (unnamed.length > 0) return [...add, ...unnamed.map((name) => specs[name] ?? name)];
  return Object.keys(specs).every((name) => isInstalled(folder, name)) ? undefined : install;
}

/** Runs such a command. @returns whether it succeeded */
export function runInstall(folder: string, [program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

/** Whether a package can be imported in a folder. */
export function isInstalled(folder: string, name: string): boolean {
  return foldersUpFrom(folder).some((up) => existsSync(join(up, 'node_modules', name, 'package.json')));
}

/** What the package.json of a folder names, with the versions: what those around it name, a CI does not install there. */
export function dependenciesOf(folder: string): Readonly<Record<string, string>> {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    return { ...manifest.dependencies, ...manifest.devDependencies };
  } catch {
    // There is none, or none that a package manager could read: it will say so.
    return {};
  }
}
