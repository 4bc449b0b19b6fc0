import { dirname } from 'node:path';

/** A folder and those around it, from the inside out. */
export function foldersUpFrom(folder: string): readonly string[] {
  const up = dirname(folder);
  return up === folder ? [folder] : [folder, ...foldersUpFrom(up)];
}
