import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { nearest, ruleIds } from '../../contracts/index.js';
import type { SuiteFile } from '../init/write-suite.js';
import { UsageError } from '../support/usage-error.js';

/** What a suite imports in place of the folders of this project. */
const ENTRIES: Readonly<Record<string, string>> = {
  '../fixtures/index.js': 'tracker-e2e',
  '../builders/index.js': 'tracker-e2e/builders',
  '../contracts/index.js': 'tracker-e2e/contracts',
};

/**
 * The specs that a rule or a name means, by their paths in the suite.
 *
 * @param specs the folder with the sources of the suite
 * @throws UsageError if there is none, with those that may have been meant
 */
export function findSpecs(specs: string, what: string): readonly string[] {
  const all = readdirSync(specs, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.spec.ts') && !name.startsWith('harness/'))
    .sort();
  const rule = ruleIds.find((id) => id === what.toUpperCase());
  if (rule !== undefined) return all.filter((name) => read(specs, name).includes(`'${rule}'`));
  const wanted = plainName(what);
  const found = all.filter((name) => plainName(name) === wanted || plainName(name).endsWith(`/${wanted}`));
  if (found.length === 1) return found;
  const plain = all.map(plainName);
  const near =
    found.length > 1
      ? found
      : [...nearest(what, ruleIds), ...nearest(wanted, [...plain, ...plain.map((name) => posix.basename(name))])];
  const remedy =
    near.length === 0 ? '`tracker-e2e verify --list` lists the specs.' : `Did you mean ${near.join(' or ')}?`;
  throw new UsageError(
    `${what} is ${found.length > 1 ? 'more than one spec' : 'neither a rule nor a spec of the suite'}. ${remedy}`,
  );
}

/** Specs and everything that they import from the suite. Their imports name this package instead of its sources. */
export function ejectedFiles(specs: string, names: readonly string[]): readonly SuiteFile[] {
  const files = new Map<string, string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (files.has(name)) continue;
    const folder = posix.dirname(name);
    const text = read(specs, name).replace(/ from '(\.[^']+)';$/gm, (line, path: string) => {
      const target = posix.join(folder, path);
      const entry = ENTRIES[target];
      if (entry !== undefined) return ` from '${entry}';`;
      pending.push(target.replace(/\.js$/, '.ts'));
      return line;
    });
    files.set(name, text);
  }
  return [...files].map(([path, text]) => ({ path, text }));
}

function read(specs: string, name: string): string {
  return readFileSync(join(specs, name), 'utf8');
}

/** A spec as somebody may name it: with or without `specs/` and its ending, the compiled one too. */
function plainName(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/^(\.\/)?specs\//, '')
    .replace(/(\.spec)?(\.[jt]s)?$/, '');
}
