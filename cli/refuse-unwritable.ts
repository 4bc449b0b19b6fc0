import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from './usage-error.js';

/** Refuses a file that can't be written, before the work whose outcome goes there; makes its folder. @throws UsageError */
export function refuseUnwritable(file: string): void {
  const isNew = !existsSync(file);
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a'));
  } catch (cause) {
    throw new UsageError(`${file} can't be written: ${(cause as Error).message}.`, undefined, { cause });
  }
  if (isNew) rmSync(file);
}
