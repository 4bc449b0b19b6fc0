import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the package this file is in, whether it runs from the sources or from `dist`. */
export function packageFolder(): string {
  const folders = ['..', '../..'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  return folders.find((folder) => existsSync(`${folder}/package.json`)) ?? '.';
}
