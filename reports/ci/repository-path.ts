import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A file as CI systems name it: relative to the repository, with `/` on every system. */
export function repositoryPath(file: string, directory = process.cwd()): string {
  return relative(repositoryRoot(), resolve(directory, file)).split(sep).join('/');
}

/** The same; undefined if the file is outside the repository, as its path would tell of the machine. */
export function pathInRepository(file: string): string | undefined {
  const path = repositoryPath(file);
  return path.startsWith('../') || isAbsolute(path) ? undefined : path;
}

/** The folder of the repository as the CI system says it, or else the nearest with `.git`, or else the working directory. */
function repositoryRoot(): string {
  const { GITHUB_WORKSPACE, CI_PROJECT_DIR } = process.env;
  return GITHUB_WORKSPACE ?? CI_PROJECT_DIR ?? folderWithGit(process.cwd()) ?? process.cwd();
}

function folderWithGit(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : folderWithGit(dirname(folder));
}
