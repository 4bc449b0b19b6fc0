import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { messageOf } from '../../contracts/thrown.js';
import { makeFolder } from '../../fixtures/settings/output-folder.js';
import { clearLeftResults, resultsOfRun, isRunning } from '../../reports/allure/results/results-of-run.js';
import { print, printError } from '../../fixtures/reporting/print.js';

const OUTPUT = /^--output(=|$)/;

/**
 * Runs Playwright with these arguments. If another run goes on in the working directory, traces and other files of the
 * tests go to a folder of this run's own: Playwright empties the usual one when a run starts.
 *
 * @param outputDir where that folder is made
 */
export async function inOwnFolder(
  args: readonly string[],
  outputDir: string,
  run: (args: readonly string[]) => Promise<number>,
): Promise<number> {
  const { isShared, leave } = enterFolder();
  const kept = resolve(join(outputDir, 'test-results'));
  clearLeftResults(kept);
  const own = isShared && !args.some((argument) => OUTPUT.test(argument)) ? resultsOfRun(kept) : undefined;
  if (own !== undefined) {
    print(`Another run goes on in this folder, so files of tests go to ${own}`);
  }
  try {
    return await run(own === undefined ? args : [...args, `--output=${own}`]);
  } finally {
    leave();
  }
}

/** Says on this machine that a run goes on in the working directory, until `leave` is called. */
function enterFolder(): { readonly isShared: boolean; readonly leave: () => void } {
  const folder = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12);
  const runs = join(tmpdir(), `tracker-e2e-runs-${userInfo().uid}`, folder);
  const own = join(runs, String(process.pid));
  try {
    makeFolder(runs);
    // Written before reading: if two runs start at the same moment, each sees the other.
    writeFileSync(own, '');
  } catch (error) {
    printError(`Whether another run goes on in this folder can't be told: ${messageOf(error)}`);
    return { isShared: false, leave: () => undefined };
  }
  const others = readdirSync(runs).filter((pid) => pid !== String(process.pid));
  const gone = others.filter((pid) => !isRunning(Number(pid)));
  for (const pid of gone) rmSync(join(runs, pid), { force: true });
  return {
    isShared: others.length > gone.length,
    leave: () => {
      rmSync(own, { force: true });
    },
  };
}
