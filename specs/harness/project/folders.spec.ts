import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '../../..');
const product = ['fixtures', 'builders', 'contracts', 'fake', 'cli', 'reports', 'results', 'proof', 'tools'];

/** Folders that programs write, and that git ignores. */
const written = ['reports/output'];

/** A folder and those below it, by their paths. */
function foldersOf(path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`);
  return [path, ...below.filter((folder) => !written.includes(folder)).flatMap(foldersOf)];
}

for (const folder of product) {
  test(`no folder in ${folder}/ holds only one file`, () => {
    expect(foldersOf(folder).filter((path) => readdirSync(join(root, path)).length === 1)).toEqual([]);
  });
}
