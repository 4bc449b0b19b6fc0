import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A repository of git on this machine. */
export interface Repository {
  /** Its uppermost folder, where a CI looks for its file. */
  readonly root: string;
  /** Its configuration, with its remotes; empty if there is none. */
  readonly config: string;
}

/** The repository of a folder. A folder outside of any repository counts as the root of one without a remote. */
export function findRepository(folder: string): Repository {
  const root = foldersUpFrom(folder).find((up) => existsSync(join(up, '.git')));
  return root === undefined ? { root: folder, config: '' } : { root, config: configOf(root) };
}

function configOf(root: string): string {
  const file = join(commonFolder(root), 'config');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Where git keeps the configuration: in a worktree or a submodule `.git` is a file that names another folder. */
function commonFolder(root: string): string {
  const git = join(root, '.git');
  if (statSync(git).isDirectory()) return git;
  const [, named = ''] = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8')) ?? [];
  const own = resolve(root, named);
  const common = join(own, 'commondir');
  return existsSync(common) ? resolve(own, readFileSync(common, 'utf8').trim()) : own;
}

/** A folder and those around it, from the inside out. */
export function foldersUpFrom(folder: string): readonly string[] {
  const up = dirname(folder);
  return up === folder ? [folder] : [folder, ...foldersUpFrom(up)];
}
