import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { World } from '../../contracts/index.js';
import { worldPieces } from '../../fake/state/save-world.js';
import { UsageError } from './usage-error.js';
import { replaceWhole } from '../../fixtures/settings/output-folder.js';
import { messageOf } from '../../contracts/thrown.js';

const PART = 1 << 20;

/** Writes a world in parts, as its text may be too long. @throws UsageError if it can't be written */
export function writeWorld(file: string, world: World): void {
  try {
    replaceWhole(file, (unfinished) => {
      const descriptor = openSync(unfinished, 'w', 0o600);
      try {
        let part = '';
        for (const piece of worldPieces(world)) {
          part += piece;
          if (part.length < PART) continue;
          writeFileSync(descriptor, part);
          part = '';
        }
        writeFileSync(descriptor, part);
      } finally {
        closeSync(descriptor);
      }
    });
  } catch (cause) {
    throw new UsageError(`${file} can't be written: ${messageOf(cause)}.`, undefined, { cause });
  }
}
