import { writeFileSync } from 'node:fs';
import { UsageError } from './usage-error.js';

/** Writes a text to the file that is named, or else to the standard output. @throws UsageError where it can't be written */
export function writeOrPrint(text: string, file: string | undefined): void {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new UsageError(`${file} can't be written: ${(cause as Error).message}.`, undefined, { cause });
  }
}
