/** Some terminals and npm send the signal of one Ctrl+C twice; what comes within this time is the same one, in milliseconds. */
const SAME = 500;

/** What happens when somebody interrupts a run. */
export interface Interruption {
  /** Ctrl+C was pressed: Playwright ends the tests that run, and they are cleaned up. */
  readonly first: () => void;
  /** It was pressed again: nothing more is to be cleaned up. */
  readonly second: () => void;
}

/**
 * Listens for Ctrl+C beside Playwright. Pressed a third time, it ends the process.
 *
 * @returns what to call when the tests have ended
 */
export function watchInterruption({ first, second }: Interruption): () => void {
  let pressed = 0;
  let last = -Infinity;
  const listen = (): void => {
    const now = performance.now();
    if (now - last < SAME) return;
    last = now;
    pressed += 1;
    if (pressed === 1) first();
    else if (pressed === 2) second();
    else process.exit(130);
  };
  process.on('SIGINT', listen);
  return () => void process.off('SIGINT', listen);
}
