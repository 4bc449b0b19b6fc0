import { join } from 'node:path';
import { installOutside } from '../../tools/install-outside.js';

/**
 * Installs Prism outside this project, as its lock file here says, if that has not been done yet.
 *
 * @returns the file of its command
 */
export function installPrism(): string {
  return join(installOutside(join(import.meta.dirname, 'prism')), '@stoplight/prism-cli/dist/index.js');
}
