import type { EventEmitter } from 'node:events';
import { exitCodes, replaceExitCode } from '../exit-codes.js';
import { optionName, sortArguments } from '../playwright-options.js';
import { printError } from '../../client/print.js';

/** The event of a process, and the message to the command that started it, with which the reporters say that a run is judged. */
export const JUDGED = 'tracker-e2e: judged';

/** The same of a run that has failed. */
export const FAILED = 'tracker-e2e: judged as failed';

const ended = (): EventEmitter => process;

/** Options with which Playwright runs no tests, or those that a user picks in a window. */
const SESSIONS: readonly string[] = ['--list', '--ui', '--ui-host', '--ui-port', '-h', '--help'];

export function isRun(args: readonly string[]): boolean {
  return !args.some((argument) => SESSIONS.includes(optionName(argument)));
}

export function unjudged(code: number): string {
  const isInterrupted = code === exitCodes.interrupted || code === exitCodes.terminated;
  if (isInterrupted) return 'Interrupted before the first test began.';
  return (
    `The run has failed: it ended with ${String(code)} before its reporters had judged it. Look for process.exit and for an await ` +
    'that never ends in what its configuration, specs, global set-up and reporters load. If there is none, the configuration ' +
    'lacks reporters of trackerReporters.'
  );
}

/** Makes this process fail, and say so, if it is a run of Playwright and ends before the reporters have judged the run. */
export function expectEnd(words: readonly string[] = process.argv): void {
  const [, , command, ...args] = words;
  const replaced = sortArguments(args).options.some(({ names }) => names.includes('--reporter'));
  const isListed = args.includes('--list') && !replaced;
  if (command !== 'test' || ended().listenerCount(JUDGED) > 0 || !(isRun(args) || isListed)) return;
  const fail = (code: number): void => {
    printError(replaced ? REPLACED : unjudged(code));
    if (code === exitCodes.passed) process.exitCode = exitCodes.testsFailed;
  };
  process.once('exit', fail);
  ended().once(JUDGED, () => process.off('exit', fail));
}

export const REPLACED =
  '--reporter replaces the reporters of the configuration, and with them the rule matrix and the gate. ' +
  'Add reports with --reports or TRACKER_REPORTS (junit, html, github, gitlab, markdown, ctrf, blob), or a reporter with --add-reporter.';

/** Says that the run of this process has come to its end. @param hasFailed so that no exit code can say otherwise */
export function tellJudged(hasFailed = false): void {
  ended().emit(JUDGED);
  process.send?.(hasFailed ? FAILED : JUDGED);
}

/** Ends a run before it begins, from the constructor of a reporter. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  replaceExitCode(exitCodes.badSettings);
  tellJudged();
  const error = new Error(problems.join('\n'));
  error.stack = String(error);
  throw error;
}
