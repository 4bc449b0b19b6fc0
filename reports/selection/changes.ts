import { relative, sep, dirname, resolve, join } from 'node:path';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import type { TestCase } from '@playwright/test/reporter';

/** The tests that a change of some files can affect. */
export interface Affected {
  /** The files: their paths relative to the folder of the configuration, with `/`. */
  readonly files: RegExp;
  /** Endpoints, as `--endpoints` takes them. */
  readonly endpoints?: readonly string[];
  /** Rules, as `--rules` takes them. Without endpoints and rules, the files affect no test. */
  readonly rules?: readonly string[];
}

export interface AskedFor {
  readonly all: boolean;
  readonly endpoints: readonly string[];
  readonly rules: readonly string[];
  /** The spec files whose tests are asked for, by their whole paths. */
  readonly specs: ReadonlySet<string>;
}

const harmless = /(\.md|\.txt|\.png|\.svg|(^|\/)(LICENSE|\.gitignore))$/i;
const specName = /\.(spec|test)\.[cm]?[jt]sx?$/;

/**
 * The tests that a change of some files asks for. The first row that names a file decides. A file without a row asks
 * for the specs that import it. If no spec imports it, it asks for no test if it is prose, and for every test
 * otherwise.
 */
export function affectedByChanges(
  changed: readonly string[],
  tests: readonly TestCase[],
  { rows, folder }: { readonly rows: readonly Affected[]; readonly folder: string },
): AskedFor {
  const known = new Map<string, readonly string[]>();
  const specs = [...new Set(tests.map(({ location }) => location.file))];
  const imports = new Map(specs.map((spec) => [spec, filesImportedBy(spec, known)]));
  const told = changed.map((file) => ({
    file,
    row: rows.find(({ files }) => files.test(relative(folder, file).split(sep).join('/'))),
    importers: specs.filter((spec) => imports.get(spec)?.has(file) === true),
  }));
  const untold = told.filter(({ row }) => row === undefined);
  return {
    all: untold.some(({ file, importers }) => importers.length === 0 && !harmless.test(file) && !specName.test(file)),
    endpoints: told.flatMap(({ row }) => row?.endpoints ?? []),
    rules: told.flatMap(({ row }) => row?.rules ?? []),
    specs: new Set(untold.flatMap(({ importers }) => importers)),
  };
}

const specifiers = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.{1,2}\/[^'"?]+)/g;
const sources = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

/** A file and those that it imports by relative paths, also through others. A path without a file was removed. */
function filesImportedBy(file: string, known = new Map<string, readonly string[]>()): ReadonlySet<string> {
  const met = new Set([file]);
  for (const one of met) {
    const imports = known.get(one) ?? importsOf(one);
    known.set(one, imports);
    for (const path of imports) met.add(path);
  }
  return met;
}

function importsOf(file: string): readonly string[] {
  if (!isFile(file)) return [];
  const paths = [...readFileSync(file, 'utf8').matchAll(specifiers)].map(([, path = '']) =>
    resolve(dirname(file), path),
  );
  return paths.flatMap((path) => {
    const candidates = candidatesOf(path);
    const found = candidates.find(isFile);
    return found === undefined ? candidates : [found];
  });
}

/** The files that an import may mean: `./a.js` is also how the source `a.ts` is named. */
function candidatesOf(path: string): string[] {
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  return [path, ...sources.flatMap((end) => [`${stem}${end}`, `${path}/index${end}`])];
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

export class ChangesError extends Error {
  override readonly name = 'ChangesError';
}

/** The files that changed since a commit, uncommitted ones included, by their whole paths. @throws ChangesError */
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
