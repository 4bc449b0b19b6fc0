import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Processes that this one starts keep what they compile in Node's own folder for that, from Node 22.1 on: Playwright starts a
 * worker after each failed test, which loads everything again. Coverage of code would lose precision by it.
 */
if (process.env['NODE_V8_COVERAGE'] === undefined) {
  // oxlint-disable-next-line syntax/no-restricted-syntax -- Playwright gives its workers the environment of the process.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');
}
