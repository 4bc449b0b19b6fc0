import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

export interface SmallDisk {
  readonly folder: string;
  fill(): void;
  makeRoom(): void;
  protect(): void;
}

const mount = (...args: readonly string[]) => spawnSync('mount', args, { encoding: 'utf8' });
const fillers = (folder: string) => ['if=/dev/zero', `of=${folder}/filler`, 'bs=4096'];

/** Takes all the room of a disk, as source for a test of a small suite. */
export const fillDisk = (folder: string) =>
  `const { spawnSync } = await import('node:child_process'); spawnSync('dd', ${JSON.stringify(fillers(folder))});`;

/** Playwright's `test` with a small disk; tests that ask for it are skipped if the user may not mount one. */
export const test = base.extend<{ disk: SmallDisk }>({
  disk: async ({}, use) => {
    // A short path: the closing lines of a run are cut at a length.
    const folder = mkdtempSync(join(tmpdir(), 'disk-'));
    const { status, stderr } = mount('-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder);
    try {
      test.skip(status !== 0, `No disk can be mounted here: ${stderr || 'there is no mount'}`);
      await use({
        folder,
        fill: () => void spawnSync('dd', fillers(folder)),
        makeRoom: () => rmSync(join(folder, 'filler')),
        protect: () => void mount('-o', 'remount,ro', folder),
      });
    } finally {
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
