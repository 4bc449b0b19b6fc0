let waiting: (() => void)[] = [];

/**
 * Writes when all requests that have arrived are answered. The first answer wakes whoever waits for it, which costs a third
 * of a short request; while they are awake, those that follow at once wake nobody.
 */
export function writeTogether(write: () => void): void {
  if (waiting.length === 0) setImmediate(writeAll);
  waiting.push(write);
}

function writeAll(): void {
  const writes = waiting;
  waiting = [];
  for (const write of writes) write();
}
