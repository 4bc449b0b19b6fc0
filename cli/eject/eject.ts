import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../contracts/thrown.js';
import { writeSuite } from '../init/write-suite.js';
import type { Written } from '../init/write-suite.js';
import { shippedSpecs } from '../support/package.js';
import { UsageError } from '../support/usage-error.js';
import { ejectedFiles, findSpecs } from './ejected-files.js';

/**
 * Copies specs of this package into a suite, and says what was written.
 *
 * @param what a rule or a spec
 * @param folder the folder with the tests of the suite
 * @throws UsageError
 */
export function eject(what: string, folder: string): void {
  const specs = shippedSpecs();
  const names = findSpecs(specs, what);
  const there = names.filter((name) => existsSync(join(folder, name)));
  if (there.length > 0) {
    const paths = there.map((name) => join(folder, name)).join(', ');
    throw new UsageError(`Nothing is copied, because it is there: ${paths}. Move it away, or name another folder.`);
  }
  const { written, leftAlone } = writeOrUsageError(folder, ejectedFiles(specs, names));
  const lines = [
    ...written.map(({ path }) => `Wrote      ${join(folder, path)}`),
    ...leftAlone.map(({ there }) => `Left alone ${join(folder, there)}, which was there`),
    `Next       npx playwright test ${names.map((name) => join(folder, name)).join(' ')}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function writeOrUsageError(folder: string, files: Parameters<typeof writeSuite>[1]): Written {
  try {
    return writeSuite(folder, files);
  } catch (cause) {
    throw new UsageError(`No spec can be written to ${folder}: ${messageOf(cause)}.`, undefined, { cause });
  }
}
