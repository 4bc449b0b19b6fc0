import { rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter } from '@playwright/test/reporter';
import { runNotesFolder } from '../contracts/report/worker-status.js';

/**
 * Removes what the workers of a run told each other about the tracker, when the run begins and when it ends. In UI mode
 * one process has many runs, and each run asks anew whether the tracker can be used.
 */
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
