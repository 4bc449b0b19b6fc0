import { exitCodes } from './exit-codes.js';
import type { ExitCode } from './exit-codes.js';

/**
 * Makes the process of a run that did not pass end with a code that says more than Playwright's own: that is 1 for any
 * failure, and 0 if `merge-reports` merged a failed run. Other codes, such as 130 after Ctrl+C, stay.
 */
export function replaceExitCode(replacement: ExitCode): void {
  process.once('exit', (code) => {
    if (code === exitCodes.passed || code === exitCodes.testsFailed) process.exitCode = replacement;
  });
}
