import { exitCodes } from './exit-codes.js';
import { replaceExitCode } from './replace-exit-code.js';

/**
 * Ends a run before it begins, from the constructor of a reporter.
 *
 * @param problems why, a sentence each; none for a run that may go on
 * @throws Error that Playwright prints as it is, without the place in our code that it comes from
 */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  replaceExitCode(exitCodes.badSettings);
  const error = new Error(problems.join('\n'));
  error.stack = String(error);
  throw error;
}
