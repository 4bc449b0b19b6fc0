import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, basename, join } from 'node:path';
import { rm, rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../contracts/thrown.js';

/** The names that files have while they are written: what a killed run leaves. */
export const UNFINISHED = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

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

const hour = 3_600_000;

/** A folder only for this run: two runs at once would remove each other's results. */
export function resultsOfRun(kept: string): string {
  return `${kept}-of-${String(process.pid)}-${randomUUID().slice(0, 8)}`;
}

/** Removes such folders of killed runs, without changes for an hour: a process may be on another machine. */
export function clearLeftResults(kept: string): void {
  const start = `${basename(kept)}-of-`;
  const names = existsSync(dirname(kept)) ? readdirSync(dirname(kept)) : [];
  for (const name of names.filter((one) => one.startsWith(start))) {
    const folder = join(dirname(kept), name);
    const lastWritten = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (!isRunning(Number.parseInt(name.slice(start.length), 10)) && Date.now() - lastWritten > hour)
      rmSync(folder, { recursive: true, force: true });
  }
}

export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
