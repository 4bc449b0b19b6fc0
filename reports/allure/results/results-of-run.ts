import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../../contracts/thrown.js';

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
