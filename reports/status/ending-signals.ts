import { isatty } from 'node:tty';
import { outliveReaders } from '../../client/print.js';

/** How long a run that a signal ends cleans up, in milliseconds: its sender may kill it soon. */
const LONGEST = 20_000;

/** Has SIGTERM, and SIGHUP if a terminal is closed, do what Ctrl+C does, and again after the longest clean-up. */
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

/** Whether a terminal can be closed. Node forgets that `nohup` ignores SIGHUP, but then there is no terminal. */
export function hasTerminal(): boolean {
  return [0, 1, 2].some((stream) => isatty(stream));
}
