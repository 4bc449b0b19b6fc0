import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STOP_NOW } from '../contracts/index.js';
import type { WorkerStatus } from '../contracts/index.js';
import { openItems } from './external/ledger/ledger.js';
import { requestsSent } from '../client/tracker-transports.js';
import { writeWhole } from '../client/settings/output-folder.js';

/** How often a worker writes its status and looks whether it has to end, in milliseconds. */
const EVERY = 250;

/**
 * Writes the status of this worker for the reporters of the run, until the worker ends. Ends at once if the user asks
 * for that.
 *
 * @returns a function to call when the worker ends
 */
export function writeStatus(file: string, end: () => void = () => process.exit(1)): () => void {
  let written = '';
  const write = (): void => {
    const status: WorkerStatus = { ...requestsSent(), left: openItems() };
    const text = JSON.stringify(status);
    if (text === written) return;
    try {
      writeWhole(file, status);
      written = text;
    } catch {
      // The run goes on without its status line.
    }
  };
  const stop = join(dirname(file), STOP_NOW);
  const timer = setInterval(() => {
    write();
    if (existsSync(stop)) end();
  }, EVERY);
  timer.unref();
  return () => {
    clearInterval(timer);
    write();
  };
}
