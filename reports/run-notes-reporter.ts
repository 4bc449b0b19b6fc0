import { rmdirSync, rmSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter } from '@playwright/test/reporter';
import { runNotesFolder, STOP_NOW, WORKER_STATUS, workerStatusSchema } from '../contracts/report/worker-status.js';
import { parseJson } from '../contracts/reading.js';
import type { WorkerStatus } from '../contracts/report/worker-status.js';
import { replaceFile } from './replace.js';

/** Removes what workers told each other, as runs begin and end: in UI mode one process has many runs. */
export default class RunNotesReporter implements Reporter {
  readonly #folder: string;

  /** @param options the setting TRACKER_OUTPUT, or its default */
  constructor({ outputDir }: { readonly outputDir: string }) {
    this.#folder = runNotesFolder(outputDir, process.pid);
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  onEnd(): void {
    rmSync(this.#folder, { recursive: true, force: true });
    try {
      rmdirSync(dirname(this.#folder));
    } catch {
      // There is none, or another run has notes there.
    }
  }
}

/** The statuses of the workers of a run, also of those that have ended; none on a fake of the run's own. */
export function readWorkerStatuses(folder: string): WorkerStatus[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(WORKER_STATUS)) : [];
  return names.flatMap(
    (name) => workerStatusSchema.safeParse(parseJson(readFileSync(join(folder, name), 'utf8'))).data ?? [],
  );
}

/** Tells the workers of a run to end at once, even in the middle of their work. */
export function stopWorkers(folder: string): void {
  replaceFile(join(folder, STOP_NOW), '');
}
