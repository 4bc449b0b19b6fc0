import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { AllureReportError } from './allure-report-error.js';

/**
 * The script of the installed `allure` command line.
 *
 * @throws AllureReportError if the package is not installed
 */
export async function findAllureCli(
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): Promise<string> {
  const folder = packageFolder(resolve);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: string | { allure: string };
  };
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin.allure);
}

/** The package does not export its package.json, so its folder is cut from the path of its entry. */
function packageFolder(resolve: (name: string) => string): string {
  const folder = `${sep}node_modules${sep}allure${sep}`;
  try {
    const entry = resolve('allure');
    return entry.slice(0, entry.lastIndexOf(folder) + folder.length);
  } catch (cause) {
    throw new AllureReportError('The package allure is not installed: npm install --save-dev allure@3', { cause });
  }
}
