import { exitCodes } from '../../reports/exit-codes.js';
import type { ExitCode } from '../../reports/exit-codes.js';

/** A command that can't be carried out as it was typed or set up; the message says what to do, and no stack follows. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.badSettings, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
