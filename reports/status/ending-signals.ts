import { isatty } from 'node:tty';
import { outliveReaders } from '../../fixtures/reporting/print.js';

/** How long a run that a signal ends cleans up, in milliseconds: its sender may kill it soon. */
const LONGEST = 20_000;

/**
 * Has SIGTERM, and SIGHUP if a terminal is closed, do what Ctrl+C does: `interrupt` is called at once, and again after
 * the longest time for cleaning up, as if the user had pressed it twice.
 */
export function onEndingSignal(interrupt: () => void, longest = LONGEST, terminal = hasTerminal): () => void {
  let again: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(again);
    again ??= setTimeout(interrupt, longest).unref();
    interrupt();
  };
  const hangUp = (): void => {
    if (!terminal()) return;
    // Nothing can be written to a terminal that is closed.
    outliveReaders();
    end();
  };
  process.on('SIGTERM', end).on('SIGHUP', hangUp);
  return () => {
    clearTimeout(again);
    process.off('SIGTERM', end).off('SIGHUP', hangUp);
  };
}

/**
 * Whether the process has a terminal that can be closed. Node forgets that `nohup` ignores SIGHUP, but a process that
 * `nohup` or another tool has detached has no terminal.
 */
export function hasTerminal(): boolean {
  return [0, 1, 2].some((stream) => isatty(stream));
}
