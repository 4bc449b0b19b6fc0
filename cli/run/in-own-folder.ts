import { join, resolve } from 'node:path';
import { clearLeftResults, resultsOfRun } from '../../reports/allure/results-of-run.js';
import { enterFolder } from './runs-in-folder.js';

const OUTPUT = /^--output(=|$)/;

/**
 * Runs Playwright with these arguments. Where another run goes on in the working directory, traces and other files of the
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
    process.stdout.write(`Another run goes on in this folder, so files of tests go to ${own}\n`);
  }
  try {
    return await run(own === undefined ? args : [...args, `--output=${own}`]);
  } finally {
    leave();
  }
}
