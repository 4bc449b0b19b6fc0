import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from '../playwright/root.js';
import { APIS } from './mutants.js';

/** The files that a result depends on, as texts that a change alters. */
export interface SourceHashes {
  /** The hash of everything that the tests run. */
  readonly whole: string;
  /**
   * The hash of everything that the results of a mutant depend on: the code of its API, some spec files, and all files
   * that are neither.
   *
   * @param file the file of the mutant
   * @param specs spec files, relative to the project
   */
  readonly of: (file: string, specs: Iterable<string>) => string;
}

/** Reads the sources in a copy of the project. */
export function hashSources(folder: string): SourceHashes {
  const hashes = new Map([['package-lock.json', hash(readFileSync(join(ROOT, 'package-lock.json')))]]);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    // The proofs run the tests and are not part of what the tests run.
    if (entry.isFile() && !name.startsWith('lab/proof/')) hashes.set(name, hash(readFileSync(path)));
  }
  const names = [...hashes.keys()].sort();
  const all = (wanted: (name: string) => boolean) =>
    hash(JSON.stringify(names.filter(wanted).map((name) => [name, hashes.get(name)])));
  const folders = APIS.map((api) => `fake/${api}/`);
  const byFolder = new Map(folders.map((own) => [own, all((name) => name.startsWith(own))]));
  const rest = all((name) => !name.endsWith('.spec.ts') && !folders.some((own) => name.startsWith(own)));
  return {
    whole: all(() => true),
    of: (file, specs) => {
      const own = folders.find((one) => file.startsWith(one)) ?? '';
      return hash(JSON.stringify([rest, byFolder.get(own), ...[...specs].map((spec) => hashes.get(spec))]));
    },
  };
}

function hash(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
