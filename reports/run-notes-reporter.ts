import { rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter } from '@playwright/test/reporter';
import { runNotesFolder } from '../contracts/report/worker-status.js';

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
