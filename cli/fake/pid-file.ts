import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { CONTROL_PATH } from '../../fake/control/access.js';
import { processId } from '../../fake/control/answer-control.js';
import { processLives } from '../../provide/external/leases/this-machine.js';
import { refuseUnwritable } from '../support/files.js';
import { orUsageError, UsageError } from '../support/usage-error.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { print } from '../../client/print.js';

/** How long a fake may take to say that it is the one, in milliseconds. */
const PATIENCE = 5_000;

const END_PATIENCE = 10_000;

/** The fake that wrote a pid file: the process id, the URL and the name of the process, a line each. */
interface FakeProcess {
  readonly pid: number;
  readonly url: string;
  readonly id: string;
}

function readPidFile(file: string): FakeProcess {
  const text = orUsageError(() => readFileSync(file, 'utf8'), `--pid-file ${file} can't be read`);
  const [, pid, url = '', id = ''] = /^([1-9]\d{0,9})\n(http:\/\/\S+)\n([\da-f-]{36})\n$/.exec(text) ?? [];
  if (pid === undefined) throw new UsageError(`--pid-file ${file} is no pid file of a fake; it is left as it is.`);
  return { pid: Number(pid), url, id };
}

/** Whether a process is still the fake that wrote the pid file, and not another one that got its number. */
async function isStillServing({ pid, url, id }: FakeProcess): Promise<boolean> {
  if (!processLives(pid)) return false;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    return (await fetch(`${url}${CONTROL_PATH}/process/${id}`, { signal })).status === 204;
  } catch {
    return false;
  }
}

/** Refuses a pid file that a fake can't write. One of a fake that has ended is removed. @throws UsageError */
export async function preparePidFile(file: string): Promise<void> {
  if (existsSync(file)) {
    const other = readPidFile(file);
    if (await isStillServing(other)) {
      throw new UsageError(
        `--pid-file ${file} belongs to the fake at ${other.url} (process ${other.pid}): name another file, or end that ` +
          `fake with tracker-e2e fake --stop --pid-file ${file}.`,
      );
    }
    rmSync(file);
  }
  refuseUnwritable(file);
}

/** Writes the pid file of a fake that serves in this process; it is removed when the process ends. @throws UsageError */
export function writePidFile(file: string, url: string): void {
  const text = `${process.pid}\n${url}\n${processId}\n`;
  const write = () => writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  orUsageError(write, `--pid-file ${file} can't be written`);
  process.once('exit', () => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file);
  });
}

export async function stopFake(file: string): Promise<void> {
  const fake = readPidFile(file);
  const who = `the fake at ${fake.url} (process ${fake.pid})`;
  if (!processLives(fake.pid)) {
    rmSync(file, { force: true });
    print(`There was nothing to stop: ${who} has ended already. ${file} is removed.`);
    return;
  }
  if (!(await isStillServing(fake))) {
    throw new UsageError(
      `Nothing was stopped: process ${fake.pid} does not answer at ${fake.url} as the fake that wrote ${file}. If that ` +
        'fake has ended, and another process has its number, remove the file.',
    );
  }
  orUsageError(() => process.kill(fake.pid, 'SIGTERM'), `Could not stop ${who}`);
  const patience = Date.now() + END_PATIENCE;
  while (processLives(fake.pid)) {
    if (Date.now() > patience) {
      throw new UsageError(`Could not stop ${who}: it was told to end and still runs.`, exitCodes.testsFailed);
    }
    await setTimeout(50);
  }
  // If signals end a process at once, as on Windows, it can't remove the file itself.
  rmSync(file, { force: true });
  print(`Stopped ${who}.`);
}
