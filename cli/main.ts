#!/usr/bin/env node
import { withoutSecrets } from '../fixtures/reporting/known-secrets.js';
import { createProgram } from './create-program.js';
import { UsageError } from './usage-error.js';

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${withoutSecrets(error.message)}\n`);
  process.exitCode = error.exitCode;
}
