import { relative, resolve, sep } from 'node:path';

/** A file as CI systems name it: relative to the repository, with `/` on every system. */
export function repositoryPath(file: string, directory = process.cwd()): string {
  const repository = process.env['GITHUB_WORKSPACE'] ?? process.env['CI_PROJECT_DIR'] ?? process.cwd();
  return relative(repository, resolve(directory, file)).split(sep).join('/');
}
