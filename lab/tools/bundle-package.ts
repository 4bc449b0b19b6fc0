import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bundle } from './bundle.js';

/**
 * Bundles the package into a folder below a `node_modules`, as in a suite that has it installed, so that Playwright loads
 * it as it is. `entries.json` says which module each source became.
 *
 * @param root the project's own folder
 */
export async function bundlePackage(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of ['docs', 'examples', 'specs']) {
    const here = join(folder, name);
    if (!existsSync(here)) symlinkSync(join(root, name), here, 'junction');
  }
  for (const file of ['package.json', '.env.example']) await copyFile(join(root, file), join(folder, file));
  const { outputs } = await bundle(root, join(folder, 'dist'));
  const entries = Object.entries(outputs).flatMap(([module, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[join(root, entryPoint), relative(folder, join(root, module))] as const],
  );
  writeFileSync(join(folder, 'entries.json'), JSON.stringify(Object.fromEntries(entries)));
}
