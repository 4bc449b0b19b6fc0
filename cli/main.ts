#!/usr/bin/env node
import { withoutSecrets } from '../fixtures/reporting/secrets.js';
import { createProgram } from './create-program.js';
import { UsageError } from './support/usage-error.js';

// Whoever reads the output may have read enough, as `head` does; the exit code still says what was found.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${withoutSecrets(error.message)}\n`);
  process.exitCode = error.exitCode;
}
