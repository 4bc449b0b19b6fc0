import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { rm, rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../contracts/thrown.js';

/** Writes a file, and makes its folder. It has its name only when it is whole: others may read it meanwhile. */
export function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

const tries = 20;

/** Puts a folder in the place of another on the same disk; the last of several processes wins. */
export async function replaceFolder(from: string, to: string): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      await rm(to, { recursive: true, force: true });
      await rename(from, to);
      return;
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (code === 'ENOENT') return;
      if (left === 0 || !occupied.includes(code)) throw error;
      await wait(50);
    }
  }
}

/** The error codes of the systems if another process has just put a folder there. */
const occupied: readonly string[] = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY', 'EACCES'];
