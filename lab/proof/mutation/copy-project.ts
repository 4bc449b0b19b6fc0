import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ROOT } from '../playwright/root.js';
import { APIS, makeMutants } from './mutants.js';
import type { Mutant } from './mutants.js';
import { hashSources } from './source-hashes.js';
import type { SourceHashes } from './source-hashes.js';

/** All that the tests load. */
const PARTS = ['builders', 'cli', 'contracts', 'fake', 'fixtures', 'lab', 'reports', 'specs', 'package.json'];

/** A copy of the project with mutants. */
export interface Copy {
  readonly folder: string;
  readonly mutants: readonly Mutant[];
  readonly sources: SourceHashes;
}

/** Copies the project into a folder, with the mutants of the three APIs in its fake. */
export async function copyProject(folder: string): Promise<Copy> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  const hashes = hashSources(folder);
  const names = APIS.flatMap((api) =>
    readdirSync(join(ROOT, 'fake', api), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => ['fake', api, ...name.split(sep)].join('/')),
  );
  const sources = names.map((name) => ({ name, content: readFileSync(join(ROOT, name), 'utf8') }));
  const { mutants, files } = await makeMutants(sources);
  for (const { name, content } of files) writeFileSync(join(folder, name), content);
  return { folder, mutants, sources: hashes };
}
