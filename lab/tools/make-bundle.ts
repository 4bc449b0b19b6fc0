/** Makes the bundle that `npm start` runs, in the folder that is named, and removes older ones. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bundlePackage } from './bundle.js';

const [folder = ''] = process.argv.slice(2);
const all = dirname(folder);
const draft = join(all, `${basename(folder)}.${process.pid}`);
await bundlePackage(join(import.meta.dirname, '../..'), draft);
try {
  renameSync(draft, folder);
} catch (error) {
  rmSync(draft, { recursive: true });
  // Another process may have been faster.
  if (!existsSync(folder)) throw error;
}
const A_DAY = 86_400_000;
for (const name of readdirSync(all)) {
  const other = join(all, name);
  if (other !== folder && Date.now() - statSync(other).mtimeMs > A_DAY) rmSync(other, { recursive: true, force: true });
}
