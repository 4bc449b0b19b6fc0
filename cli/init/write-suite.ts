import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../contracts/thrown.js';
import { makeFolder } from '../../fixtures/settings/output-folder.js';

export interface SuiteFile {
  readonly path: string;
  readonly text: string;
  /** The names of files that make this file superfluous. A file with its own name always does. */
  readonly unless?: RegExp;
  /** The task of the user if the existing file is kept, depending on its text; undefined if there is none. */
  readonly ifLeftAlone?: (text: string) => string | undefined;
}

/** Writes the files of a new suite into a folder. Existing files are never touched. */
export function writeSuite(folder: string, files: readonly SuiteFile[]) {
  const [written, leftAlone]: [SuiteFile[], { file: SuiteFile; there: string }[]] = [[], []];
  for (const file of files) {
    const there = standIn(folder, file);
    if (there === undefined) {
      makeFolder(dirname(join(folder, file.path)));
      writeFileSync(join(folder, file.path), file.text, { flag: 'wx' });
      written.push(file);
    } else leftAlone.push({ file, there });
  }
  return { written, leftAlone };
}

function standIn(folder: string, { path, unless }: SuiteFile): string | undefined {
  const name = basename(path);
  const found = namesIn(join(folder, dirname(path))).find((other) => other === name || unless?.test(other) === true);
  return found === undefined ? undefined : join(dirname(path), found).replaceAll('\\', '/');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
