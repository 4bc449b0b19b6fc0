#!/usr/bin/env node
import { createProgram } from './create-program.js';
import { UsageError } from './usage-error.js';

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
