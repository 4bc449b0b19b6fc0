import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../../contracts/thrown.js';
import { processLives } from '../../fixtures/cleanup/this-machine.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { UsageError } from '../support/usage-error.js';
import { isStillServing, readPidFile } from './pid-file.js';

/** How long a fake may take to end, in milliseconds. */
const PATIENCE = 10_000;

/** Ends the fake that wrote a pid file. @throws UsageError if there is none to end, or it does not end */
export async function stopFake(file: string): Promise<void> {
  const fake = readPidFile(file);
  const who = `the fake at ${fake.url} (process ${fake.pid})`;
  if (!processLives(fake.pid)) {
    rmSync(file, { force: true });
    process.stdout.write(`There was nothing to stop: ${who} has ended already. ${file} is removed.\n`);
    return;
  }
  if (!(await isStillServing(fake))) {
    throw new UsageError(
      `Nothing was stopped: process ${fake.pid} does not answer at ${fake.url} as the fake that wrote ${file}. If that ` +
        'fake has ended, and another process has its number, remove the file.',
    );
  }
  try {
    process.kill(fake.pid, 'SIGTERM');
  } catch (cause) {
    throw new UsageError(`Could not stop ${who}: ${messageOf(cause)}.`, undefined, { cause });
  }
  const patience = Date.now() + PATIENCE;
  while (processLives(fake.pid)) {
    if (Date.now() > patience) {
      throw new UsageError(`Could not stop ${who}: it was told to end and still runs.`, exitCodes.testsFailed);
    }
    await setTimeout(50);
  }
  // If signals end a process at once, as on Windows, it can't remove the file itself.
  rmSync(file, { force: true });
  process.stdout.write(`Stopped ${who}.\n`);
}
