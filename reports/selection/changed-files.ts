import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Why it can't be told what has changed; the message says what to do. */
export class ChangesError extends Error {
  override readonly name = 'ChangesError';
}

/**
 * The files that have changed since a commit, those that are not committed included, by their whole paths.
 *
 * @param folder any folder of the repository
 * @throws ChangesError if there is no repository or no such commit
 */
export function changedFiles(commit: string, folder: string): string[] {
  const root = git(['rev-parse', '--show-toplevel'], folder).trimEnd();
  const base = commitOf(commit, root);
  const tracked = git(['diff', '--name-only', '--no-renames', '-z', base], root);
  const untracked = git(['ls-files', '--others', '--exclude-standard', '-z'], root);
  return `${tracked}${untracked}`
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => join(root, path));
}

function commitOf(commit: string, root: string): string {
  try {
    return git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`], root).trimEnd();
  } catch {
    const isShallow = git(['rev-parse', '--is-shallow-repository'], root).trimEnd() === 'true';
    const remedy = isShallow
      ? 'this clone does not have the whole history; fetch it (GitHub: actions/checkout with fetch-depth: 0; GitLab: GIT_DEPTH: 0).'
      : 'name a commit, a branch or a tag that `git log` knows.';
    throw new ChangesError(`--changed-since ${commit} names no commit that is here: ${remedy}`);
  }
}

function git(args: readonly string[], cwd: string): string {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe', maxBuffer: 256 * 1024 * 1024 });
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { readonly stderr?: string };
    const why = stderr.trim() === '' ? message : stderr.trim();
    throw new ChangesError(`The changes can't be listed: git ${args[0] ?? ''} failed in ${cwd}: ${why}`, { cause });
  }
}
