import { accessSync, constants, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../client/settings/output-folder.js';

export interface SuiteFile {
  readonly path: string;
  readonly text: string;
  /** The names of files that make this file superfluous. A file with its own name always does. */
  readonly unless?: RegExp;
  /** The task of the user if the existing file is kept, depending on its text; undefined if there is none. */
  readonly ifLeftAlone?: (text: string) => string | undefined;
}

/** Writes the files of a new suite into a folder, or none if one of them can't be written. Existing files are never touched. */
export function writeSuite(folder: string, files: readonly SuiteFile[]) {
  const found = files.map((file) => ({ file, there: standIn(folder, file) }));
  const leftAlone = found.flatMap(({ file, there }) => {
    if (there === undefined) return [];
    const isRead = file.ifLeftAlone !== undefined || there === 'package.json';
    const text = isRead ? readFileSync(join(folder, there), 'utf8') : '';
    return [{ there, toDo: file.ifLeftAlone?.(text) }];
  });
  const written = found.flatMap(({ file, there }) => (there === undefined ? [file] : []));
  for (const { path } of written) refuseUnmakable(dirname(join(folder, path)));
  for (const { path, text } of written) {
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text, { flag: 'wx' });
  }
  return { written, leftAlone };
}

/** @throws Error if a folder can't be made or written to, for example below a link to nowhere */
function refuseUnmakable(folder: string): void {
  let there = folder;
  while (lstatSync(there, { throwIfNoEntry: false }) === undefined) there = dirname(there);
  accessSync(there, constants.W_OK);
  if (!statSync(there).isDirectory()) throw new Error(`${there} is no folder`);
}

function standIn(folder: string, { path, unless }: SuiteFile): string | undefined {
  const name = basename(path);
  const around = join(folder, dirname(path));
  const names = statSync(around, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(around);
  const found = names.find((other) => other === name || unless?.test(other) === true);
  return found === undefined ? undefined : join(dirname(path), found).replaceAll('\\', '/');
}
