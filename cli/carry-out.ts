import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { printError } from '../fixtures/reporting/print.js';
import { exitCodes } from '../reports/exit-codes.js';
import { createProgram } from './create-program.js';
import { asUsageError } from './support/usage-error.js';

/** Carries out a command line, without the name of the program; `process.exitCode` says how it ended. */
export async function carryOut(words: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    refuse(error);
  }
}

/** Prints what the user can do about an error, or the stack of a fault of this program, which ends then. */
export function refuse(error: unknown): void {
  // Commander has printed its errors, and throws one after help too.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCodes.passed : exitCodes.badSettings;
    return;
  }
  const told = asUsageError(error);
  printError(told?.message ?? inspect(error));
  if (told === undefined) process.exit(exitCodes.testsFailed);
  process.exitCode = told.exitCode;
}
