import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from '../../tools/bundle.js';
import { stripSpecs } from '../../tools/strip-specs.js';
import { builtPackage } from './built-package.js';

const root = join(import.meta.dirname, '../..');

/** Global set-up: bundles the sources for the tests that start processes. */
export default async function buildPackage(): Promise<void> {
  mkdirSync(builtPackage, { recursive: true });
  for (const folder of ['docs', 'examples', 'specs']) {
    const here = join(builtPackage, folder);
    if (!existsSync(here)) symlinkSync(join(root, folder), here, 'junction');
  }
  for (const file of ['package.json', '.env.example']) await copyFile(join(root, file), join(builtPackage, file));
  await bundle(root, join(builtPackage, 'dist'));
  stripSpecs(join(root, 'specs'), join(builtPackage, 'dist/specs'));
}
