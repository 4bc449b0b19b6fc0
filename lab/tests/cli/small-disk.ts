import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

/** A disk of its own with little room. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives back what `fill` has taken. */
  makeRoom(): void;
  /** Lets nothing be written any more. */
  protect(): void;
}

const mount = (...args: readonly string[]) => spawnSync('mount', args, { encoding: 'utf8' });

/** Fills a file until the disk is full, as source for a test of a small suite. */
export const fillDisk = (folder: string) =>
  `const { writeFileSync } = await import('node:fs');
   for (const size of [1048576, 4096, 1]) for (let n = 0; n < 8; n += 1)
     try { writeFileSync(${JSON.stringify(folder)} + '/filler-' + size + '-' + n, Buffer.alloc(size)); } catch {}`;

/** Playwright's `test` with a small disk; tests that ask for it are skipped if the user may not mount one. */
export const test = base.extend<{ disk: SmallDisk }>({
  disk: async ({}, use) => {
    // A short path: the closing lines of a run are cut at a length.
    const folder = mkdtempSync(join(tmpdir(), 'disk-'));
    const { status, stderr } = mount('-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder);
    const filler = () => readdirSync(folder).filter((name) => name.startsWith('filler-'));
    try {
      test.skip(status !== 0, `No disk can be mounted here: ${stderr || 'there is no mount'}`);
      await use({
        folder,
        fill: () => {
          for (let size = 1_048_576, count = 0; size >= 1; count += 1) {
            try {
              writeFileSync(join(folder, `filler-${count}`), Buffer.alloc(size));
            } catch {
              size = size === 1 ? 0 : Math.max(1, Math.floor(size / 16));
            }
          }
        },
        makeRoom: () => {
          for (const name of filler()) rmSync(join(folder, name));
        },
        protect: () => {
          mount('-o', 'remount,ro', folder);
        },
      });
    } finally {
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
