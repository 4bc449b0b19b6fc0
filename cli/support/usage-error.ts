import { InvalidArgumentError } from 'commander';
import { HarnessError, SettingsError, TrackerOutageError } from '../../client/errors.js';
import { UnreachableError } from '../../client/wire-errors.js';
import { codeOf, messageOf } from '../../contracts/thrown.js';
import { exitCodes } from '../../reports/exit-codes.js';
import type { ExitCode } from '../../reports/exit-codes.js';

/** A command that can't be carried out as it was typed or set up; the message says what to do, and no stack follows. */
export class UsageError extends HarnessError {
  override readonly name = 'UsageError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.badSettings, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The usage error for an error of the harness or of the system; undefined for a fault of this program. */
export function asUsageError(cause: unknown): UsageError | undefined {
  if (cause instanceof UsageError) return cause;
  if (cause instanceof HarnessError) return new UsageError(cause.message, exitCodeOf(cause), { cause });
  const isOfSystem = codeOf(cause) !== undefined && cause instanceof Error && 'syscall' in cause;
  if (!isOfSystem) return undefined;
  const what = 'path' in cause ? String(cause.path) : 'The output';
  return new UsageError(`${what} can't be used: ${messageOf(cause)}.`, exitCodes.badSettings, { cause });
}

function exitCodeOf(error: HarnessError): ExitCode {
  if (error instanceof SettingsError) return exitCodes.badSettings;
  const isOut = error instanceof UnreachableError || error instanceof TrackerOutageError;
  return isOut ? exitCodes.trackerUnreachable : exitCodes.testsFailed;
}

/** Does what the user can remedy if it fails. @param problem what is said before the reason @throws UsageError */
export function orUsageError<Value>(act: () => Value, problem?: string): Value {
  try {
    return act();
  } catch (cause) {
    const reason = messageOf(cause);
    throw new UsageError(problem === undefined ? reason : `${problem}: ${reason}.`, undefined, { cause });
  }
}

export function wholeNumber(digits: number): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d*$/.test(text) && text.length <= digits) return Number(text);
    throw new InvalidArgumentError(`A whole number from 1 to ${'9'.repeat(digits)} is needed.`);
  };
}
