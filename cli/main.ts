#!/usr/bin/env node
import { inspect } from 'node:util';
import { outliveReaders, printError } from '../fixtures/reporting/print.js';
import { exitCodes } from '../reports/exit-codes.js';
import { createProgram } from './create-program.js';
import { asUsageError } from './support/usage-error.js';

outliveReaders(refuse);
try {
  await createProgram().parseAsync();
} catch (error) {
  refuse(error);
}

/** Prints what the user can do about an error, or the stack of a fault of this program, which ends then. */
function refuse(error: unknown): void {
  const told = asUsageError(error);
  printError(told?.message ?? inspect(error));
  if (told === undefined) process.exit(exitCodes.testsFailed);
  process.exitCode = told.exitCode;
}
